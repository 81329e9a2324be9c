import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import {
  boundValues,
  clickhouseDialect,
  splitTotals,
} from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { compilePlan } from '../../src/storage/sql/compile-plan.ts'
import { sliceChanges } from '../../src/storage/sql/ledger-queries.ts'
import type { CompiledQuery } from '../../src/storage/sql/parameter-list.ts'
import { parseDay } from '../../src/values/day.ts'
import { labelSets } from '../sql/label-sets.ts'
import { namedLedgerQueries } from '../sql/named-ledger-queries.ts'
import { namedPlans } from '../sql/named-plans.ts'
import { type OpenJournal, openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'

const clickhouse = shareClickhouse()
let journal: OpenJournal
beforeAll(async () => {
  journal = await openJournal(clickhouse.newDatabase())
})
afterAll(() => journal?.close())

/** The state after entry 7, of which 3 and 5 came to nothing. */
const state = { last: 7, hidden: [3, 5, 8] }

/** Granules of a query's table: those that are read, and all. */
async function granulesOf({ text, parameters }: CompiledQuery) {
  const explained = await journal.connection.rows(
    `EXPLAIN indexes = 1 ${text}`,
    boundValues(parameters),
  )
  // One line for each index, of which a later one chooses among those that are left.
  const lines = explained.flatMap(([line]) => {
    const found = /Granules: (\d+)\/(\d+)/.exec(String(line))
    return found ? [{ chosen: Number(found[1]), all: Number(found[2]) }] : []
  })
  return { chosen: lines.at(-1)!.chosen, all: lines[0]!.all }
}

describe.each(Object.entries(labelSets))('%s', (title, labels) => {
  const folder = title.replaceAll(' ', '-')
  const dialect = clickhouseDialect(labels, state)
  /** The statements that answer a plan. */
  const statementsOf = (plan: ReportPlan) => {
    const { totals, rows } = splitTotals(plan)
    return [totals, rows].flatMap((part) => (part ? [compilePlan(part, dialect)] : []))
  }

  test.each(Object.entries(namedPlans))('%s is compiled as it was', async (name, plan) => {
    const texts = statementsOf(plan).map(({ text, parameters }) => {
      const values = Object.entries(boundValues(parameters)).map(
        ([key, value]) => `-- ${key} ${value}`,
      )
      return `${[text, ...values].join('\n')}\n`
    })
    const path = `../sql/snapshots/clickhouse/${folder}/${name}.sql`
    await expect(texts.join('\n')).toMatchFileSnapshot(path)
  })

  test.each(Object.entries(namedPlans))('%s is understood by the engine', async (_name, plan) => {
    for (const { text, parameters } of statementsOf(plan)) {
      const explained = await journal.connection.rows(`EXPLAIN ${text}`, boundValues(parameters))
      expect(explained.length).toBeGreaterThan(0)
    }
  })
})

test.each(Object.entries(namedLedgerQueries))(
  'the ledger query %s finds nothing in an empty journal',
  async (name, compile) => {
    const dialect = clickhouseDialect(labelSets['names in order'], state)
    const { text, parameters } = compile(dialect)
    const nothing = name === 'day-span' ? [['0', 0, 0]] : []
    expect(await journal.connection.rows(text, boundValues(parameters))).toEqual(nothing)
  },
)

test('a page of changes is found by the primary key', async () => {
  await journal.connection.commandEverywhere(
    `INSERT INTO changes (entry, day, account, app, network, new_impressions)
    SELECT 1 + intDiv(number, 1000), toDate('2026-03-01') + intDiv(number, 100) % 10, 1,
      number % 100, 0, number
    FROM numbers(1000000)`,
  )
  const after = { entry: 990, day: parseDay('2026-03-01')!, app: 11, networkCode: 0 }
  const dialect = clickhouseDialect(labelSets['names in order'], { last: 1_000, hidden: [3] })
  const { chosen, all } = await granulesOf(sliceChanges(dialect, 1, after, 201))
  expect(all).toBeGreaterThan(100)
  // The last eleven of a thousand entries have 11,000 rows.
  expect(chosen).toBeLessThanOrEqual(3)
})

test("one app's week is found by the primary key, whatever values are bound", async () => {
  await journal.connection.commandEverywhere(
    `INSERT INTO figures (day, account, app, network, sign, since)
    SELECT toDate('2026-03-01') + number % 31, 1, intDiv(number, 31000), number % 7, 1, 1
    FROM numbers(1000000)`,
  )
  const plan = namedPlans['one-app']!
  const query = compilePlan(
    splitTotals(plan).rows!,
    clickhouseDialect(labelSets['names in order'], state),
  )
  const { chosen, all } = await granulesOf(query)
  expect(all).toBeGreaterThan(100)
  // An app has 31,000 rows, of which a week is less than a quarter.
  expect(chosen).toBeLessThanOrEqual(3)
})
