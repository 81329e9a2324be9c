import type { ConnectionView, PulledDayView } from '../use-cases/connections/connection-view.ts'
import type { ConnectionTest } from '../use-cases/connections/test-connection.ts'
import { counted, listed } from '../wording/phrases.ts'
import { print, printError, printTable } from './print.ts'
import { amounts } from './print-summary.ts'
import type { Shell } from './shell.ts'
import { wordProblemForCli } from './word-for-cli.ts'

/** A connection as a row of a list. */
export const connectionLine = (one: ConnectionView): string[] => [
  one.account,
  one.name,
  one.network,
  stateOf(one),
  one.last_good_day ?? 'none',
  String(one.days.due),
  one.next_pull_at ?? 'never',
  problemsOf(one),
]

const stateOf = ({ state, account_disabled: isDisabled }: ConnectionView): string =>
  isDisabled ? 'account disabled' : state

function problemsOf({ days, problem, network }: ConnectionView): string {
  if (problem) return wordProblemForCli(problem, network).message
  const counts = [
    days.held > 0 && `${days.held} held`,
    days.waiting > 0 && `${days.waiting} waiting for rates`,
    days.failed > 0 && `${days.failed} failed`,
  ]
  return counts.filter(Boolean).join(', ') || 'none'
}

export function printConnection(shell: Shell, one: ConnectionView): void {
  const { days, problem, network, back_off: backOff } = one
  print(shell, `${one.name} of ${one.account}: ${network}, ${one.kind}, ${stateOf(one)}`)
  if (problem) print(shell, `  ${wordProblemForCli(problem, network).message}`)
  print(
    shell,
    `  days of ${one.day_zone}, from ${one.first_day}; fetched ${counted(one.ready_hours, 'hour')} after they end`,
  )
  print(shell, `  fetched again: ${againOf(one)}`)
  if (one.depth !== null) {
    print(shell, `  details beyond ad figures: ${one.depth ? 'fetched' : 'not fetched'}`)
  }
  const waiting = days.waiting > 0 ? `${days.waiting} waiting for rates, ` : ''
  print(
    shell,
    `  ${counted(days.done, 'day')} imported, ${days.empty} empty, ${days.due} due, ${days.held} held, ${waiting}${days.failed} failed`,
  )
  print(
    shell,
    `  last good day: ${one.last_good_day ?? 'none yet'}; ${backOff ? 'next try' : 'next'}: ${one.next_pull_at ?? 'never'}`,
  )
  const next = nextStep(one)
  if (next !== null) print(shell, `  ${next}`)
}

/** When days are fetched again. */
function againOf(one: ConnectionView): string {
  const { reread_days: reread, sweep_days: sweep, sweep_weekday: weekday } = one
  const every =
    weekday === 'any' ? 'every week' : `every ${weekday[0]!.toUpperCase()}${weekday.slice(1)}`
  const parts = [
    reread > 0 && `the last ${counted(reread, 'day')} every day`,
    sweep > 0 && `the last ${counted(sweep, 'day')} ${every}`,
  ]
  return parts.filter(Boolean).join(', ') || 'never'
}

/** The next step that a person has to take, or can; null for none. */
function nextStep(one: ConnectionView): string | null {
  const { account, name, state, problem, days, back_off: backOff } = one
  const command = (verb: string) => `adtally connections ${verb} ${account} ${name}`
  if (one.account_disabled) return `Enable the account: adtally accounts enable ${account}`
  if (state === 'paused') return `Resume it: ${command('resume')}`
  if (state === 'refused' && problem?.kind === 'fault')
    return `Give other credentials: ${command('change')}`
  if (backOff) return `Try now: ${command('pull')}`
  return days.held > 0 ? `Confirm a held day: ${command('confirm')} DAY` : null
}

export function printPulledDays(
  shell: Shell,
  days: readonly PulledDayView[],
  network: string,
): void {
  if (days.length === 0) print(shell, 'No days.')
  else
    printTable(
      shell,
      ['day', 'state', 'rows', 'impressions', 'revenue', 'import', 'problem'],
      days.map((day) => [
        day.day,
        day.state,
        String(day.rows ?? '-'),
        day.impressions ?? '-',
        day.revenue ?? '-',
        day.import === null ? '-' : String(day.import),
        problemOf(day, network),
      ]),
    )
}

function problemOf({ problem, held }: PulledDayView, network: string): string {
  if (!problem) return ''
  const { message } = wordProblemForCli(problem, network)
  return held ? `${message}. Held: ${totalsOf(held)}` : message
}

const totalsOf = ({ rows, impressions, revenue }: NonNullable<PulledDayView['held']>): string =>
  `${counted(rows, 'row')}, ${counted(Number(impressions), 'impression')}, revenue ${revenue}`

export function printTest(shell: Shell, tested: ConnectionTest): void {
  const { network, day, rows, preview, same_apps_as: others } = tested
  if (!preview) {
    print(shell, `${network} answers. It has no figures of ${day}.`)
    return
  }
  const { created_apps: created, networks } = preview
  print(
    shell,
    `${network} answers. ${day}: ${counted(rows, 'row')}, ${counted(Number(preview.impressions), 'impression')}, ${amounts(preview.revenue)}; networks: ${networks.join(', ')}${created.length > 0 ? `; ${counted(created.length, 'new app')}` : ''}.`,
  )
  if (others.length === 0) return
  const names = listed(others.map((name) => `"${name}"`))
  const report = others.length === 1 ? `connection ${names} reports` : `connections ${names} report`
  printError(
    shell,
    `adtally: warning: the ${report} some of these apps already. The last import of an app counts: keep one of the connections`,
  )
}
