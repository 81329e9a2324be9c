import { type DuckDBConnection, INTEGER, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { figureKey, sliceKey, untaggedKey } from '../ledger/figure-keys.ts'
import type { NewRate } from './applied-rate.ts'
import { figureColumns, figureCounts, figuresByMonth, sliceVersionColumns } from './columns.ts'
import { putConverted } from './convert-foreign.ts'
import { microsOf } from './micros.ts'
import { putTable } from './scratch-tables.ts'
import { inRange, rangeOf } from './slice-range.ts'
import type { CurrentSlices, SliceRange } from './staged-slices.ts'

/** A sum of converted amounts up to an ad tag, in micros: rounded once, as an import rounds it. */
const microsUpTo = (table: string) =>
  microsOf(`sum(CAST(${table}.converted_amount AS DECIMAL(38, 18))) OVER of_tags`)

/**
 * Lists in `current_slices` the slices of a range whose converted money gets other rates, in
 * `next_figures` their figures with these, and in `next_originals` their reported amounts.
 *
 * An ad unit's part of the rounded sums is taken away, and its part of the new ones is added: money that
 * was not converted stays as it is.
 */
export async function applyNewRates(
  scratch: DuckDBConnection,
  range: SliceRange,
  newRates: readonly NewRate[],
  current: CurrentSlices,
): Promise<void> {
  await putTable(
    scratch,
    'new_rates',
    { entry: UINTEGER, rate_day: INTEGER, currency: VARCHAR, rate: VARCHAR, new_rate: VARCHAR },
    newRates.map(({ entry, day, currency, rate, newRate }) => [
      entry,
      day,
      currency,
      rate,
      newRate,
    ]),
  )
  const originals = await current.originals(range)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE scope_slices AS
    SELECT ${sliceVersionColumns} FROM ${await current.slices(range)} WHERE ${inRange(range)}`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE converted_rows AS
    SELECT CAST(row_number() OVER () AS UINTEGER) AS place, original.*,
      coalesce(new_rate, original.rate) AS new_rate, new_rate IS NOT NULL AS is_new
    FROM (FROM ${originals} SEMI JOIN scope_slices USING (${sliceKey}, import_id)) AS original
    LEFT JOIN new_rates ON entry = import_id AND new_rates.currency = original.currency
      AND new_rates.rate = original.rate AND DATE '1970-01-01' + rate_day = day`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE current_slices AS
    FROM scope_slices SEMI JOIN (FROM converted_rows WHERE is_new) USING (${sliceKey}, import_id)`)
  await scratch.run(`DELETE FROM converted_rows
    WHERE (${sliceKey}) NOT IN (SELECT (${sliceKey}) FROM current_slices)`)
  await putConverted(scratch, 'converted_rows', 'rate', 'old_amounts')
  await putConverted(scratch, 'converted_rows', 'new_rate', 'new_amounts')
  await scratch.run(`CREATE OR REPLACE TEMP TABLE rate_effects AS
    SELECT ${figureKey}, new_up_to - coalesce(lag(new_up_to) OVER of_tags, 0)
      - old_up_to + coalesce(lag(old_up_to) OVER of_tags, 0) AS micros
    FROM (
      SELECT DISTINCT ${figureKey}, ${microsUpTo('old_amounts')} AS old_up_to,
        ${microsUpTo('new_amounts')} AS new_up_to
      FROM converted_rows JOIN old_amounts USING (place) JOIN new_amounts USING (place)
      WINDOW of_tags AS (PARTITION BY ${untaggedKey} ORDER BY ad_tag)
    )
    WINDOW of_tags AS (PARTITION BY ${untaggedKey} ORDER BY ad_tag)`)
  const figures = await current.figures(await rangeOf(scratch, 'current_slices'))
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_figures AS
    SELECT ${figureColumns} FROM (
      SELECT ${figureKey}, ${figureCounts.join(', ')},
        CAST(revenue_micros + coalesce(micros, 0) AS BIGINT) AS revenue_micros
      FROM (SELECT ${figureColumns} FROM ${figures} SEMI JOIN current_slices USING (${sliceKey}))
      LEFT JOIN rate_effects USING (${figureKey})
    ) ORDER BY ${figuresByMonth}`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_originals AS
    SELECT ${figureKey}, currency, new_rate AS rate, amount FROM converted_rows`)
}
