import type { Command } from 'commander'
import type { ConnectionView } from '../use-cases/connections/connection-view.ts'
import type { pullConnection } from '../use-cases/connections/pull-connection.ts'
import { counted } from '../wording/phrases.ts'
import { addOptions, fieldsOf, takes } from './command-fields.ts'
import { callUseCase } from './connect.ts'
import { connectionCommand } from './connection-options.ts'
import { type JsonOptions, jsonText } from './data-command.ts'
import { printJson } from './print.ts'
import { printConnection, printPulledDays } from './print-connections.ts'
import { CommandError } from './report-failure.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

type PullRequest = Parameters<typeof pullConnection.run>[1]
type AskedDays = Pick<PullRequest, 'startDate' | 'endDate' | 'again'>

const pullOptions = {
  startDate: takes('<day>', 'the first day to fetch'),
  endDate: takes('<day>', 'the last day to fetch'),
  json: jsonText,
  again: 'fetch all days of the connection that the network still reports',
}

/** `adtally connections pull`. */
export function pullCommand(shell: Shell): Command {
  const pull = connectionCommand({
    name: 'pull',
    summary: 'Fetch days now, whether they are due or not.',
    details:
      'Without --start-date and --end-date, fetches the days that are due and those that the network may have restated. Exits with 1 if a day failed.',
    examples: [
      'connections pull studio applovin-max',
      'connections pull studio applovin-max --start-date 2026-10-01 --end-date 2026-10-31',
      'connections pull studio applovin-max --again',
    ],
  })
  return addOptions(pull, pullOptions).action(
    async (username: string, name: string, options: JsonOptions) => {
      const { json: _, ...given } = options
      const asked = fieldsOf<AskedDays>(pullOptions, given)
      failIfDaysFailed(await pullDays(shell, { account: username, name }, options, asked), asked)
    },
  )
}

type PulledView = Awaited<ReturnType<typeof pullConnection.run>>

/** @throws CommandError when a day has no figures that was to be fetched, or the credentials were refused */
export function failIfDaysFailed(
  { account, name, state, days, pulled_days: pulled }: PulledView,
  { startDate, endDate, again }: AskedDays,
): void {
  const command = (verb: string) => `adtally connections ${verb} ${account} ${name}`
  if (state === 'refused') {
    throw new CommandError(`the credentials were refused. Enter new ones: ${command('change')}`, [])
  }
  const isAsked = startDate !== undefined || endDate !== undefined || again === true
  const failed = isAsked ? pulled.filter((day) => day.state === 'failed').length : days.failed
  if (failed === 0) return
  const reasons = failed === 1 ? 'Its reason' : 'Their reasons'
  throw new CommandError(`${counted(failed, 'day')} failed. ${reasons}: ${command('show')}`, [])
}

/** Fetches days, and prints how each of them is. */
export async function pullDays(
  shell: Shell,
  { account: username, name }: Pick<ConnectionView, 'account' | 'name'>,
  options: JsonOptions,
  asked: AskedDays = {},
): Promise<PulledView> {
  const { pullConnection } = await import('../use-cases/connections/pull-connection.ts')
  const progress = showProgress(shell)
  const request = { username, name, ...asked }
  const pulled = await callUseCase(shell, options, pullConnection, request, {
    onProgress: progress.update,
  }).finally(progress.stop)
  if (options.json) {
    printJson(shell, pulled)
    return pulled
  }
  printPulledDays(shell, pulled.pulled_days, pulled.network)
  printConnection(shell, pulled)
  return pulled
}
