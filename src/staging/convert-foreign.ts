import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { formatDecimal, multiplyDecimals, parseDecimal, roundToOdd } from '../values/decimal.ts'
import { figureCounts, sumsOf } from './columns.ts'
import { isForeign, stagedKey, stagedRows } from './next-figures.ts'
import type { Rate } from './rates.ts'
import { putTable, rowsOf } from './scratch-tables.ts'

/** Decimal places of amounts until they are rounded to micros. */
const places = 18

/**
 * Converts the staged rows that are not in their account's currency. Makes `foreign_rows`, the rows
 * added up by key and currency, and `converted_amounts`. The engine's decimals are too short for the
 * products, so they are computed here.
 *
 * @returns the amounts that were converted, by currency
 */
export async function convertForeign(
  connection: DuckDBConnection,
  rates: readonly Rate[],
): Promise<ReadonlyMap<string, string>> {
  if (rates.length === 0) return new Map()
  const columns = { rate_day: VARCHAR, rate_currency: VARCHAR, rate: VARCHAR }
  const rateRows = rates.map(({ day, currency, rate }) => [day, currency, rate])
  await putTable(connection, 'rates', columns, rateRows)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE foreign_rows AS
    SELECT CAST(row_number() OVER () AS UINTEGER) AS place, * FROM (
      SELECT ${stagedKey}, stage.currency, rates.rate,
        ${sumsOf(figureCounts, (count) => `CAST(${count} AS BIGINT)`)},
        sum(CAST(revenue AS DECIMAL(38, ${places}))) AS amount
      ${stagedRows} JOIN rates ON rate_day = stage.date AND rate_currency = stage.currency
      WHERE ${isForeign} GROUP BY ALL
    )`,
  )
  const foreign = await rowsOf(
    connection,
    'SELECT place, CAST(amount AS VARCHAR), rate FROM foreign_rows',
  )
  await putTable(
    connection,
    'converted_amounts',
    { place: UINTEGER, converted_amount: VARCHAR },
    foreign.map(([place, amount, rate]) => [Number(place), convert(String(amount), String(rate))]),
  )
  const totals = await rowsOf(
    connection,
    'SELECT currency, CAST(sum(amount) AS VARCHAR) FROM foreign_rows GROUP BY 1 ORDER BY 1',
  )
  return new Map(
    totals.map(([currency, amount]) => [String(currency), withoutEndZeros(String(amount))]),
  )
}

/** `amount × rate` with at most {@link places} decimals, to be rounded to micros later. */
function convert(amount: string, rate: string): string {
  const product = multiplyDecimals(parseDecimal(amount)!, parseDecimal(rate)!)
  return formatDecimal(roundToOdd(product, places))
}

const withoutEndZeros = (decimal: string): string => formatDecimal(parseDecimal(decimal)!)
