import type { PulledDay, PulledDepth, PullProblem } from '../../connections/connection.ts'
import { gatherDay } from '../../connections/gather.ts'
import { reachedAges, retryAtMs } from '../../connections/schedule.ts'
import { type DepthReport, type FaultKind, NetworkFault } from '../../sources/connector.ts'
import { temporaryFolder } from '../../sources/readers/temporary-folder.ts'
import type { PulledEffect } from '../../staging/import-pulled.ts'
import { Refusal } from '../../values/refusal.ts'
import { importPulledReport } from '../import-figures.ts'
import type { Services } from '../services.ts'
import { boundsOf, requestOf } from './book-day.ts'
import { logDepth } from './log-pull.ts'
import { ownOf } from './own-figures.ts'
import type { Pulled } from './pulled.ts'
import { withdrawPulled } from './withdraw-pulled.ts'

/** Faults that may pass by themselves. Others wait until the day is asked for again. */
const passing: readonly FaultKind[] = ['not-ready', 'slow-down', 'log-in-again', 'try-later']
/** Then a report that fails waits too. */
const maxTries = 5

const never: PulledDepth = { mark: null, rows: 0, failures: 0 }

/**
 * Pulls what the network tells of a day beyond its figures, which are booked by now. A report that fails is told as the
 * day's problem, and never takes the figures back.
 *
 * @param isOfAges whether only reports by age are asked for
 * @returns the day with the state of these reports
 * @throws StoreUnavailableError; CancelledError
 */
export async function pullDepth(
  pulled: Pulled,
  day: PulledDay,
  services: Services,
  isOfAges = false,
): Promise<PulledDay> {
  if (!pulled.connection.hasDepth || !['done', 'empty'].includes(day.state)) return day
  let next = day
  for (const report of pulled.access.connector.depth ?? []) {
    if (isOfAges && !report.ages) continue
    next = await pullReport(pulled, next, report, services)
  }
  return next
}

async function pullReport(
  pulled: Pulled,
  day: PulledDay,
  report: DepthReport,
  services: Services,
): Promise<PulledDay> {
  const { kind } = report
  const before = day.depth?.[kind] ?? never
  const put = (depth: PulledDepth) => ({ ...day, depth: { ...day.depth, [kind]: depth } })
  try {
    return put({ ...(await importReport(pulled, day, report, before, services)), failures: 0 })
  } catch (error) {
    const isFault = error instanceof NetworkFault
    if (!isFault && !(error instanceof Refusal)) throw error
    const problem: PullProblem = isFault
      ? { kind: 'fault', fault: error.fault.kind, message: error.fault.message }
      : { kind: 'refusal', code: error.code, facts: error.facts }
    const failures = before.failures + 1
    const isTried = isFault && passing.includes(error.fault.kind) && failures < maxTries
    const nowMs = services.networks.nowMs()
    const soonMs = isTried ? retryAtMs(error.fault, failures, nowMs) : Number.POSITIVE_INFINITY
    const nextAtMs = Math.min(day.nextAtMs ?? Number.POSITIVE_INFINITY, soonMs)
    const failed = {
      ...put({ ...before, failures }),
      problem: { kind: 'depth', of: kind, problem } as const,
      nextAtMs: Number.isFinite(nextAtMs) ? nextAtMs : null,
    }
    logDepth(pulled, failed, problem, services.networks)
    return failed
  }
}

/** @throws NetworkFault; Refusal when the report is not accepted */
async function importReport(
  pulled: Pulled,
  day: PulledDay,
  { kind, ages = [], report }: DepthReport,
  before: PulledDepth,
  services: Services,
): Promise<Omit<PulledDepth, 'failures'>> {
  const { access, rules, signal } = pulled
  await using folder = await temporaryFolder(services.workDirectory, 'pull-')
  const { networks } = services
  const reached = reachedAges(day.day, networks.nowMs(), rules, ages)
  const gathered = await gatherDay(access, day.day, folder.path, networks, signal, (question) =>
    report(question, reached),
  )
  const { hash: mark, rows, files } = gathered
  if (mark === before.mark) return before
  if (rows === 0) {
    if (day.state === 'done' && before.rows > 0) {
      const message = `has no ${kind} of this day any more, and had them before`
      throw new NetworkFault({ kind: 'not-ready', message })
    }
    // A day whose figures ended has nothing else either.
    if (day.state === 'empty') await withdrawPulled(pulled, { ...ownOf(pulled, day, null), kind })
    return { mark, rows }
  }
  const decide = async ({ slices }: PulledEffect) => ({
    // After an interrupted import nobody knows whose rows they are.
    isImported: slices.added + slices.restated + slices.removed > 0 || before.mark === null,
  })
  const bounds = boundsOf(pulled, day, pulled.assertLease)
  const { booking: _, ...request } = requestOf(pulled)
  const asked = { ...request, kind }
  await pulled.call(importPulledReport(bounds, decide), asked, { files, signal })
  return { mark, rows }
}
