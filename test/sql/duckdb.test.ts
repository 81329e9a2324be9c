import { type DuckDBConnection, DuckDBDateValue, DuckDBTypeId } from '@duckdb/node-api'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { duckdbDialect } from '../../src/storage/duckdb/duckdb-dialect.ts'
import { compilePlan } from '../../src/storage/sql/compile-plan.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import type { ParameterType } from '../../src/storage/sql/sql-dialect.ts'
import { packCountry } from '../../src/values/country.ts'
import { labelSetNames, labelSets, plansWith } from './label-sets.ts'
import { matchesNothing } from './named-plans.ts'

const columnTypes: Readonly<Record<ParameterType, DuckDBTypeId>> = {
  account: DuckDBTypeId.UINTEGER,
  day: DuckDBTypeId.DATE,
  app: DuckDBTypeId.UINTEGER,
  entry: DuckDBTypeId.UINTEGER,
  number: DuckDBTypeId.UINTEGER,
  ad_tag: DuckDBTypeId.UINTEGER,
  network: DuckDBTypeId.USMALLINT,
  source: DuckDBTypeId.USMALLINT,
  format: DuckDBTypeId.USMALLINT,
  country: DuckDBTypeId.USMALLINT,
  rung: DuckDBTypeId.UINTEGER,
  floor: DuckDBTypeId.UINTEGER,
  placement: DuckDBTypeId.UINTEGER,
  test_group: DuckDBTypeId.USMALLINT,
  consent: DuckDBTypeId.USMALLINT,
  device_type: DuckDBTypeId.USMALLINT,
  channel: DuckDBTypeId.USMALLINT,
  campaign: DuckDBTypeId.UINTEGER,
  age: DuckDBTypeId.USMALLINT,
  partner: DuckDBTypeId.USMALLINT,
  share_rule: DuckDBTypeId.UINTEGER,
}

/** DuckDB stores the smallest and largest value of each column for this many rows. */
const rowGroup = 122_880
/** Rows of each app. Account 1 has four apps, account 2 has one. */
const appRows = rowGroup

let database: DuckdbDatabase
let connection: DuckDBConnection
beforeAll(async () => {
  database = await DuckdbDatabase.open({ path: ':memory:', threads: 1 })
  connection = await database.borrow()
  const [de, us] = ['DE', 'US'].map(packCountry)
  const key = `DATE '2026-02-15' + CAST(i % ${appRows} // 4096 AS INTEGER) AS day,
    1 + i // ${4 * appRows} AS account, 10 + i // ${appRows} AS app, i % 3 AS network`
  const sums = 'i AS impressions, i AS clicks, i AS installs, i AS revenue_micros, 1 AS since'
  await connection.run(`INSERT INTO figures BY NAME SELECT ${key}, i % 2 AS format,
    if(i % 5 = 0, ${de}, ${us}) AS country, i % 2 AS ad_tag, ${sums} FROM range(${5 * appRows}) AS r(i)`)
  await connection.run(`INSERT INTO slices BY NAME SELECT ${key}, 1 AS import_id, 1 AS row_count,
    ${sums}, 0 AS fingerprint, 1 AS changed, 0 AS restatements FROM range(${5 * appRows}) AS r(i)`)
})
afterAll(() => {
  database.giveBack(connection)
  database.close()
})

interface PlanNode {
  readonly operator_type: string
  readonly operator_rows_scanned: number
  readonly extra_info: { readonly Table?: string; readonly Filters?: string | readonly string[] }
  readonly children: readonly PlanNode[]
}

/** Runs a statement. @returns its table scans */
async function scansOf({ text, parameters }: CompiledQuery): Promise<PlanNode[]> {
  const statement = await connection.prepare(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`)
  expect(statement.parameterCount).toBe(parameters.length)
  for (const [index, { type, value: bound }] of parameters.entries()) {
    const value = Number(bound)
    // The engine skips row groups only when a parameter has exactly the column's type.
    expect(statement.parameterTypeId(index + 1)).toBe(columnTypes[type])
    if (type === 'day') statement.bindDate(index + 1, new DuckDBDateValue(value))
    else if (columnTypes[type] === DuckDBTypeId.UINTEGER) statement.bindUInteger(index + 1, value)
    else statement.bindUSmallInt(index + 1, value)
  }
  const explained = await statement.runAndReadAll()
  statement.destroySync()
  const nodes = (node: PlanNode): PlanNode[] => [node, ...node.children.flatMap(nodes)]
  const root: PlanNode = JSON.parse(String(explained.getRows()[0]?.[1]))
  return nodes(root).filter(({ operator_type }) => operator_type === 'TABLE_SCAN')
}

describe.each(labelSetNames)('%s', (title) => {
  const folder = title.replaceAll(' ', '-')
  const dialect = duckdbDialect(labelSets[title], () => 7)
  const plans = plansWith(title)

  test.each(plans)('%s compiles to its snapshot', async (name, plan) => {
    const { text, parameters } = compilePlan(plan, dialect)
    const comments = parameters.map(({ type, value }, index) => `-- $${index + 1} ${type} ${value}`)
    const snapshot = `${[text, ...comments].join('\n')}\n`
    await expect(snapshot).toMatchFileSnapshot(`./snapshots/duckdb/${folder}/${name}.sql`)
  })

  test.each(plans.filter(([, plan]) => !matchesNothing(plan)))(
    '%s reads only row groups of its account and apps',
    async (_name, plan) => {
      const scans = await scansOf(compilePlan(plan, dialect))
      expect(scans.map(({ extra_info }) => extra_info.Table)).toEqual([`memory.main.${plan.table}`])
      const [{ extra_info, operator_rows_scanned }] = scans as [PlanNode]
      expect(extra_info.Filters).toEqual(
        expect.arrayContaining([
          'account=1',
          "day>='2026-03-01'::DATE AND day<='2026-03-07'::DATE",
        ]),
      )
      const apps = plan.apps?.length ?? 4
      expect(operator_rows_scanned).toBeGreaterThan(0)
      expect(operator_rows_scanned).toBeLessThanOrEqual(apps * appRows)
    },
  )

  test.each(plans.filter(([, plan]) => matchesNothing(plan)))(
    '%s reads nothing',
    async (_name, plan) => {
      expect(await scansOf(compilePlan(plan, dialect))).toEqual([])
    },
  )
})
