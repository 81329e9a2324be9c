import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PulledDay, StatedDay } from '../../connections/connection.ts'
import { type GatheredDay, gatherDay } from '../../connections/gather.ts'
import { type Hold, holdOf, isSameDay, mayImport } from '../../connections/hold.ts'
import {
  confirmAfterMs,
  emptyAfterMs,
  nextReadMs,
  readyAtMs,
  retryAtMs,
} from '../../connections/schedule.ts'
import { type Fault, NetworkFault } from '../../sources/connector.ts'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import { type PulledEffect, previewPulled } from '../../staging/preview-pulled.ts'
import { dayMs } from '../../values/day.ts'
import { importWithin, toImportOptions } from '../import-figures.ts'
import type { Services } from '../services.ts'
import { withDeadline } from '../with-deadline.ts'
import { logDeletion } from './log-pull.ts'
import { noteSetAside } from './note-set-aside.ts'
import { bookedMark, changeBy, isStated, ownOf, placesOf, reportsOf } from './own-figures.ts'
import type { Pulled } from './pulled.ts'
import { requestsOf, withdrawPulled } from './withdraw-pulled.ts'

/** How the attempt to pull a day ended. */
export interface DayOutcome {
  readonly day: PulledDay
  /** Null when a report arrived. */
  readonly fault: Fault | null
}

/**
 * Pulls one day: asks for its whole report, and imports it unless nothing changed or so much is missing that it is
 * held. Either all of it is imported or nothing.
 *
 * @throws Refusal when the report is not accepted; StoreUnavailableError; CancelledError
 */
export const pullDay = (pulled: Pulled, day: PulledDay, services: Services): Promise<DayOutcome> =>
  withFolder(services, async (folder) => {
    const { access, signal } = pulled
    try {
      const gathered = await gatherDay(access, day.day, folder, services.networks, signal)
      return { day: await take(pulled, day, gathered, services), fault: null }
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error
      return { day: failedDay(pulled, day, error.fault, services), fault: error.fault }
    }
  })

async function take(
  pulled: Pulled,
  day: PulledDay,
  gathered: GatheredDay,
  services: Services,
): Promise<PulledDay> {
  const nowMs = services.networks.nowMs()
  const arrived: PulledDay = {
    ...day,
    ...{ failures: 0, pulledAtMs: nowMs, failedAtMs: null, held: null },
    ...warned(gathered, nextReadMs(day.day, nowMs, pulled.rules), nowMs),
  }
  const { connection } = pulled
  const booked = bookedMark(connection)
  const mark = `${gathered.hash}${booked}`
  if (mark === day.mark) return { ...arrived, state: day.stated ? 'done' : 'empty' }
  if (gathered.rows === 0) return takeEmpty(pulled, day, { ...arrived, mark }, services)
  const effect = await preview(pulled, day, gathered.files, services)
  const stated = { rows: effect.rows, ...effect.after }
  const hold = holdOf(changeBy(effect, stated, day))
  if (hold && !mayImport(day.held, stated, hold, nowMs)) return heldDay(day, stated, hold, nowMs)
  await noteBegun(pulled, day, services)
  await noteSetAside(pulled, day.day, effect.noted, services)
  let { entry, pulledAtMs } = day
  const done: PulledDay = { ...arrived, state: 'done', stated, mark, entry }
  // Only one import is written at a time, so of two processes that pull the same day because one of them stalled, the
  // second one sees the first.
  const rowNow = () => services.networks.store.days.get(connection.id, day.day)
  const beforeWrite = async () => {
    const isOurs = ((await rowNow())?.pulledAtMs ?? null) === pulledAtMs
    if (!isOurs) throw new OtherProcessError()
    if (day.stated) return
    await putUnsettled(pulled, { ...done, state: day.state }, services)
    pulledAtMs = done.pulledAtMs
  }
  try {
    if (!(await isStated(effect, pulled, day, services))) {
      entry = await importRows(pulled, day, gathered.files, beforeWrite)
      const { removed: slices } = effect.slices
      const [report = null] = placesOf(pulled)
      if (slices > 0) logDeletion(pulled, day.day, { entry, slices, report }, services.networks)
    }
  } catch (error) {
    if (!(error instanceof OtherProcessError)) throw error
    const now = (await rowNow()) ?? day
    return take(pulled, { ...now, mark: null }, gathered, services)
  }
  if (!day.mark?.endsWith(booked)) {
    const places = placesOf(pulled)
    for (const report of reportsOf(pulled.access)) {
      if (places.includes(report)) continue
      entry = (await withdrawPulled(pulled, ownOf(pulled, day, report))) ?? entry
    }
  }
  return { ...done, entry }
}

/** A day whose network says that it may still be corrected is asked for again soon. */
function warned({ warning }: GatheredDay, nextAtMs: number | null, nowMs: number) {
  if (warning === null) return { problem: null, nextAtMs }
  const soonMs = nowMs + confirmAfterMs
  const problem = { kind: 'warning', message: warning } as const
  return { problem, nextAtMs: Math.min(nextAtMs ?? soonMs, soonMs) }
}

