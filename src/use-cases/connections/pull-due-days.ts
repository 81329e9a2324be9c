import type { Connection, PulledDay, PullProblem } from '../../connections/connection.ts'
import { isConfirmed } from '../../connections/hold.ts'
import { reportedDays } from '../../connections/pull-rules.ts'
import { backOffAfter, readyAtMs, retryAtMs } from '../../connections/schedule.ts'
import type { Fault } from '../../sources/connector.ts'
import { addDays, type Day, type DaySpan, dayCount, dayMs } from '../../values/day.ts'
import { Refusal } from '../../values/refusal.ts'
import type { Services } from '../services.ts'
import { logAttempt, logRefusal } from './log-pull.ts'
import type { PullOptions } from './network-services.ts'
import { pullDay } from './pull-day.ts'
import type { Pulled } from './pulled.ts'

/** Days that are read from the store at once. */
const daysAtOnce = 100
/** More than a connection has. */
const maxDays = 100_000
/** A connection whose days fail one after another is left alone for a while. */
const failuresInARow = 3

/**
 * Pulls the due days of a connection. When they fail one after another, the connection is left alone for a while.
 *
 * @throws whatever keeps figures from being stored
 */
export async function pullDueDays(
  pulled: Pulled,
  services: Services,
  { span, onProgress = () => undefined }: PullOptions,
): Promise<void> {
  const { store, nowMs } = services.networks
  const { id } = pulled.connection
  await addEndedDays(pulled, services)
  const seen = new Set<Day>()
  let failures = 0
  for (;;) {
    // The days of a span may come after many others.
    const limit = span ? maxDays : daysAtOnce + seen.size
    const due = await store.days.due(id, nowMs(), limit)
    const days = due.filter(({ day }) => !seen.has(day) && isWithin(day, span))
    if (days.length === 0) return
    for (const [index, day] of days.entries()) {
      pulled.signal.throwIfAborted()
      if (!(await isEnabled(pulled.connection, services))) return
      seen.add(day.day)
      onProgress({ day: day.day, done: index, of: days.length })
      const fault = await pullIfDue(pulled, day.day, services)
      if (fault === 'stop') return
      failures = fault === null ? 0 : failures + 1
      if (fault && (fault.kind === 'slow-down' || failures === failuresInARow)) {
        const { kind, message, waitMs } = fault
        return leaveAlone(pulled, { kind: 'fault', fault: kind, message }, services, waitMs)
      }
    }
  }
}

async function leaveAlone(
  pulled: Pulled,
  problem: PullProblem,
  { networks }: Services,
  waitMs = 0,
): Promise<void> {
  const { store, nowMs } = networks
  const { id } = pulled.connection
  await pulled.assertLease()
  const { backOff: before = null } = (await store.byId(id)) ?? {}
  const backOff = backOffAfter({ problem, waitMs }, before, nowMs(), Math.random())
  await store.change(id, { backOff })
}

/** Pulls a day as it is now: a person may have confirmed it, or another may have pulled it. */
async function pullIfDue(
  pulled: Pulled,
  day: Day,
  services: Services,
): Promise<Fault | 'stop' | null> {
  const { store, nowMs } = services.networks
  const { id } = pulled.connection
  const { connector } = pulled.access
  const now = await store.days.get(id, day)
  if (now?.nextAtMs == null || now.nextAtMs > nowMs()) return null
  const { firstDay } = reportedDays(connector, pulled.rules, nowMs())
  const isReported = connector.days.back === null || day >= firstDay
  if (isReported || (now.held && isConfirmed(now.held))) return pullNow(pulled, now, services)
  // An answer without rows would only mean that the network forgot the day.
  await store.days.put(id, { ...now, nextAtMs: null })
  return null
}

/** @returns `stop` when the network will give no other day either */
async function pullNow(
  pulled: Pulled,
  day: PulledDay,
  services: Services,
): Promise<Fault | 'stop' | null> {
  const { store, nowMs, notePull } = services.networks
  const { id, connector } = pulled.connection
  try {
    const outcome = await pullDay(pulled, day, services)
    await pulled.assertLease()
    await store.days.put(id, outcome.day)
    const { fault } = outcome
    logAttempt(pulled, outcome.day, fault, services.networks)
    notePull(connector, fault?.kind ?? outcome.day.state)
    if (fault === null) {
      await store.change(id, { pulledAtMs: nowMs(), backOff: null })
      return null
    }
    if (fault.kind === 'credential-refused') {
      const problem = { kind: 'fault', fault: fault.kind, message: fault.message } as const
      await store.change(id, { state: 'refused', problem, backOff: null })
      return 'stop'
    }
    return fault.kind === 'not-ready' ? null : fault
  } catch (error) {
    await pulled.assertLease()
    // A part of it may have been imported before.
    const now = (await store.days.get(id, day.day)) ?? day
    const failures = day.failures + 1
    const waits = error instanceof Refusal && error.code === 'rates_missing'
    const outcome = waits ? 'waiting' : error instanceof Refusal ? 'refused' : 'error'
    if (!pulled.signal.aborted) notePull(connector, outcome)
    if (!(error instanceof Refusal)) {
      // Whatever failed here, the network is not asked for the same again at once.
      const nextAtMs = retryAtMs({ kind: 'try-later', message: '' }, failures, nowMs())
      const problem = { kind: 'not stored' } as const
      await store.days.put(id, { ...now, failures, nextAtMs, failedAtMs: nowMs(), problem })
      await leaveAlone(pulled, { kind: 'not stored' }, services)
      throw error
    }
    const { code, facts } = error
    logRefusal(pulled, day.day, error, services.networks)
    if (pulled.connection.backOff) await store.change(id, { backOff: null })
    await store.days.put(id, {
      ...now,
      stated: day.stated,
      state: day.state === 'held' ? 'held' : waits ? 'waiting' : 'failed',
      failures: waits ? 0 : failures,
      failedAtMs: nowMs(),
      // Figures that are refused once are refused again, until somebody changes something. A rate that comes
      // wakes the days that wait for it.
      nextAtMs: nowMs() + (waits ? dayMs : dayMs / 4),
      problem: { kind: 'refusal', code, facts },
    })
    return null
  }
}

/** Adds the days that ended since the last ones were added. */
async function addEndedDays(
  { connection, access, rules }: Pulled,
  { networks }: Services,
): Promise<void> {
  const { store, nowMs } = networks
  const { lastDay } = reportedDays(access.connector, rules, nowMs())
  const known = await store.days.last(connection.id)
  const firstDay = known === null ? connection.firstDay : addDays(known, 1)
  const days = Array.from({ length: Math.max(dayCount({ firstDay, lastDay }), 0) }, (_, nth) => {
    const day = addDays(firstDay, nth)
    return { day, nextAtMs: readyAtMs(day, rules) }
  })
  if (days.length > 0) await store.days.add(connection.id, days)
}

/** Nothing is pulled for a disabled account. */
export async function isEnabled(
  { accountId }: Connection,
  { accounts }: Services,
): Promise<boolean> {
  return (await accounts.byId(accountId))?.disabledAt === null
}

const isWithin = (day: Day, span?: DaySpan): boolean =>
  span === undefined || (day >= span.firstDay && day <= span.lastDay)
