import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { formatDecimal, multiplyDecimals, parseDecimal, roundToOdd } from '../values/decimal.ts'
import { appendRows } from './append-rows.ts'
import { isForeign, stagedKey, stagedRows } from './next-figures.ts'
import type { Rate } from './rates.ts'

/** Decimals that amounts are kept with until they are rounded to micros. */
const places = 18

/**
 * Converts the staged rows that are not in their account's currency: `foreign_rows` has them added
 * up by key and currency, `converted_amounts` what they come to. Products of two long decimals do
 * not fit the engine's, so they are made here.
 *
 * @returns what was converted, by currency
 */
export async function convertForeign(
  connection: DuckDBConnection,
  rates: readonly Rate[],
): Promise<ReadonlyMap<string, string>> {
  if (rates.length === 0) return new Map()
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE rates (rate_day VARCHAR, rate_currency VARCHAR, rate VARCHAR)',
  )
  const listed = rates.map(({ day, currency, rate }) => [day, currency, rate])
  await appendRows(connection, 'rates', [VARCHAR, VARCHAR, VARCHAR], listed)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE foreign_rows AS
    SELECT CAST(row_number() OVER () AS UINTEGER) AS place, * FROM (
      SELECT ${stagedKey}, stage.currency, rates.rate,
        CAST(sum(CAST(impressions AS BIGINT)) AS BIGINT) AS impressions,
        CAST(sum(CAST(clicks AS BIGINT)) AS BIGINT) AS clicks,
        CAST(sum(CAST(installs AS BIGINT)) AS BIGINT) AS installs,
        sum(CAST(revenue AS DECIMAL(38, ${places}))) AS amount
      ${stagedRows} JOIN rates ON rate_day = stage.date AND rate_currency = stage.currency
      WHERE ${isForeign} GROUP BY ALL
    )`,
  )
  const reader = await connection.runAndReadAll(
    'SELECT place, CAST(amount AS VARCHAR), rate FROM foreign_rows',
  )
  await connection.run(
    'CREATE OR REPLACE TEMP TABLE converted_amounts (place UINTEGER, converted_amount VARCHAR)',
  )
  const amounts = reader
    .getRows()
    .map(([place, amount, rate]) => [Number(place), convert(String(amount), String(rate))])
  await appendRows(connection, 'converted_amounts', [UINTEGER, VARCHAR], amounts)
  const totals = await connection.runAndReadAll(
    'SELECT currency, CAST(sum(amount) AS VARCHAR) FROM foreign_rows GROUP BY 1 ORDER BY 1',
  )
  return new Map(
    totals.getRows().map(([currency, amount]) => [String(currency), trimmed(String(amount))]),
  )
}

/** `amount × rate` with {@link places} decimals, to be rounded to micros later. */
function convert(amount: string, rate: string): string {
  const product = multiplyDecimals(parseDecimal(amount)!, parseDecimal(rate)!)
  return formatDecimal(roundToOdd(product, places))
}

const trimmed = (decimal: string): string => formatDecimal(parseDecimal(decimal)!)