/** Another process pulled the day meanwhile. */
class OtherProcessError extends Error {
  override readonly name = 'OtherProcessError'
}

/** Forgets which report the figures are of, in case the process ends while they change. */
async function noteBegun(pulled: Pulled, day: PulledDay, { networks }: Services): Promise<void> {
  if (day.mark === null) return
  await pulled.assertLease()
  await networks.store.days.put(pulled.connection.id, { ...day, mark: null })
}

/**
 * Tells that a day has figures before they are imported. Should the process end before its row is written again, the
 * day is pulled again, and a report without rows is held.
 */
async function putUnsettled(pulled: Pulled, day: PulledDay, { networks }: Services): Promise<void> {
  await pulled.assertLease()
  const unsettled = { ...day, mark: null, nextAtMs: networks.nowMs() }
  await networks.store.days.put(pulled.connection.id, unsettled)
}

/** An empty report may only mean that there is none yet. */
async function takeEmpty(
  pulled: Pulled,
  day: PulledDay,
  arrived: PulledDay,
  services: Services,
): Promise<PulledDay> {
  const nowMs = services.networks.nowMs()
  const hasFigures = day.stated !== null
  const hold =
    day.stated && holdOf({ slices: 1, before: day.stated, after: nothing, lostMicros: 0n })
  if (hold && !mayImport(day.held, nothing, hold, nowMs)) return heldDay(day, nothing, hold, nowMs)
  if (!hasFigures && nowMs < readyAtMs(day.day, pulled.rules) + emptyAfterMs) {
    const message = 'has no figures of this day yet'
    throw new NetworkFault({ kind: 'not-ready', message })
  }
  let { entry } = day
  if (hasFigures) {
    await noteBegun(pulled, day, services)
    for (const report of reportsOf(pulled.access)) {
      entry = (await withdrawPulled(pulled, ownOf(pulled, day, report))) ?? entry
    }
  }
  await noteSetAside(pulled, day.day, { setAside: [], answered: [] }, services)
  return { ...arrived, state: 'empty', stated: null, entry }
}

const nothing: StatedDay = { rows: 0, impressions: 0n, revenueMicros: 0n }

function heldDay(day: PulledDay, report: StatedDay, hold: Hold, nowMs: number): PulledDay {
  const isSame = day.held !== null && isSameDay(day.held, report)
  const sinceMs = isSame ? day.held!.sinceMs : nowMs
  return {
    ...day,
    ...{ state: 'held', failures: 0, pulledAtMs: nowMs, failedAtMs: null },
    held: { ...report, sinceMs },
    // Asked for until a report has the revenue again, or a person confirms this one.
    nextAtMs: (hold.deletesRevenue ? nowMs : sinceMs) + confirmAfterMs,
    problem: { kind: 'held', ...hold },
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

/** What an import of the connection's rows may change. @param beforeWrite runs while nothing else is written */
const boundsOf = (
  { access, connection, rules, assertLease }: Pulled,
  day: PulledDay,
  beforeWrite: () => Promise<void>,
) => ({
  apps: null,
  answers: {
    id: `${requestsOf(connection.id)}${randomUUID()}`,
    onSummary: async () => {
      await assertLease()
      await beforeWrite()
    },
  },
  pulled: {
    ...{ requestsOf: requestsOf(connection.id), day: day.day, dayZone: rules.zone },
    ...{ connector: access.connector.name, isMediation: access.connector.kind === 'mediation' },
  },
})

const requestOf = ({ account, connection, access }: Pulled) => ({
  source: access.connector.source,
  account: account.username,
  ...(connection.createsApps && { createApps: account.username }),
  booking: connection.booking,
})

async function preview(
  pulled: Pulled,
  day: PulledDay,
  files: readonly GivenFile[],
  services: Services,
): Promise<PulledEffect> {
  const bounds = boundsOf(pulled, day, async () => undefined)
  const options = await toImportOptions(requestOf(pulled), services, bounds)
  return withDeadline(services.importLimits, pulled.signal, (reading) =>
    previewPulled(files, { ...options, pulled: bounds.pulled }, { ...services, ...reading }),
  )
}

/** @returns the ledger entry */
async function importRows(
  pulled: Pulled,
  day: PulledDay,
  files: readonly GivenFile[],
  beforeWrite: () => Promise<void>,
): Promise<number> {
  // The day itself is in the list of failed imports.
  const { afterRefusal: _, ...work } = importWithin(boundsOf(pulled, day, beforeWrite))
  const { signal } = pulled
  return (await pulled.call(work, requestOf(pulled), { files, signal })).import
}

async function withFolder<Result>(
  { workDirectory }: Services,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(workDirectory, { recursive: true })
  const folder = await mkdtemp(join(workDirectory, 'pull-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}
