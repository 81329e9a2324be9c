import { type DuckDBConnection, DuckDBDateValue, DuckDBTypeId } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { duckdbDialect } from '../../src/storage/duckdb/duckdb-dialect.ts'
import { compilePlan } from '../../src/storage/sql/compile-plan.ts'
import type { ParameterType } from '../../src/storage/sql/sql-dialect.ts'
import { labelSets } from './label-sets.ts'
import { namedPlans } from './named-plans.ts'

const columnTypes: Readonly<Record<ParameterType, DuckDBTypeId>> = {
  account: DuckDBTypeId.UINTEGER,
  day: DuckDBTypeId.DATE,
  app: DuckDBTypeId.UINTEGER,
  entry: DuckDBTypeId.UINTEGER,
  number: DuckDBTypeId.UINTEGER,
  ad_tag: DuckDBTypeId.UINTEGER,
  network: DuckDBTypeId.USMALLINT,
  format: DuckDBTypeId.USMALLINT,
  country: DuckDBTypeId.USMALLINT,
}

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

describe.each(Object.entries(labelSets))('%s', (title, labels) => {
  const folder = title.replaceAll(' ', '-')

  test.each(Object.entries(namedPlans))('%s is compiled as it was', async (name, plan) => {
    const { text, parameters } = compilePlan(
      plan,
      duckdbDialect(labels, () => 7),
    )
    const comments = parameters.map(({ type, value }, index) => `-- $${index + 1} ${type} ${value}`)
    const snapshot = `${[text, ...comments].join('\n')}\n`
    await expect(snapshot).toMatchFileSnapshot(`./snapshots/duckdb/${folder}/${name}.sql`)
  })

  test.each(Object.entries(namedPlans))('%s is understood by the engine', async (_name, plan) => {
    const { text, parameters } = compilePlan(
      plan,
      duckdbDialect(labels, () => 7),
    )
    const statement = await connection.prepare(`EXPLAIN ${text}`)
    expect(statement.parameterCount).toBe(parameters.length)
    for (const [index, { type, value: bound }] of parameters.entries()) {
      const value = Number(bound)
      // The engine skips row groups only where a value has exactly the column's type.
      expect(statement.parameterTypeId(index + 1)).toBe(columnTypes[type])
      if (type === 'day') statement.bindDate(index + 1, new DuckDBDateValue(value))
      else if (columnTypes[type] === DuckDBTypeId.UINTEGER) statement.bindUInteger(index + 1, value)
      else statement.bindUSmallInt(index + 1, value)
    }
    const explained = await statement.runAndReadAll()
    expect(String(explained.getRows()[0]?.[1])).toMatch(/\S/)
    statement.destroySync()
  })
})
