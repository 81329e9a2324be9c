import type { FactKind } from '../facts/fact-kind.ts'
import type { Account } from '../publishers/account.ts'
import type { App } from '../publishers/app.ts'
import type { ImportLimits } from '../sources/import-limits.ts'
import type { TableRow } from '../sources/readers/input-file.ts'
import { checkClock } from './clock.ts'
import { commitChanges } from './commit-entry.ts'
import type { CommittedImport, NewImport, SliceStore } from './slice-store.ts'
import { Stage } from './stage.ts'
import type { SliceScope, StagedApp, StagedSlices } from './staged-slices.ts'

/** Rows that Adtally itself makes. */
export interface MadeRows {
  readonly kind: FactKind
  readonly account: Account
  /** Those that rows may refer to by their ids. */
  readonly apps: readonly App[]
  /** The source that the ledger entry names. */
  readonly source: string
  readonly scope: SliceScope
  /** Cells are in the order of the kind's columns. Two rows do not have the same key. */
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>
}

export interface CommitServices {
  readonly slices: SliceStore
  readonly now: () => Date
  readonly limits: ImportLimits
}

/**
 * Commits rows as all that a scope has, as one ledger entry.
 *
 * @param signal ends the staging of rows
 * @returns null when the scope has these rows already: then nothing is written
 * @throws Refusal as `commitEntry`
 */
export const commitRows = (
  { slices, now, limits }: CommitServices,
  { kind, account, apps, source, scope, rows }: MadeRows,
  signal: AbortSignal,
): Promise<CommittedImport | null> =>
  slices.withScratch(async (scratch) => {
    const stage = await Stage.begin(kind, scratch, () => undefined)
    const reading = { limits, signal }
    const rowCount = await stage.stageRows(0, { name: source, reading }, toAsync(rows))
    const stagedApps = apps.map((app) => toStaged(app, account))
    const staged: StagedSlices = {
      kind,
      scratch,
      rowCount,
      names: rowCount === 0 ? [] : await stage.names(stagedApps),
      scope,
      isPartial: false,
      repeatedKeys: 'none',
      rates: [],
    }
    const committedAt = now()
    const entry: NewImport = {
      source,
      dayZone: 'UTC',
      files: [],
      hashes: [],
      report: null,
      request: null,
      committedAt,
      apps: {
        expected: () => stagedApps,
        resolve: async () => stagedApps,
        confirmPending: async () => undefined,
      },
      maxNewNames: { 16: limits.newNames, 32: limits.newAdTags },
      beginWrite: (lastCommittedMs) => checkClock(committedAt, lastCommittedMs, limits),
    }
    return commitChanges(slices, staged, entry)
  })

const toStaged = ({ appId, key }: App, { id, currency }: Account): StagedApp => ({
  reference: appId,
  appKey: key,
  accountId: id,
  currency,
})

async function* toAsync<Item>(items: AsyncIterable<Item> | Iterable<Item>): AsyncGenerator<Item> {
  yield* items
}
