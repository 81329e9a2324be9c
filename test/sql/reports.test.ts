import { describe, expect, test } from 'vitest'
import { boundValues, clickhouseDialect } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { duckdbDialect } from '../../src/storage/duckdb/duckdb-dialect.ts'
import { readRows } from '../../src/storage/duckdb/read-rows.ts'
import { compileCount, compilePlan } from '../../src/storage/sql/compile-plan.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { labelSets } from './label-sets.ts'
import { namedReports } from './named-reports.ts'

const labels = labelSets['names out of order']
const duckdb = duckdbDialect(labels, () => 7)
/** The state after entry 7, of which 3 and 5 were given up. */
const clickhouse = clickhouseDialect(labels, { last: 7, hidden: [3, 5, 8] })
const named = Object.entries(namedReports)
/** The reports whose counts are recorded: one of each way to count. A property test compares the numbers. */
const counted = [
  ...['compared-totals', 'filled-and-compared', 'top-ten-by-rate'],
  ...['after-an-entry', 'weeks-of-app-names'],
]

const database = shareSite(() => DuckdbDatabase.open({ path: ':memory:', threads: 1 }))

describe.each([['rows', compilePlan] as const, ['counts', compileCount] as const])(
  '%s',
  (kind, compile) => {
    const ending = kind === 'rows' ? '' : '.count'
    const recorded = named.filter(([name]) => kind === 'rows' || counted.includes(name))

    test.each(recorded)('of %s compile to their snapshot for DuckDB', async (name, plan) => {
      const { text, parameters } = compile(plan, duckdb)
      const values = parameters.map(({ type, value }, index) => `-- $${index + 1} ${type} ${value}`)
      const snapshot = `${[text, ...values].join('\n')}\n`
      await expect(snapshot).toMatchFileSnapshot(`./snapshots/duckdb/reports/${name}${ending}.sql`)
    })

    test.each(recorded)('of %s compile to their snapshot for ClickHouse', async (name, plan) => {
      const { text, parameters } = compile(plan, clickhouse)
      const values = Object.entries(boundValues(parameters)).map(
        ([key, value]) => `-- ${key} ${value}`,
      )
      const snapshot = `${[text, ...values].join('\n')}\n`
      await expect(snapshot).toMatchFileSnapshot(
        `./snapshots/clickhouse/reports/${name}${ending}.sql`,
      )
    })

    test.each(named)('of %s run in an empty DuckDB file', async (name, plan) => {
      const rows = await readRows(database, compile(plan, duckdb))
      if (kind === 'rows') return
      // The days of a week are filled without figures.
      const expected = name === 'filled-days' ? 7 : name === 'compared-totals' ? 1 : 0
      expect(rows.map(([count]) => Number(count))).toEqual([expected])
    })
  },
)
