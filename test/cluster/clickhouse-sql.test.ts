import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { boundValues, clickhouseDialect } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { sliceChanges } from '../../src/storage/sql/change-queries.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import { parseDay } from '../../src/values/day.ts'
import { clickhouseStatements } from '../sql/clickhouse-statements.ts'
import { labelSetNames, labelSets, plansWith } from '../sql/label-sets.ts'
import { namedLedgerQueries } from '../sql/named-ledger-queries.ts'
import { matchesNothing, namedPlans } from '../sql/named-plans.ts'
import { type OpenJournal, openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'

const clickhouse = shareClickhouse()
let journal: OpenJournal
let emptyJournal: OpenJournal
beforeAll(async () => {
  emptyJournal = await openJournal(clickhouse.newDatabase())
  journal = await openJournal(clickhouse.newDatabase())
  // March of the apps 0 to 32, 31,000 rows each.
  for (const table of ['figures', 'slices']) {
    await journal.connection.commandEverywhere(
      `INSERT INTO ${table} (day, account, app, network, sign, since)
      SELECT toDate('2026-03-01') + number % 31, 1, intDiv(number, 31000), number % 7, 1, 1
      FROM numbers(1000000)`,
    )
  }
})
afterAll(async () => {
  await emptyJournal?.close()
  await journal?.close()
})

/** Granules of a query's table: those that are read, and all. */
async function granulesOf(query: CompiledQuery) {
  const found = [...(await explain(query)).matchAll(/Granules: (\d+)\/(\d+)/g)]
  // One match for each index. Each index filters the granules that the one before left.
  return { chosen: Number(found.at(-1)![1]), all: Number(found[0]![2]) }
}

async function explain({ text, parameters }: CompiledQuery): Promise<string> {
  const lines = await journal.connection.rows(
    `EXPLAIN indexes = 1 ${text}`,
    boundValues(parameters),
  )
  return lines.map(([line]) => line).join('\n')
}

/** The columns that the primary key filters by. */
const keysOf = (explained: string) =>
  /PrimaryKey\n\s+Keys:\s+((?:\w+\s+)+?)Condition:/.exec(explained)?.[1]?.trim().split(/\s+/)

/** The columns that a plan filters by, in the order of the key. */
function keysFor({ apps, filters: { networks, formats, countries, adTags } }: ReportPlan) {
  const limits = { account: true, app: apps, day: true, network: networks, format: formats }
  const all = Object.entries({ ...limits, country: countries, ad_tag: adTags })
  return all.flatMap(([column, limit]) => (limit ? [column] : []))
}

describe.each(labelSetNames)('%s', (title) => {
  const labels = labelSets[title]
  const plans = plansWith(title)

  test.each(plans.filter(([, plan]) => !matchesNothing(plan)))(
    '%s uses the primary key',
    async (_name, plan) => {
      const statements = clickhouseStatements(plan, labels)
      const explained = await Promise.all(statements.map(explain))
      expect(explained.map(keysOf)).toEqual(statements.map(() => keysFor(plan)))
    },
  )

  test.each(plans.filter(([, plan]) => matchesNothing(plan)))(
    '%s is answered by a filter that matches nothing',
    async (_name, plan) => {
      for (const statement of clickhouseStatements(plan, labels)) {
        expect(await explain(statement)).toMatch(/Filter column: 0\n/)
      }
    },
  )
})

test.each(Object.entries(namedLedgerQueries))(
  'the ledger query %s finds nothing in an empty journal',
  async (name, compile) => {
    const dialect = clickhouseDialect(labelSets['names in order'], { last: 7, hidden: [3, 5, 8] })
    const { text, parameters } = compile(dialect)
    const nothing = name === 'day-span' ? [['0', 0, 0]] : []
    expect(await emptyJournal.connection.rows(text, boundValues(parameters))).toEqual(nothing)
  },
)

test('a page of changes uses the primary key', async () => {
  await journal.connection.commandEverywhere(
    `INSERT INTO changes (entry, day, account, app, network, new_impressions)
    SELECT 1 + intDiv(number, 1000), toDate('2026-03-01') + intDiv(number, 100) % 10, 1,
      number % 100, 0, number
    FROM numbers(1000000)`,
  )
  const after = { entry: 990, day: parseDay('2026-03-01')!, app: 11, networkCode: 0 }
  const dialect = clickhouseDialect(labelSets['names in order'], { last: 1_000, hidden: [3] })
  const { chosen, all } = await granulesOf(sliceChanges(dialect, allFiguresOf(1), after, 201))
  expect(all).toBeGreaterThan(100)
  // The last 11 of 1,000 entries have 11,000 rows.
  expect(chosen).toBeLessThanOrEqual(3)
})

test("one app's week uses the primary key, whatever values are bound", async () => {
  const [, rows] = clickhouseStatements(namedPlans['one-app']!, labelSets['names in order'])
  const { chosen, all } = await granulesOf(rows!)
  expect(all).toBeGreaterThan(100)
  // An app has 31,000 rows; a week is less than a quarter of them.
  expect(chosen).toBeLessThanOrEqual(3)
})
