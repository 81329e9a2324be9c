import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { clickhouseDialect, splitTotals } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { bound } from '../../src/storage/clickhouse/journal-reader.ts'
import { compilePlan } from '../../src/storage/sql/compile-plan.ts'
import { labelSets } from '../sql/label-sets.ts'
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
      const values = Object.entries(bound(parameters)).map(([key, value]) => `-- ${key} ${value}`)
      return `${[text, ...values].join('\n')}\n`
    })
    const path = `../sql/snapshots/clickhouse/${folder}/${name}.sql`
    await expect(texts.join('\n')).toMatchFileSnapshot(path)
  })

  test.each(Object.entries(namedPlans))('%s is understood by the engine', async (_name, plan) => {
    for (const { text, parameters } of statementsOf(plan)) {
      const explained = await journal.connection.rows(`EXPLAIN ${text}`, bound(parameters))
      expect(explained.length).toBeGreaterThan(0)
    }
  })
})

test("one app's week is found by the primary key, whatever values are bound", async () => {
  await journal.connection.commandEverywhere(
    `INSERT INTO figures (day, account, app, network, sign, since)
    SELECT toDate('2026-03-01') + number % 31, 1, intDiv(number, 31000), number % 7, 1, 1
    FROM numbers(1000000)`,
  )
  const plan = namedPlans['one-app']!
  const { text, parameters } = compilePlan(
    splitTotals(plan).rows!,
    clickhouseDialect(labelSets['names in order'], state),
  )
  const explained = await journal.connection.rows(`EXPLAIN indexes = 1 ${text}`, bound(parameters))
  const granules = explained.flatMap(([line]) => /Granules: (\d+)\/(\d+)/.exec(String(line)) ?? [])
  const [chosen, all] = granules.slice(-2).map(Number)
  expect(all).toBeGreaterThan(100)
  // An app has 31,000 rows, of which a week is less than a quarter.
  expect(chosen).toBeLessThanOrEqual(3)
})
