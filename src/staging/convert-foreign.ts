import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { convert } from '../currencies/conversion.ts'
import type { FactKind } from '../facts/fact-kind.ts'
import { figures } from '../facts/figures.ts'
import { untaggedKey } from '../ledger/figure-keys.ts'
import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  subtractDecimal,
} from '../values/decimal.ts'
import type { AppliedRate } from './applied-rate.ts'
import { sumsOf } from './columns.ts'
import { isForeign, stagedKeyOf, stagedRowsOf } from './next-figures.ts'
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
  kind: FactKind,
  rates: readonly AppliedRate[],
): Promise<ReadonlyMap<string, string>> {
  if (rates.length === 0) return new Map()
  await putTable(
    connection,
    'rates',
    { rate_day: VARCHAR, rate_currency: VARCHAR, rate_account: UINTEGER, rate: VARCHAR },
    rates.map(({ day, currency, accountId, rate }) => [day, currency, accountId, rate]),
  )
  const amounts = kind.moneyNames.map(
    (name) => `sum(CAST(${name} AS DECIMAL(38, ${places}))) AS ${name}`,
  )
  const counts = sumsOf(kind.countNames, (count) => `CAST(${count} AS BIGINT)`)
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE foreign_rows AS
    SELECT CAST(row_number() OVER () AS UINTEGER) AS place, * FROM (
      SELECT ${stagedKeyOf(kind)}, stage.currency, rates.rate,
        ${counts}, ${amounts.join(', ')}
      ${stagedRowsOf(kind)} JOIN rates ON rate_day = stage.date AND rate_currency = stage.currency
        AND rate_account = apps.account
      WHERE ${isForeign} GROUP BY ALL
    )`,
  )
  for (const money of kind.moneyNames) {
    await putConverted(connection, kind, 'foreign_rows', {
      money,
      rate: 'rate',
      table: `converted_${money}`,
    })
  }
  const amount = kind.moneyNames.map((name) => `coalesce(${name}, 0)`).join(' + ')
  const totals = await rowsOf(
    connection,
    `SELECT currency, CAST(sum(${amount}) AS VARCHAR) FROM foreign_rows GROUP BY 1 ORDER BY 1`,
  )
  return new Map(
    totals.map(([currency, amount]) => [String(currency), withoutEndZeros(String(amount))]),
  )
}

/** The columns of rows whose money is added up and rounded once: that of all ad tags of figures, or one row's. */
export const roundedKeyOf = ({ name, rowKey }: FactKind): string =>
  name === figures.name ? untaggedKey : rowKey

/**
 * Makes a table of amounts in the account's currency, by `place`. The engine's decimals are too short for
 * the products, so they are computed here. What is shortened is the sum up to a row of its rounded key, not its own
 * amount: the sum over all ad tags is then rounded as if there were none.
 *
 * @param rows a table with `place`, the key, `currency`, the amounts and rates
 * @param of the columns of the amounts and of the rates, and the table to make. Unknown amounts are not in it
 */
export async function putConverted(
  connection: DuckDBConnection,
  kind: FactKind,
  rows: string,
  { money, rate, table }: Readonly<Record<'money' | 'rate' | 'table', string>>,
): Promise<void> {
  const sumOf = `${roundedKeyOf(kind)}, currency, ${rate}`
  const order = `${kind.rowKey}, place`
  const found = await rowsOf(
    connection,
    `SELECT place, CAST(${money} AS VARCHAR), ${rate},
      row_number() OVER (PARTITION BY ${sumOf} ORDER BY ${order}) = 1
    FROM ${rows} WHERE ${money} IS NOT NULL ORDER BY ${sumOf}, ${order}`,
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
