import { randomUUID } from 'node:crypto'
import type { PulledDay } from '../../connections/connection.ts'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import type { PulledEffect } from '../../staging/import-pulled.ts'
import { importPulledReport } from '../import-figures.ts'
import type { Services } from '../services.ts'
import { type Decision, decideDay, heldDay } from './decide-day.ts'
import { logDeletion } from './log-pull.ts'
import { noteSetAside } from './note-set-aside.ts'
import { bookedMark, bookedPlaces, ownOf, reportsOf } from './own-figures.ts'
import type { Pulled } from './pulled.ts'
import { requestsOf, withdrawPulled } from './withdraw-pulled.ts'

/** Another process pulled the day meanwhile. */
export class OtherProcessError extends Error {
  override readonly name = 'OtherProcessError'
}

/**
 * Books a report with rows, unless it is held or states what there is.
 *
 * @param arrived the day as it is once the report is booked, but for its figures
 * @throws Refusal when the report is not accepted; OtherProcessError
 */
export async function bookDay(
  pulled: Pulled,
  day: PulledDay,
  arrived: PulledDay,
  files: readonly GivenFile[],
  services: Services,
): Promise<PulledDay> {
  const doneAs = (decision: Decision): PulledDay => ({
    ...arrived,
    state: 'done',
    stated: decision.report,
  })
  const decide = async (effect: PulledEffect): Promise<Decision> => {
    const decision = await decideDay(effect, pulled, day, services)
    if (decision.kind === 'held') return decision
    await noteBegun(pulled, day, services)
    await noteSetAside(pulled, day.day, effect.noted, services)
    beforeWrite = () => claim(pulled, day, doneAs(decision), services)
    return decision
  }
  let beforeWrite = async (): Promise<void> => undefined
  const { decision, summary } = await pulled.call(
    importPulledReport(
      boundsOf(pulled, day, () => beforeWrite()),
      decide,
    ),
    requestOf(pulled),
    { files, signal: pulled.signal },
  )
  const { effect, report, hold } = decision
  if (hold) return heldDay(day, report, hold, services.networks.nowMs())
  const entry = summary?.import ?? day.entry
  const { removed: slices } = effect.slices
  if (summary && slices > 0) {
    const [place = null] = bookedPlaces(pulled)
    logDeletion(
      pulled,
      day.day,
      { entry: summary.import, slices, report: place },
      services.networks,
    )
  }
  return { ...doneAs(decision), entry: (await withdrawElsewhere(pulled, day)) ?? entry }
}

/** Ends the figures of a day whose report has no rows. */
export async function endDay(
  pulled: Pulled,
  day: PulledDay,
  arrived: PulledDay,
  services: Services,
): Promise<PulledDay> {
  let { entry } = day
  if (day.stated) {
    await noteBegun(pulled, day, services)
    entry = (await withdrawFrom(reportsOf(pulled.access), pulled, day)) ?? entry
  }
  await noteSetAside(pulled, day.day, { setAside: [], answered: [] }, services)
  return { ...arrived, state: 'empty', stated: null, entry }
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
 *
 * Only one import is written at a time, so of two processes that pull the same day because one of them stalled, the
 * second one sees the first.
 *
 * @throws OtherProcessError
 */
async function claim(
  pulled: Pulled,
  day: PulledDay,
  done: PulledDay,
  { networks }: Services,
): Promise<void> {
  const { days } = networks.store
  const { id } = pulled.connection
  await pulled.assertLease()
  const now = await days.get(id, day.day)
  if ((now?.pulledAtMs ?? null) !== day.pulledAtMs) throw new OtherProcessError()
  if (day.stated) return
  await pulled.assertLease()
  await days.put(id, { ...done, state: day.state, mark: null, nextAtMs: networks.nowMs() })
}

/** Once a connection's rows are booked otherwise, those that it booked before end. */
async function withdrawElsewhere(pulled: Pulled, day: PulledDay): Promise<number | null> {
  if (day.mark?.endsWith(bookedMark(pulled.connection))) return null
  const places = bookedPlaces(pulled)
  const elsewhere = reportsOf(pulled.access).filter((report) => !places.includes(report))
  return withdrawFrom(elsewhere, pulled, day)
}

/** @returns the last ledger entry; null when nothing had to end */
async function withdrawFrom(
  reports: readonly (string | null)[],
  pulled: Pulled,
  day: PulledDay,
): Promise<number | null> {
  let entry: number | null = null
  for (const report of reports) {
    entry = (await withdrawPulled(pulled, ownOf(pulled, day, report))) ?? entry
  }
  return entry
}

/** The bounds of an import of the connection's rows. @param beforeWrite runs while nothing else is written */
export const boundsOf = (
  { access, connection, rules }: Pulled,
  day: PulledDay,
  beforeWrite: () => Promise<void>,
) => ({
  apps: null,
  answers: { id: `${requestsOf(connection.id)}${randomUUID()}`, onSummary: beforeWrite },
  pulled: {
    requestsOf: requestsOf(connection.id),
    day: day.day,
    dayZone: rules.zone,
    connector: access.connector.name,
    isMediation: access.connector.kind === 'mediation',
  },
})

/** The request of an import of the connection's rows. */
export const requestOf = ({ account, connection, access }: Pulled) => ({
  source: access.connector.source,
  account: account.username,
  ...(connection.createsApps && { createApps: account.username }),
  booking: connection.booking,
})
