import type { FactKind } from '../facts/fact-kind.ts'
import type { Account } from '../publishers/account.ts'
import type { App } from '../publishers/app.ts'
import type { TableRow } from '../sources/readers/input-file.ts'
import type { Reading } from '../sources/readers/reading.ts'
import { checkClock } from './clock.ts'
import { commitIfChanged } from './commit-entry.ts'
import type { AppLookup } from './match-apps.ts'
import { appsOfImport, type ResolvedApps } from './resolve-apps.ts'
import { rowChecks } from './row-checks.ts'
import type { CommittedImport, NewImport, SliceStore } from './slice-store.ts'
import { Stage } from './stage.ts'
import { inOrder } from './staged-names.ts'
import type { SliceScope, StagedSlices } from './staged-slices.ts'

/** Rows that Adtally itself makes. */
export interface MadeRows {
  readonly kind: FactKind
  readonly account: Account
  /** The account's apps that rows are of, by their `app_id`. */
  readonly apps: readonly App[]
  /** The source of the ledger entry. */
  readonly source: string
  /** Slices in it that have no rows end; null for the slices of the rows alone. */
  readonly scope: SliceScope | null
  /** Cells in the order of the kind's `columns`. Each key comes once, and money has at most 6 decimals. */
  readonly rows: AsyncIterable<TableRow> | Iterable<TableRow>
}

export interface RowServices extends AppLookup, Reading {
  readonly slices: SliceStore
  readonly now: () => Date
}

/**
 * Commits rows as one ledger entry. Slices that already have the same rows stay unchanged, so the same rows can be
 * committed again after an interruption.
 *
 * @returns null when no slice changes; then there is no entry
 * @throws Refusal as `commitEntry`, such as `nothing_to_import` without rows and scope; `limit_exceeded` for too many rows or names
 * @throws the reason of the signal when it is aborted before the first write
 * @throws Error when a row is not accepted by the rules of its kind, or two rows have the same key
 */
export const commitRows = (
  { kind, account, apps, source, scope, rows }: MadeRows,
  services: RowServices,
): Promise<CommittedImport | null> =>
  services.slices.withScratch(async (scratch) => {
    const { limits, signal, now } = services
    const stage = await Stage.begin(kind, scratch, () => undefined)
    await stage.stageRows(0, { name: source, reading: { limits, signal } }, inTurn(rows))
    const resolved = await appsOfRows(stage, account, apps)
    await assertRows(stage, resolved, source)
    const ofImport = appsOfImport(resolved, services)
    const committedAt = now()
    const staged: StagedSlices = {
      kind,
      scratch,
      rowCount: stage.rowCount,
      names: (await stage.names(ofImport.expected())).map(inOrder),
      scope,
      isPartial: false,
      repeatedKeys: 'none',
      rates: [],
    }
    const entry: NewImport = {
      source,
      dayZone: 'UTC',
      files: [],
      hashes: [],
      report: null,
      request: null,
      committedAt,
      apps: ofImport,
      maxNewNames: { 16: limits.newNames, 32: limits.newAdTags },
      beginWrite: (lastCommittedMs) => {
        signal.throwIfAborted()
        checkClock(committedAt, lastCommittedMs, limits)
      },
    }
    return commitIfChanged(services.slices, staged, entry)
  })

async function* inTurn(rows: MadeRows['rows']): AsyncGenerator<TableRow> {
  yield* rows
}

async function appsOfRows(
  stage: Stage,
  { id: accountId, currency }: Account,
  apps: readonly App[],
): Promise<ResolvedApps> {
  const references = await stage.distinct('app_id')
  const known = new Map(
    apps
      .filter((app) => app.accountId === accountId && references.includes(app.appId))
      .map(({ appId: reference, key: appKey }) => [
        reference,
        { reference, appKey, accountId, currency },
      ]),
  )
  const unknown = references.filter((one) => one !== null && !known.has(one)) as string[]
  return { known, unknown, toCreate: new Map(), toLink: new Map(), creator: null }
}

/** Rows that Adtally makes are good, unless it has a bug. */
async function assertRows(stage: Stage, apps: ResolvedApps, source: string): Promise<void> {
  const checks = await rowChecks(stage, apps, { isNetwork: false, isConvertible: false })
  if ((await stage.check(checks)).badCells === 0) return
  const [first] = await stage.badCells(1)
  throw new Error(
    `Row ${first!.line} of "${source}" has a bad ${first!.column}: ${JSON.stringify(first!.value)}.`,
  )
}
