import { type DuckDBConnection, DuckDBTypeId } from '@duckdb/node-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boundValues, clickhouseDialect } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { duckdbDialect } from '../../src/storage/duckdb/duckdb-dialect.ts'
import { readRows } from '../../src/storage/duckdb/read-rows.ts'
import { labelSets } from './label-sets.ts'
import { namedLedgerQueries } from './named-ledger-queries.ts'

const labels = labelSets['names in order']
const duckdb = duckdbDialect(labels, () => 7)
/** The state after entry 7, of which 3 and 5 were given up. */
const clickhouse = clickhouseDialect(labels, { last: 7, hidden: [3, 5, 8] })
const named = Object.entries(namedLedgerQueries)

let database: DuckdbDatabase
let connection: DuckDBConnection
beforeAll(async () => {
  database = await DuckdbDatabase.open({ path: ':memory:', threads: 1 })
  connection = await database.borrow()
})
afterAll(() => {
  database.giveBack(connection)
  database.close()
})

test.each(named)('%s compiles to its snapshot for DuckDB', async (name, compile) => {
  const { text, parameters } = compile(duckdb)
  const values = parameters.map(({ type, value }, index) => `-- $${index + 1} ${type} ${value}`)
  const snapshot = `${[text, ...values].join('\n')}\n`
  await expect(snapshot).toMatchFileSnapshot(`./snapshots/duckdb/ledger/${name}.sql`)
})

test.each(named)('%s compiles to its snapshot for ClickHouse', async (name, compile) => {
  const { text, parameters } = compile(clickhouse)
  const values = Object.entries(boundValues(parameters)).map(([key, value]) => `-- ${key} ${value}`)
  const snapshot = `${[text, ...values].join('\n')}\n`
  await expect(snapshot).toMatchFileSnapshot(`./snapshots/clickhouse/ledger/${name}.sql`)
})

test.each(named)('%s finds nothing in an empty DuckDB file', async (name, compile) => {
  const nothing = name === 'day-span' ? [[0n, null, null]] : []
  expect(await readRows(database, compile(duckdb))).toEqual(nothing)
})

test.each(named)('%s has parameters with the exact types of DuckDB columns', async (_, compile) => {
  const { text, parameters } = compile(duckdb)
  const statement = await connection.prepare(text)
  expect(statement.parameterCount).toBe(parameters.length)
  const types = {
    account: DuckDBTypeId.UINTEGER,
    entry: DuckDBTypeId.UINTEGER,
    day: DuckDBTypeId.DATE,
  }
  for (const [index, { type }] of parameters.entries()) {
    if (type in types)
      expect(statement.parameterTypeId(index + 1), `$${index + 1}`).toBe(
        types[type as keyof typeof types],
      )
  }
  statement.destroySync()
})
