import { type DuckDBConnection, INTEGER, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { type FactKind, microsOf as microsColumn } from '../facts/fact-kind.ts'
import type { NewRate } from './applied-rate.ts'
import { rowsByMonth } from './columns.ts'
import { putConverted, roundedKeyOf } from './convert-foreign.ts'
import { microsOf } from './micros.ts'
import { putTable } from './scratch-tables.ts'
import { inRange, rangeOf } from './slice-range.ts'
import type { CurrentSlices, SliceRange } from './staged-slices.ts'

/** A sum of converted amounts up to a row of its rounded key, in micros: rounded once, as an import rounds it. */
const microsUpTo = (table: string) =>
  microsOf(`sum(CAST(${table}.converted_amount AS DECIMAL(38, 18))) OVER of_key`)

/**
 * Lists in `current_slices` the slices of a range whose converted money gets other rates, in
 * `next_figures` their rows with these, and in `next_originals` their reported amounts.
 *
 * A row's part of the rounded sums is taken away, and its part of the new ones is added: money that was not
 * converted stays as it is.
 */
export async function applyNewRates(
  scratch: DuckDBConnection,
  range: SliceRange,
  newRates: readonly NewRate[],
  current: CurrentSlices,
): Promise<void> {
  const { kind } = current
  const { sliceKey, rowKey, rowColumns, versionColumns, countNames, moneyNames } = kind
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
    SELECT ${versionColumns} FROM ${await current.slices(range)} WHERE ${inRange(range, kind)}`)
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
  for (const money of moneyNames) await putEffects(scratch, kind, money)
  const rows = await current.figures(await rangeOf(scratch, 'current_slices', kind))
  const amounts = moneyNames.map((name) => {
    const micros = microsColumn(name)
    return `CAST(${micros} + coalesce(of_${name}.effect, 0) AS BIGINT) AS ${micros}`
  })
  const joins = moneyNames.map(
    (name) => `LEFT JOIN effects_${name} AS of_${name} USING (${rowKey})`,
  )
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_figures AS
    SELECT ${rowColumns} FROM (
      SELECT ${[rowKey, ...countNames, ...amounts].join(', ')}
      FROM (SELECT ${rowColumns} FROM ${rows} SEMI JOIN current_slices USING (${sliceKey}))
      ${joins.join(' ')}
    ) ORDER BY ${rowsByMonth(kind)}`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_originals AS
    SELECT ${rowKey}, currency, new_rate AS rate, ${moneyNames.join(', ')} FROM converted_rows`)
}

/** Makes `effects_` and the name of the money: by how many micros new rates change the rows of `converted_rows`. */
async function putEffects(scratch: DuckDBConnection, kind: FactKind, money: string): Promise<void> {
  const { rowKey } = kind
  const ofKey = `of_key AS (PARTITION BY ${roundedKeyOf(kind)} ORDER BY ${rowKey})`
  const converted = (rate: string, table: string) =>
    putConverted(scratch, kind, 'converted_rows', { money, rate, table })
  await converted('rate', 'old_amounts')
  await converted('new_rate', 'new_amounts')
  await scratch.run(`CREATE OR REPLACE TEMP TABLE effects_${money} AS
    SELECT ${rowKey}, new_up_to - coalesce(lag(new_up_to) OVER of_key, 0)
      - old_up_to + coalesce(lag(old_up_to) OVER of_key, 0) AS effect
    FROM (
      SELECT DISTINCT ${rowKey}, ${microsUpTo('old_amounts')} AS old_up_to,
        ${microsUpTo('new_amounts')} AS new_up_to
      FROM converted_rows JOIN old_amounts USING (place) JOIN new_amounts USING (place)
      WINDOW ${ofKey}
    )
    WINDOW ${ofKey}`)
}
