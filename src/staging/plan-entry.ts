import { figures } from '../facts/figures.ts'
import { assignReports } from '../ledger/secondary-reports.ts'
import type { EntryState } from './entry-state.ts'
import { planImport, type Resolution } from './plan-import.ts'
import { lastDayZone } from './plan-merge.ts'
import { daysOf, sumOf } from './read-changes.ts'
import { refuse } from './refusals.ts'
import { reportCodes } from './report-codes.ts'
import { resolveLabels } from './resolve-labels.ts'
import { factsOf, isBooked, isMediation, reportOf } from './slice-roles.ts'
import type { ImportEffect, NewImport, PlannedEntry } from './slice-store.ts'
import { stageTable } from './stage-table.ts'
import type { StagedApp, StagedSlices } from './staged-slices.ts'

/**
 * Plans an entry on a state of the figures.
 *
 * @throws Refusal `nothing_to_import`, `too_many_new_names`, `too_many_labels`; those of `planImport`
 */
export async function planEntry(
  staged: StagedSlices,
  newEntry: NewImport,
  apps: readonly StagedApp[],
  { entry, labels, reports: existing, entries, currentOf }: EntryState,
): Promise<PlannedEntry> {
  const { source, revision, maxNewNames, files, hashes, request } = newEntry
  if (staged.rowCount === 0 && !staged.scope) throw refuse('nothing_to_import', {})
  const accountIds = apps.map(({ accountId }) => accountId)
  if (staged.scope) accountIds.push(staged.scope.accountId)
  const reports = assignReports(existing, reportOf(newEntry), accountIds)
  const counted = isMediation(newEntry) ? staged.names : []
  const codes = resolveLabels(labels, staged, reports.ids, maxNewNames, counted)
  const facts = factsOf(newEntry)
  const all = [...existing, ...reports.added]
  const booking =
    staged.kind === figures && isBooked(newEntry)
      ? {
          ...reportCodes(labels, codes.added, all, accountIds),
          entry,
          entries,
          facts,
          isMediation: isMediation(newEntry),
        }
      : null
  const resolution: Resolution = {
    entry,
    apps,
    labels: codes.staged,
    reportIds: reports.ids,
    reports: existing,
    sources: { source, entries },
    booking,
  }
  const effect = await planImport(staged, resolution, currentOf(staged.kind))
  const isMerge = revision?.kind === 'merge'
  return {
    effect,
    newLabels: codes.added,
    newReports: reports.added,
    reportIds: reports.ids,
    planOther: async (kind) => {
      await staged.scratch.run(stageTable(kind))
      return planImport({ ...staged, kind }, { ...resolution, booking: null }, currentOf(kind))
    },
    record: {
      ...facts,
      dayZone: isMerge ? await lastDayZone(staged.scratch, entries) : newEntry.dayZone,
      undoes: null,
      files,
      hashes,
      rowCount: effect.rows,
      sliceCount: sumOf(effect.changes),
      ...daysOf(effect.changes),
      request,
    },
  }
}

/** The effect and record of an entry that also changed the slices of another kind of fact. */
export function withOtherKind(
  { effect, record }: Pick<PlannedEntry, 'effect' | 'record'>,
  other: ImportEffect,
): Pick<PlannedEntry, 'effect' | 'record'> {
  const changes = [...effect.changes, ...other.changes]
  const rowCount = record.rowCount + other.rows
  return {
    effect: { ...effect, changes },
    record: { ...record, rowCount, sliceCount: sumOf(changes), ...daysOf(changes) },
  }
}
