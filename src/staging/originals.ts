import type { DuckDBConnection } from '@duckdb/node-api'
import { figures } from '../facts/figures.ts'
import { figureKey, sliceKey } from '../ledger/figure-keys.ts'
import type { Day } from '../values/day.ts'
import type { UsedRate } from './applied-rate.ts'
import { rowsOf } from './scratch-tables.ts'
import { rangeOf } from './slice-range.ts'
import type { SliceStore } from './slice-store.ts'
import type { CurrentSlices, StagedSlices } from './staged-slices.ts'

/** The columns of the originals of converted figures, without the entry that stated their slice. */
const originalColumns = `${figureKey}, currency, rate, amount`

/** Whether a plan makes `next_originals`. */
export const mayHaveOriginals = ({ kind, rates, isPartial, scope }: StagedSlices): boolean =>
  kind.name === 'figures' &&
  (rates.length > 0 ||
    isPartial ||
    scope?.mergedInto !== undefined ||
    scope?.newRates !== undefined)

/**
 * Makes `next_originals`: the reported amounts of the slices that an entry states. A partial import and a
 * merge keep those of the slices that they add to.
 */
export async function makeNextOriginals(
  { scratch, rates, isPartial, scope }: StagedSlices,
  current: CurrentSlices,
): Promise<void> {
  const parts = rates.length > 0 ? [`SELECT ${originalColumns} FROM foreign_rows`] : []
  const { mergedInto } = scope ?? {}
  if (isPartial || mergedInto !== undefined) {
    const app = mergedInto === undefined ? 'app' : `CAST(${mergedInto} AS UINTEGER) AS app`
    const stored = await current.originals(await rangeOf(scratch, 'current_slices'))
    parts.push(`SELECT ${originalColumns.replace('app', app)}
      FROM ${stored} SEMI JOIN current_slices USING (${sliceKey}, import_id)`)
  }
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_originals AS
    SELECT ${figureKey}, currency, rate, CAST(sum(amount) AS DECIMAL(38, 18)) AS amount
    FROM (${parts.join(' UNION ALL ')}) GROUP BY ALL`)
}

/** The stored rates that the current figures of accounts and secondary reports were converted by. */
export const usedRates = (slices: SliceStore, accounts: readonly number[]): Promise<UsedRate[]> =>
  slices.read(({ currentOf }) =>
    slices.withScratch((scratch) => readUsedRates(scratch, accounts, currentOf(figures))),
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
      USING (${sliceKey}, import_id)
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
