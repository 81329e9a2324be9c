import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { convert } from '../currencies/conversion.ts'
import { untaggedKey } from '../ledger/figure-keys.ts'
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimal,
} from '../values/decimal.ts'
import type { AppliedRate } from './applied-rate.ts'
import { figureCounts, sumsOf } from './columns.ts'
import { isForeign, stagedKey, stagedRows } from './next-figures.ts'
import { putTable, rowsOf } from './scratch-tables.ts'

/** Decimal places of amounts until they are rounded to micros. */
const places = 18

/**
 * Converts the staged rows that are not in their account's currency. Makes `foreign_rows`, the rows
 * added up by key and currency, and `converted_amounts`.
 *
 * @param rates their accounts may be secondary reports that take the places of accounts
 * @returns the amounts that were converted, by currency
 */
export async function convertForeign(
  connection: DuckDBConnection,
  rates: readonly AppliedRate[],
): Promise<ReadonlyMap<string, string>> {
  if (rates.length === 0) return new Map()
  await putTable(
    connection,
    'rates',
    { rate_day: VARCHAR, rate_currency: VARCHAR, rate_account: UINTEGER, rate: VARCHAR },
    rates.map(({ day, currency, accountId, rate }) => [day, currency, accountId, rate]),
  )
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE foreign_rows AS
    SELECT CAST(row_number() OVER () AS UINTEGER) AS place, * FROM (
      SELECT ${stagedKey}, stage.currency, rates.rate,
        ${sumsOf(figureCounts, (count) => `CAST(${count} AS BIGINT)`)},
        sum(CAST(revenue AS DECIMAL(38, ${places}))) AS amount
      ${stagedRows} JOIN rates ON rate_day = stage.date AND rate_currency = stage.currency
        AND rate_account = apps.account
      WHERE ${isForeign} GROUP BY ALL
    )`,
  )
  await putConverted(connection, 'foreign_rows', 'rate', 'converted_amounts')
  const totals = await rowsOf(
    connection,
    'SELECT currency, CAST(sum(amount) AS VARCHAR) FROM foreign_rows GROUP BY 1 ORDER BY 1',
  )
  return new Map(
    totals.map(([currency, amount]) => [String(currency), withoutEndZeros(String(amount))]),
  )
}

/**
 * Makes a table of amounts in the account's currency, by `place`. The engine's decimals are too short for
 * the products, so they are computed here. What is shortened is the sum up to an ad tag, not its own
 * amount: the sum over all ad tags is then rounded as if there were none.
 *
 * @param rows a table with `place`, the key, `currency`, `amount` and the column `rate`
 */
export async function putConverted(
  connection: DuckDBConnection,
  rows: string,
  rate: string,
  table: string,
): Promise<void> {
  const found = await rowsOf(
    connection,
    `SELECT place, CAST(amount AS VARCHAR), ${rate},
      row_number() OVER (PARTITION BY ${untaggedKey}, currency, ${rate} ORDER BY ad_tag) = 1
    FROM ${rows} ORDER BY ${untaggedKey}, currency, ${rate}, ad_tag`,
  )
  let sum = zero
  let converted = zero
  const cells = found.map(([place, amount, rate, isFirst]) => {
    if (isFirst) [sum, converted] = [zero, zero]
    sum = addDecimals([sum, parseDecimal(String(amount))!])
    const upTo = convert(sum, String(rate), places)
    const own = subtractDecimal(upTo, converted)
    converted = upTo
    return [Number(place), formatDecimal(own)]
  })
  await putTable(connection, table, { place: UINTEGER, converted_amount: VARCHAR }, cells)
}

const zero: Decimal = { units: 0n, places: 0 }

const withoutEndZeros = (decimal: string): string => formatDecimal(parseDecimal(decimal)!)
