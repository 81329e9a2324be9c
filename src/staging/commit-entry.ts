import { planEntry } from './plan-entry.ts'
import { previewDays } from './preview-days.ts'
import { isMediation } from './slice-roles.ts'
import type {
  CommittedImport,
  ImportEffect,
  NewImport,
  PreviewedImport,
  SliceStore,
} from './slice-store.ts'
import type { StagedSlices } from './staged-slices.ts'

/**
 * Computes the effect that {@link commitEntry} would have now. Changes nothing.
 *
 * @throws Refusal as `planEntry`
 */
export const previewEntry = (
  slices: SliceStore,
  staged: StagedSlices,
  entry: NewImport,
): Promise<PreviewedImport> =>
  slices.read(async (state) => {
    const { effect, reportIds } = await planEntry(staged, entry, entry.apps.expected(), state)
    return {
      ...effect,
      ...(await previewDays(
        staged.scratch,
        effect.changes,
        reportIds,
        isMediation(entry),
        staged.kind,
      )),
    }
  })

/**
 * Replaces the slices of the staged rows and ends slices in the scope without rows, together with the ledger entry.
 * Figures of unchanged slices are not written again. Commits wait for each other.
 *
 * @throws Refusal as `planEntry`; `change_too_large`; `day_not_storable`; refusals of `ImportApps.resolve`
 * @throws what `announce` and `beginWrite` throw
 */
export const commitEntry = async (
  slices: SliceStore,
  staged: StagedSlices,
  entry: NewImport,
): Promise<CommittedImport> => (await commitWhere(() => true, slices, staged, entry))!

/** {@link commitEntry}, unless it would change no slice. @returns null when nothing was committed */
export const commitIfChanged = (
  slices: SliceStore,
  staged: StagedSlices,
  entry: NewImport,
): Promise<CommittedImport | null> =>
  commitWhere(
    ({ changes }) => changes.some(({ change }) => change !== 'unchanged'),
    slices,
    staged,
    entry,
  )

const commitWhere = (
  isWanted: (effect: ImportEffect) => boolean,
  slices: SliceStore,
  staged: StagedSlices,
  entry: NewImport,
): Promise<CommittedImport | null> =>
  slices.write(async (write) => {
    try {
      const apps = await entry.apps.resolve(write.entry)
      const planned = await planEntry(staged, entry, apps, write)
      if (!isWanted(planned.effect)) return null
      const { lastCommittedMs } = write
      const committedMs = Math.max(entry.committedAt.getTime(), lastCommittedMs ?? 0)
      const committed = { importId: write.entry, committedMs, ...planned.effect }
      await entry.announce?.(committed)
      entry.beginWrite(lastCommittedMs)
      await write.commit(staged, planned, committedMs)
      return committed
    } finally {
      const last = write.lastEntry()
      // Apps that cannot be confirmed now are confirmed before the next entry.
      if (last !== null) await entry.apps.confirmPending(last).catch(() => undefined)
    }
  })
