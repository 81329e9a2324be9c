import type { PulledDay } from '../../connections/connection.ts'
import { type GatheredDay, gatherDay } from '../../connections/gather.ts'
import {
  confirmAfterMs,
  isOnlyOlder,
  nextReadMs,
  readyAtMs,
  retryAtMs,
} from '../../connections/schedule.ts'
import { type Fault, NetworkFault } from '../../sources/connector.ts'
import { temporaryFolder } from '../../sources/readers/temporary-folder.ts'
import { dayMs } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { bookDay, endDay, OtherProcessError } from './book-day.ts'
import { decideEmpty, heldDay, nothing } from './decide-day.ts'
import { bookedMark } from './own-figures.ts'
import { pullDepth } from './pull-depth.ts'
import type { Pulled } from './pulled.ts'

/** How the attempt to pull a day ended. */
export interface DayOutcome {
  readonly day: PulledDay
  /** Null when a report arrived. */
  readonly fault: Fault | null
}

/**
 * Pulls one day: asks for its whole report, and imports it unless nothing changed or so much is missing that it is
 * held. Either all of it is imported or nothing. Then asks for what the network tells beyond it.
 *
 * @throws Refusal when the report is not accepted; StoreUnavailableError; CancelledError
 */
export async function pullDay(
  pulled: Pulled,
  day: PulledDay,
  services: Services,
): Promise<DayOutcome> {
  const { access, rules, signal } = pulled
  const nowMs = services.networks.nowMs()
  if (isOnlyOlder(day, nowMs, rules)) {
    const older = { ...day, pulledAtMs: nowMs, nextAtMs: nextReadMs(day.day, nowMs, rules) }
    return { day: await pullDepth(pulled, older, services, true), fault: null }
  }
  await using folder = await temporaryFolder(services.workDirectory, 'pull-')
  try {
    const gathered = await gatherDay(access, day.day, folder.path, services.networks, signal)
    const applied = await applyReport(pulled, day, gathered, services)
    return { day: await pullDepth(pulled, applied, services), fault: null }
  } catch (error) {
    if (!(error instanceof NetworkFault)) throw error
    return { day: failedDay(pulled, day, error.fault, services), fault: error.fault }
  }
}

async function applyReport(
  pulled: Pulled,
  day: PulledDay,
  gathered: GatheredDay,
  services: Services,
): Promise<PulledDay> {
  const { store, nowMs } = services.networks
  const arrived = arrivedDay(pulled, day, gathered, nowMs())
  if (arrived.mark === day.mark) return { ...arrived, state: day.stated ? 'done' : 'empty' }
  if (gathered.rows === 0) {
    const hold = decideEmpty(pulled, day, services)
    return hold ? heldDay(day, nothing, hold, nowMs()) : endDay(pulled, day, arrived, services)
  }
  try {
    return await bookDay(pulled, day, arrived, gathered.files, services)
  } catch (error) {
    if (!(error instanceof OtherProcessError)) throw error
    const now = (await store.days.get(pulled.connection.id, day.day)) ?? day
    return applyReport(pulled, { ...now, mark: null }, gathered, services)
  }
}

/** A day whose report arrived. One that its network may still correct is asked for again soon. */
function arrivedDay(
  { connection, rules }: Pulled,
  day: PulledDay,
  { hash, warning }: GatheredDay,
  nowMs: number,
): PulledDay {
  const nextAtMs = nextReadMs(day.day, nowMs, rules)
  const soonMs = nowMs + confirmAfterMs
  return {
    ...day,
    failures: 0,
    pulledAtMs: nowMs,
    failedAtMs: null,
    held: null,
    mark: `${hash}${bookedMark(connection)}`,
    problem: warning === null ? null : { kind: 'warning', message: warning },
    nextAtMs: warning === null ? nextAtMs : Math.min(nextAtMs ?? soonMs, soonMs),
  }
}

function failedDay(
  { rules }: Pulled,
  day: PulledDay,
  fault: Fault,
  { networks }: Services,
): PulledDay {
  const nowMs = networks.nowMs()
  // A report that is a day late may never come.
  const isEarly = fault.kind === 'not-ready' && nowMs < readyAtMs(day.day, rules) + dayMs
  const failures = isEarly ? day.failures : day.failures + 1
  return {
    ...day,
    // A day with figures keeps them, and a held one stays held.
    state: day.state === 'held' || fault.kind === 'not-ready' ? day.state : 'failed',
    failures,
    failedAtMs: fault.kind === 'not-ready' ? null : nowMs,
    nextAtMs: retryAtMs(fault, failures, nowMs),
    problem: { kind: 'fault', fault: fault.kind, message: fault.message },
  }
}
