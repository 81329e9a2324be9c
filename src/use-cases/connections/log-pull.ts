import type { PulledDay, PullProblem } from '../../connections/connection.ts'
import type { Fault } from '../../sources/connector.ts'
import { type Day, formatDay } from '../../values/day.ts'
import type { Refusal } from '../../values/refusal.ts'
import type { NetworkServices } from './network-services.ts'
import type { Pulled } from './pulled.ts'

type Logged = Pick<Pulled, 'account' | 'connection'>

const factsOf = ({ account, connection }: Logged, day: Day) => ({
  account: account.username,
  connection: connection.name,
  day: formatDay(day),
})

/** Logs an attempt that gave no figures, or a report that is held. */
export function logAttempt(
  pulled: Logged,
  { day, problem, failures, nextAtMs }: PulledDay,
  fault: Fault | null,
  { log }: Pick<NetworkServices, 'log'>,
): void {
  const facts = {
    ...factsOf(pulled, day),
    next_try: nextAtMs === null ? null : new Date(nextAtMs).toISOString(),
  }
  if (fault?.kind === 'credential-refused') {
    log.warn({ ...facts, problem: fault.message }, 'A network refuses the credentials')
  } else if (fault && fault.kind !== 'not-ready') {
    const reason = { fault: fault.kind, problem: fault.message, failures }
    log.warn({ ...facts, ...reason }, 'A day was not fetched')
  } else if (problem?.kind === 'held') {
    log.warn({ ...facts, reason: problem.reason }, 'A report is held: it lacks figures')
  }
}

/** Logs a report beyond ad figures that was not imported. */
export function logDepth(
  pulled: Logged,
  { day, nextAtMs }: PulledDay,
  problem: PullProblem,
  { log }: Pick<NetworkServices, 'log'>,
): void {
  const next = { next_try: nextAtMs === null ? null : new Date(nextAtMs).toISOString() }
  const reason =
    problem.kind === 'fault'
      ? { fault: problem.fault, problem: problem.message }
      : problem.kind === 'refusal' && { code: problem.code }
  log.warn({ ...factsOf(pulled, day), ...next, ...reason }, 'The details of a day were not fetched')
}

/** Logs a report that Adtally does not accept. */
export function logRefusal(
  pulled: Logged,
  day: Day,
  { code }: Refusal,
  { log }: Pick<NetworkServices, 'log'>,
): void {
  log.warn({ ...factsOf(pulled, day), code }, 'The report of a day was refused')
}

/** Logs figures that ended with a report, or that a network's own report takes the place of. */
export function logDeletion(
  pulled: Logged,
  day: Day,
  facts: { readonly entry: number; readonly slices: number; readonly report: string | null },
  { log }: Pick<NetworkServices, 'log'>,
): void {
  log.warn({ ...factsOf(pulled, day), ...facts }, 'Figures of a day were deleted')
}
