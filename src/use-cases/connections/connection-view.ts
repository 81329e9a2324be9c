import type {
  BackOff,
  Connection,
  ConnectionState,
  DayState,
  PulledDay,
  PullProblem,
  StatedDay,
  Weekday,
} from '../../connections/connection.ts'
import { givenOf } from '../../connections/fields.ts'
import { rulesOf } from '../../connections/pull-rules.ts'
import type { OtherImportedName } from '../../facts/kinds.ts'
import { connectors } from '../../sources/all-connectors.ts'
import type { Booking } from '../../values/booking.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import type { Services } from '../services.ts'
import { lacksConsent } from './find-connection.ts'

/** A connection as people see it, without its secrets. */
export interface ConnectionView {
  readonly name: string
  readonly account: string
  readonly connector: string
  /** The name that people use for the network. */
  readonly network: string
  readonly kind: 'network' | 'mediation'
  /** Whether the connector was tried with a live account, or written from the network's documents. */
  readonly verified: 'live account' | 'documents'
  readonly state: ConnectionState
  /** Whether the account is disabled, so that nothing is pulled. */
  readonly account_disabled: boolean
  /** Why it is not pulled, or why it failed. */
  readonly problem: PullProblem | null
  /** Null while it does not fail. */
  readonly back_off: { readonly failures: number; readonly until: string } | null
  /** Whether the owner of the network's account consented in a browser; null where this is not needed. */
  readonly has_consent: boolean | null
  /** The fields that are no secrets. */
  readonly settings: Readonly<Record<string, string>>
  /** The secrets that it has, by their names. */
  readonly secrets: readonly string[]
  readonly booking: Booking
  readonly creates_apps: boolean
  /** Whether what the network tells beyond ad figures is fetched too; null where it tells nothing. */
  readonly depth: boolean | null
  /** The clock whose midnights divide its days. */
  readonly day_zone: string
  readonly first_day: string
  readonly ready_hours: number
  readonly reread_days: number
  /** 0 for no weekly sweep. */
  readonly sweep_days: number
  readonly sweep_weekday: Weekday | 'any'
  /** The connection's own parts of the schedule; null is the connector's. */
  readonly own_schedule: {
    readonly ready_hours: number | null
    readonly reread_days: number | null
    readonly sweep_days: number | null
  }
  /** When a report last arrived; null before the first one. */
  readonly last_pulled_at: string | null
  /** Null when nothing is due any more, it is not active, or the account is disabled. */
  readonly next_pull_at: string | null
  /** How many days are in each state. */
  readonly days: Readonly<Record<DayState, number>>
  /** The last day whose figures are imported, or that was empty; null for none. */
  readonly last_good_day: string | null
}

/** A day of a connection. Amounts are decimals of the account's currency. */
export interface PulledDayView {
  readonly day: string
  readonly state: DayState
  readonly rows: number | null
  readonly impressions: string | null
  readonly revenue: string | null
  /** The rows and sums of the report that is held; null when none is. */
  readonly held: {
    readonly rows: number
    readonly impressions: string
    readonly revenue: string
  } | null
  readonly last_pulled_at: string | null
  readonly next_pull_at: string | null
  readonly import: number | null
  /** The rows of each kind of fact beyond ad figures. */
  readonly depth: Readonly<Partial<Record<OtherImportedName, number>>>
  readonly problem: PullProblem | null
}

export async function toConnectionView(
  connection: Connection,
  { accounts, networks }: Pick<Services, 'accounts' | 'networks'>,
): Promise<ConnectionView> {
  const { store } = networks
  const { id, state, schedule, backOff } = connection
  const account = await accounts.byId(connection.accountId)
  const isDisabled = account?.disabledAt != null
  const connector = connectors.get(connection.connector)!
  const rules = rulesOf(connector, givenOf(connector, connection.settings), schedule)
  const counts = await store.days.count(id)
  const dueMs = state === 'active' && !isDisabled ? await store.days.nextDueMs(id) : null
  const lastGood = await store.days.lastGood(id)
  const count = (day: DayState) => counts.get(day) ?? 0
  return {
    name: connection.name,
    account: account?.username ?? '?',
    connector: connector.name,
    network: connector.title,
    kind: connector.kind,
    verified: connector.verified,
    state,
    account_disabled: isDisabled,
    problem: connection.problem ?? backOff?.problem ?? null,
    back_off: backOff && { failures: backOff.failures, until: formatInstant(backOff.untilMs) },
    has_consent: connector.consent ? !lacksConsent({ connection, connector }) : null,
    settings: connection.settings,
    secrets: Object.keys(connection.secrets).sort(),
    booking: connection.booking,
    creates_apps: connection.createsApps,
    depth: connector.depth ? connection.hasDepth : null,
    day_zone: rules.zone,
    first_day: formatDay(connection.firstDay),
    ready_hours: rules.readyHours,
    reread_days: rules.rereadDays,
    sweep_days: rules.sweepDays > rules.rereadDays ? rules.sweepDays : 0,
    sweep_weekday: rules.sweepWeekday ?? 'any',
    own_schedule: {
      ready_hours: schedule.readyHours,
      reread_days: schedule.rereadDays,
      sweep_days: schedule.sweepDays,
    },
    last_pulled_at: instantText(connection.pulledAtMs),
    next_pull_at: instantText(latest(dueMs, backOff)),
    days: {
      due: count('due'),
      done: count('done'),
      empty: count('empty'),
      held: count('held'),
      waiting: count('waiting'),
      failed: count('failed'),
    },
    last_good_day: lastGood === null ? null : formatDay(lastGood),
  }
}

/** A connection with some of its days. */
export async function toPulledView(
  connection: Connection,
  days: readonly PulledDay[],
  services: Pick<Services, 'accounts' | 'networks'>,
): Promise<ConnectionView & { readonly pulled_days: readonly PulledDayView[] }> {
  const view = await toConnectionView(connection, services)
  return { ...view, pulled_days: days.map((day) => toDayView(day, connection.backOff)) }
}

/** @param backOff no day is pulled before it ends */
export const toDayView = (pulled: PulledDay, backOff: BackOff | null): PulledDayView => ({
  day: formatDay(pulled.day),
  state: pulled.state,
  ...(pulled.stated ? totalsView(pulled.stated) : { rows: null, impressions: null, revenue: null }),
  held: pulled.held && totalsView(pulled.held),
  last_pulled_at: instantText(pulled.pulledAtMs),
  next_pull_at: instantText(latest(pulled.nextAtMs, backOff)),
  import: pulled.entry,
  depth: Object.fromEntries(
    Object.entries(pulled.depth ?? {}).map(([kind, { rows }]) => [kind, rows]),
  ),
  problem: pulled.problem,
})

const latest = (atMs: number | null, backOff: BackOff | null): number | null =>
  atMs === null ? null : Math.max(atMs, backOff?.untilMs ?? 0)

const totalsView = ({ rows, impressions, revenueMicros }: StatedDay) => ({
  rows,
  impressions: impressions.toString(),
  revenue: formatMicros(revenueMicros),
})

const instantText = (atMs: number | null): string | null =>
  atMs === null ? null : formatInstant(atMs)
