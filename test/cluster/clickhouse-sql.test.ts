import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { bound } from '../../src/storage/clickhouse/clickhouse-report-store.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import { clickhouseStatements } from '../sql/clickhouse-statements.ts'
import { labelSets } from '../sql/label-sets.ts'
import { matchesNothing, namedPlans } from '../sql/named-plans.ts'
import { type OpenJournal, openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'

const clickhouse = shareClickhouse()
let journal: OpenJournal
beforeAll(async () => {
  journal = await openJournal(clickhouse.newDatabase())
  // March of apps 0 to 32, 31,000 rows each.
  for (const table of ['figures', 'slices']) {
    await journal.connection.commandEverywhere(
      `INSERT INTO ${table} (day, account, app, network, sign, since)
      SELECT toDate('2026-03-01') + number % 31, 1, intDiv(number, 31000), number % 7, 1, 1
      FROM numbers(1000000)`,
    )
  }
})
afterAll(() => journal?.close())

async function explain({ text, parameters }: CompiledQuery): Promise<string> {
  const lines = await journal.connection.rows(`EXPLAIN indexes = 1 ${text}`, bound(parameters))
  return lines.map(([line]) => line).join('\n')
}

/** The columns by which the primary key leaves rows out. */
const keysOf = (explained: string) =>
  /PrimaryKey\n\s+Keys:\s+((?:\w+\s+)+?)Condition:/.exec(explained)?.[1]?.trim().split(/\s+/)

/** What a plan is limited by, in the order of the key. */
function keysFor({ apps, filters: { networks, formats, countries, adTags } }: ReportPlan) {
  const limits = { account: true, app: apps, day: true, network: networks, format: formats }
  const all = Object.entries({ ...limits, country: countries, ad_tag: adTags })
  return all.flatMap(([column, limit]) => (limit ? [column] : []))
}

describe.each(Object.entries(labelSets))('%s', (_title, labels) => {
  const plans = Object.entries(namedPlans)

  test.each(plans.filter(([, plan]) => !matchesNothing(plan)))(
    '%s is found by the primary key',
    async (_name, plan) => {
      const statements = clickhouseStatements(plan, labels)
      const explained = await Promise.all(statements.map(explain))
      expect(explained.map(keysOf)).toEqual(statements.map(() => keysFor(plan)))
    },
  )

  test.each(plans.filter(([, plan]) => matchesNothing(plan)))(
    '%s is answered by a filter that nothing passes',
    async (_name, plan) => {
      for (const statement of clickhouseStatements(plan, labels)) {
        expect(await explain(statement)).toMatch(/Filter column: 0\n/)
      }
    },
  )
})

test("one app's week is found by the primary key, whatever values are bound", async () => {
  const [, rows] = clickhouseStatements(namedPlans['one-app']!, labelSets['names in order'])
  const granules = /PrimaryKey\n.*?Granules: (\d+)\/(\d+)/s.exec(await explain(rows!))
  const [chosen, all] = granules!.slice(1).map(Number)
  expect(all).toBeGreaterThan(100)
  // An app has 31,000 rows, of which a week is less than a quarter.
  expect(chosen).toBeLessThanOrEqual(3)
})
