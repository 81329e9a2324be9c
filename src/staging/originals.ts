import type { DuckDBConnection } from '@duckdb/node-api'
import type { FactKind } from '../facts/fact-kind.ts'
import type { Day } from '../values/day.ts'
import type { UsedRate } from './applied-rate.ts'
import { roundedKeyOf } from './convert-foreign.ts'
import { isForeign, stagedKeyOf, stagedRowsOf } from './next-figures.ts'
import { rowsOf } from './scratch-tables.ts'
import { rangeOf } from './slice-range.ts'
import type { SliceStore } from './slice-store.ts'
import type { CurrentSlices, StagedSlices } from './staged-slices.ts'

/** The columns of the originals of a kind, without the entry that stated their slice. */
const originalColumns = ({ rowKey, moneyNames }: FactKind) =>
  [rowKey, 'currency', 'rate', ...moneyNames].join(', ')

/** Whether a plan makes `next_originals`. */
export const mayHaveOriginals = ({ kind, rates, isPartial, scope }: StagedSlices): boolean =>
  kind.tables.originals !== undefined &&
  (rates.length > 0 ||
    isPartial ||
    scope?.mergedInto !== undefined ||
    scope?.newRates !== undefined)

/**
 * Makes `next_originals`: the reported amounts of the slices that an entry states. A partial import and a
 * merge keep those of the slices that they add to.
 */
export async function makeNextOriginals(
  { scratch, kind, rates, isPartial, scope }: StagedSlices,
  current: CurrentSlices,
): Promise<void> {
  const { rowKey, sliceKey, moneyNames } = kind
  const columns = originalColumns(kind)
  const parts = rates.length > 0 ? [`SELECT ${columns} FROM foreign_rows`, besideForeign(kind)] : []
  const { mergedInto } = scope ?? {}
  if (isPartial || mergedInto !== undefined) {
    const app = mergedInto === undefined ? 'app' : `CAST(${mergedInto} AS UINTEGER) AS app`
    const stored = await current.originals(await rangeOf(scratch, 'current_slices', kind))
    parts.push(`SELECT ${columns.replace('app', app)}
      FROM ${stored} SEMI JOIN current_slices USING (${sliceKey}, import_id)`)
  }
  const sums = moneyNames.map((name) => `CAST(sum(${name}) AS DECIMAL(38, 18)) AS ${name}`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_originals AS
    SELECT ${rowKey}, currency, rate, ${sums.join(', ')}
    FROM (${parts.join(' UNION ALL ')}) GROUP BY ALL`)
}

/** Money in the account's currency that is rounded together with `foreign_rows`: its fractions count too. */
const besideForeign = (kind: FactKind): string => {
  const amounts = kind.moneyNames.map((name) => `CAST(stage.${name} AS DECIMAL(38, 18)) AS ${name}`)
  return `SELECT ${originalColumns(kind)} FROM (
    SELECT ${stagedKeyOf(kind)}, apps.account_currency AS currency, '1' AS rate, ${amounts.join(', ')}
    ${stagedRowsOf(kind)} WHERE (${isForeign}) IS NOT TRUE
  ) SEMI JOIN foreign_rows USING (${roundedKeyOf(kind)})`
}

/** The stored rates that the current facts of a kind were converted by, of accounts and secondary reports. */
export const usedRates = (
  slices: SliceStore,
  kind: FactKind,
  accounts: readonly number[],
): Promise<UsedRate[]> =>
  slices.read(({ currentOf }) =>
    slices.withScratch((scratch) => readUsedRates(scratch, accounts, currentOf(kind))),
  )

async function readUsedRates(
  scratch: DuckDBConnection,
  accounts: readonly number[],
  current: CurrentSlices,
): Promise<UsedRate[]> {
  const range = { days: null, accounts, apps: null, networks: null }
  const rows = await rowsOf(
    scratch,
    `SELECT DISTINCT account, import_id, date_diff('day', DATE '1970-01-01', day), currency, rate
    FROM ${await current.originals(range)}
    SEMI JOIN (FROM ${await current.slices(range)} WHERE account IN (${accounts.join(', ')}))
      USING (${current.kind.sliceKey}, import_id)
    WHERE rate LIKE '%/%' ORDER BY ALL`,
  )
  return rows.map(([account, entry, day, currency, rate]) => ({
    account: Number(account),
    entry: Number(entry),
    day: Number(day) as Day,
    currency: String(currency),
    rate: String(rate),
  }))
}
