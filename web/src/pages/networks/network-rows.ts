import type { ConnectionAnswer, FreshnessAnswer, Status } from '../../api/wire.ts'
import { shiftDay } from '../../figures/shift-day.ts'
import { daysBetween } from '../../view/view.ts'
import type { Mark } from './day-marks.tsx'

type Other = FreshnessAnswer['others'][number]
type DayOfNetwork = Other['days'][number]

export interface MarkedDay {
  readonly day: string
  readonly mark: Mark
  readonly lastChangeAt: string | null
}

/** A network, or a source of users, with what is known of its days. */
export interface NetworkRow {
  readonly key: string
  /** Null for a mediation, whose figures are in the rows of other networks. */
  readonly network: string | null
  /** Null for ad figures. */
  readonly kind: Other['kind'] | null
  readonly connections: readonly ConnectionAnswer[]
  readonly settledAfterDays: number | null
  readonly days: readonly MarkedDay[]
  /** The latest day with figures. */
  readonly last: MarkedDay | null
  /** Days without a report between the first reported day and today. */
  readonly missing: readonly string[]
}

/**
 * One row for each network and each mediation that is connected.
 *
 * @param today it is not over, so it does not lack anything
 */
export function networkRows(
  freshness: FreshnessAnswer,
  connections: readonly ConnectionAnswer[],
  today: string,
): NetworkRow[] {
  const { start_date: from, end_date: to, networks, others } = freshness
  // Days after today are not in the answer.
  const days = daysBetween(from, to < today ? to : today)
  const ownOf = (network: string) => connections.filter((one) => one.own_network === network)
  const reported = [
    ...networks.map((one) => ({ kind: null, ...one, own: ownOf(one.network) })),
    ...others.map((one) => ({ ...one, own: [] })),
  ]
  const rows = reported.map(({ kind, network, final_after_days: after, days: fresh, own }) => ({
    key: `${kind ?? ''} ${network}`,
    network,
    kind,
    connections: own,
    settledAfterDays: after,
    ...daysOf(days, fresh, own, today),
  }))
  const shown = new Set(rows.flatMap((row) => row.connections))
  const unshown = connections.filter((one) => !shown.has(one))
  const more = [...Map.groupBy(unshown, (one) => one.connector)].map(([connector, own]) => ({
    key: `connector ${connector}`,
    network: own[0]!.own_network,
    kind: null,
    connections: own,
    settledAfterDays: null,
    ...daysOf(days, [], own, today),
  }))
  return [...rows, ...more]
}

function daysOf(
  days: readonly string[],
  fresh: readonly DayOfNetwork[],
  connections: readonly ConnectionAnswer[],
  today: string,
): Pick<NetworkRow, 'days' | 'last' | 'missing'> {
  const fetched = connections.map((one) => ({
    states: new Map(one.pulled_days?.map(({ day, state }) => [day, state])),
    // The network may restate the days that are fetched again.
    openFrom: shiftDay(today, -Math.max(one.reread_days, one.sweep_days)),
  }))
  const marked = days.map((day, place): MarkedDay => {
    const { status, last_change_at: lastChangeAt = null } = fresh[place] ?? {}
    const found = fetched.flatMap(({ states, openFrom }): Mark[] => {
      const state = states.get(day)
      if (state === undefined) return []
      if (state !== 'done') return [state]
      // Where there are figures, their freshness tells more.
      if (status && status !== 'missing') return []
      return [day >= openFrom ? 'open' : 'settled']
    })
    const mark = worst([...(status ? [ofStatus[status]] : []), ...found])
    return { day, mark, lastChangeAt }
  })
  const known = marked.filter(({ mark }) => reportedMarks.includes(mark))
  const missing = marked.filter(
    ({ day, mark }) => mark === 'missing' && day < today && known[0] && day > known[0].day,
  )
  return { days: marked, last: known.at(-1) ?? null, missing: missing.map(({ day }) => day) }
}

const ofStatus: Readonly<Record<Status, Mark>> = {
  missing: 'missing',
  estimated: 'open',
  restating: 'open',
  final: 'settled',
}

const reportedMarks: readonly Mark[] = ['settled', 'open']

/** The first of these that a day has; what a connection knows tells more than that a day is missing. */
const bySeverity: readonly Mark[] = ['failed', 'held', 'waiting', 'due', 'open', 'settled', 'empty']

const worst = (found: readonly Mark[]): Mark =>
  bySeverity.find((mark) => found.includes(mark)) ?? 'missing'
