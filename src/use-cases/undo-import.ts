import type { TouchedApp } from '../ledger/figure-ledger.ts'
import { refuse as refuseInLedger } from '../ledger/refusals.ts'
import { checkClock } from '../staging/clock.ts'
import { formatInstant } from '../values/instant.ts'
import { accountsOfEntry } from './audit-facts.ts'
import { entryId } from './fields.ts'
import { refuseShares } from './partners/refuse-partner.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { useCase } from './use-case.ts'

/** How many slices of the import were restored, removed, and kept as a later import wrote them. */
export interface UndoView {
  readonly undo: number
  readonly import: number
  readonly restored_slices: number
  readonly removed_slices: number
  readonly kept_slices: number
}

/**
 * Undoes an import, a deletion or a merge. Slices that a later import replaced are kept. An app that
 * the entry ended comes back.
 */
export const undoImport = useCase({
  name: 'undo-import',
  request: { id: entryId },
  run: async (services, { id }): Promise<UndoView> => {
    await refuseBuiltUpon(id, services)
    await refuseShares(services, id)
    const { slices, importLimits } = services
    const committedAt = services.now()
    await refuseBeforeHorizon(id, services)
    const { entry, restored, removed, keptLater } = await slices.undo(id, {
      committedAt,
      beginWrite: async (lastCommittedMs) => {
        checkClock(committedAt, lastCommittedMs, importLimits)
        // A compaction may have begun meanwhile.
        await refuseBeforeHorizon(id, services)
      },
    })
    await services.apps.restoreEndedBy(id)
    await services.setAside.removeEntry(id)
    return {
      undo: entry,
      import: id,
      restored_slices: restored,
      removed_slices: removed,
      kept_slices: keptLater,
    }
  },
  audit: async ({ id }, { undo }, services) =>
    (await accountsOfEntry(undo, services)).map((account) => ({
      action: 'import_undone',
      account,
      facts: { import: id, undo },
    })),
})

/** @throws Refusal `before_horizon` when the figures that would return may be dropped */
async function refuseBeforeHorizon(id: number, { horizons }: Services): Promise<void> {
  const horizon = await horizons.current()
  if (!horizon || id > horizon.entry) return
  throw refuseInLedger('before_horizon', { id, since: formatInstant(horizon.sinceMs) })
}

/** @throws Refusal `merge_built_upon` when the figures of a merged app went on to yet another app */
async function refuseBuiltUpon(id: number, { apps }: Services): Promise<void> {
  const ending = (await apps.endings()).find(({ entry }) => entry === id)
  const later = ending?.into?.endedBy
  if (later !== undefined) throw refuseInLedger('merge_built_upon', { id, later })
}

/** The account and the apps whose imports a publisher may undo. */
export interface UndoBounds {
  readonly accountId: number
  /** Keys of the only apps that may change; null for all of the account. */
  readonly apps: readonly number[] | null
}

/**
 * {@link undoImport} for a publisher.
 *
 * @throws Refusal `unknown_import` when the import touched nothing of the publisher's,
 *   `undo_beyond_bounds` when it touched something else too
 */
export const undoWithin = (bounds: UndoBounds): typeof undoImport => ({
  ...undoImport,
  run: async (services, request, io) => {
    await refuseOthers(request.id, services, bounds)
    return undoImport.run(services, request, io)
  },
})

async function refuseOthers(
  id: number,
  { ledger }: Services,
  { accountId, apps }: UndoBounds,
): Promise<void> {
  const touched = await ledger.touchedBy(id)
  const isOwn = (one: TouchedApp) =>
    one.accountId === accountId && (apps === null || apps.includes(one.app))
  if (!touched.some(isOwn)) throw refuseInLedger('unknown_import', { id })
  if (!touched.every(isOwn)) throw refuse('undo_beyond_bounds', { id })
}
