import { type DuckDBConnection, UINTEGER, VARCHAR } from '@duckdb/node-api'
import { convert } from '../currencies/conversion.ts'
import type { FactKind } from '../facts/fact-kind.ts'
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
  const isOfFigures = kind.name === 'figures'
  const amounts = kind.moneyNames.map(
    (name) => `sum(CAST(${name} AS DECIMAL(38, ${places}))) AS ${isOfFigures ? 'amount' : name}`,
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
  if (isOfFigures) await putConverted(connection, 'foreign_rows', 'rate', 'converted_amounts')
  else await putConvertedFacts(connection, kind)
  const amount = isOfFigures
    ? 'amount'
    : kind.moneyNames.map((name) => `coalesce(${name}, 0)`).join(' + ')
  const totals = await rowsOf(
    connection,
    `SELECT currency, CAST(sum(${amount}) AS VARCHAR) FROM foreign_rows GROUP BY 1 ORDER BY 1`,
  )
  return new Map(
    totals.map(([currency, amount]) => [String(currency), withoutEndZeros(String(amount))]),
  )
}

/** Makes for each kind of money `converted_` and its name, each key rounded by itself. */
async function putConvertedFacts(
  connection: DuckDBConnection,
  { rowKey, moneyNames }: FactKind,
): Promise<void> {
  for (const name of moneyNames) {
    const rows = `(SELECT *, ${name} AS amount FROM foreign_rows WHERE ${name} IS NOT NULL)`
    const table = `converted_${name}`
    await putConverted(connection, rows, 'rate', table, { sumOf: rowKey, orderedBy: 'place' })
  }
}

/**
 * Makes a table of amounts in the account's currency, by `place`. The engine's decimals are too short for
 * the products, so they are computed here. What is shortened is the sum up to an ad tag, not its own
 * amount: the sum over all ad tags is then rounded as if there were none.
 *
 * @param rows a table with `place`, the key, `currency`, `amount` and the column `rate`
 * @param sums the columns of the sum that is shortened once, and the order in which it is added up
 */
export async function putConverted(
  connection: DuckDBConnection,
  rows: string,
  rate: string,
  table: string,
  { sumOf, orderedBy } = { sumOf: untaggedKey, orderedBy: 'ad_tag' },
): Promise<void> {
  const found = await rowsOf(
    connection,
    `SELECT place, CAST(amount AS VARCHAR), ${rate},
      row_number() OVER (PARTITION BY ${sumOf}, currency, ${rate} ORDER BY ${orderedBy}) = 1
    FROM ${rows} ORDER BY ${sumOf}, currency, ${rate}, ${orderedBy}`,
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
