import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
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

/**
 * `amount × rate` with {@link places} decimals. What does not fit is not rounded but makes the last
 * digit odd, so that rounding to micros later falls to the side that it belongs to.
 */
function convert(amount: string, rate: string): string {
  const [amountDigits, amountPlaces] = digitsOf(amount)
  const [rateDigits, ratePlaces] = digitsOf(rate)
  const product = amountDigits * rateDigits
  const excess = amountPlaces + ratePlaces - places
  if (excess <= 0) return pointed(product * 10n ** BigInt(-excess))
  const divisor = 10n ** BigInt(excess)
  const kept = product / divisor
  if (product % divisor === 0n || kept % 2n !== 0n) return pointed(kept)
  return pointed(product < 0n ? kept - 1n : kept + 1n)
}

function digitsOf(decimal: string): [digits: bigint, places: number] {
  const [whole = '', fraction = ''] = decimal.split('.')
  return [BigInt(whole + fraction), fraction.length]
}

function pointed(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}

const trimmed = (decimal: string): string => decimal.replace(/\.?0+$/, '')
