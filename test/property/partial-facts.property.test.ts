import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { factKinds, type ImportedFactName, importedFactNames } from '../../src/facts/kinds.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { batchOf, batchSize, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { storedRows } from './stored-rows.ts'

/** The drawn numbers of each kind: the first is always known, and the others may be unknown. */
const drawnNumbers: Readonly<Record<ImportedFactName, readonly [string, string, string]>> = {
  figures: ['impressions', 'clicks', 'requests'],
  audience: ['dau', 'new_users', 'sessions'],
  details: ['impressions', 'clicks', 'attempts'],
  spend: ['cost', 'clicks', 'installs'],
  cohorts: ['cohort_users', 'active_users', 'other_revenue'],
}

const labelCells: Readonly<Record<string, string>> = {
  network: 'ownnet',
  format: 'video',
  source: 'ownsrc',
  channel: 'search',
  age: '30',
}

function fileOf(name: ImportedFactName): PartialFile {
  const { labels, requiredColumns, countNames, moneyNames }: FactKind = factKinds[name]
  const drawn: readonly string[] = drawnNumbers[name]
  const isRequired = (column: string) => requiredColumns.includes(column)
  const columns = [...new Set([...requiredColumns, ...drawn])]
  const cellOf = (column: string, [date, app_id, country]: Place, counts: readonly unknown[]) => {
    const cells: Readonly<Record<string, string>> = { ...labelCells, date, app_id, country }
    if (drawn.includes(column)) return counts[drawn.indexOf(column)]
    return cells[column] ?? 0
  }
  const numberOf = (number: string, counts: readonly (number | '-')[]) => {
    const count = counts[drawn.indexOf(number)] ?? (isRequired(number) ? 0 : '-')
    return count === '-' || !moneyNames.includes(number) ? count : count * 1_000_000
  }
  return {
    columns: columns.join(),
    toLine: (place, counts) => columns.map((column) => cellOf(column, place, counts)).join(),
    toRow: (place, counts) => [
      ...[place[0], place[1]],
      ...Object.entries(labels).map(([label, { required, fallback }]) =>
        required ? cellOf(label, place, counts) : fallback,
      ),
      ...[...countNames, ...moneyNames].map((number) => numberOf(number, counts)),
    ],
  }
}

type Place = readonly [day: string, app: string, country: string]
type Counts = readonly [number, number | null, number | null]
interface PartialFile {
  readonly columns: string
  readonly toLine: (place: Place, counts: Counts) => string
  /** Cells of {@link storedRows}; `-` is unknown. */
  readonly toRow: (place: Place, counts: readonly (number | '-')[]) => readonly unknown[]
}

const optional = fc.option(fc.nat(5))
const row = fc.record({
  place: fc.tuple(
    fc.constantFrom('2026-02-28', '2026-03-01'),
    fc.constantFrom('one', 'two'),
    fc.constantFrom('US', 'DE'),
  ),
  counts: fc.tuple(fc.nat(5), optional, optional),
})
const someRows = fc.uniqueArray(row, {
  selector: ({ place }) => place.join(),
  minLength: 1,
  maxLength: 6,
})
const step = fc.record({
  partial: fc.boolean(),
  rows: batchOf(fc.option(someRows, { freq: 3, nil: [] })),
})
type Row = typeof row extends fc.Arbitrary<infer Found> ? Found : never

const shared = shareSite()
let accounts = 0

test.each(importedFactNames)(
  `whole and partial imports of %s leave the sums of a naive model, in which unknown is not zero (${caseCount} sequences)`,
  { timeout: propertyTimeoutMs },
  async (name) => {
    const site = shared()
    const { columns, toLine, toRow } = fileOf(name)
    await checkBatches(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      const publishers = await newAccounts(site)
      for (const { partial, rows } of steps) {
        const lines = publishers.flatMap(({ username }, nth) =>
          rows[nth]!.map(({ place, counts }) => toLine(inAccount(place, username), counts)),
        )
        if (lines.length === 0) continue
        await site.importLines(lines, { columns, partial })
        for (const [nth, { model }] of publishers.entries()) apply(model, rows[nth]!, partial)
      }
      for (const { username, id, model } of publishers) {
        const expected = [...model].map(([key, counts]) => {
          const place = inAccount(key.split(' ') as unknown as Place, username)
          return toRow(
            place,
            counts.map((count) => count ?? '-'),
          ).join(' ')
        })
        expect(await storedRows(site, id, name)).toEqual(expected.sort())
      }
    })
  },
)

const inAccount = ([day, app, country]: Place, username: string): Place => [
  day,
  `${username}.${app}`,
  country,
]

/** A whole import replaces the slices that it has rows of; a partial one adds to them. */
function apply(model: Map<string, Counts>, rows: readonly Row[], partial: boolean): void {
  const sliceOf = (key: string) => key.split(' ').slice(0, 2).join(' ')
  const stated = new Set(rows.map(({ place }) => sliceOf(place.join(' '))))
  for (const key of [...model.keys()]) {
    if (!partial && stated.has(sliceOf(key))) model.delete(key)
  }
  for (const { place, counts } of rows) {
    const before = model.get(place.join(' '))
    const sum = (at: 0 | 1 | 2) => {
      const known = [before?.[at] ?? null, counts[at]].filter((count) => count !== null)
      return known.length === 0 ? null : known.reduce((total, count) => total + count, 0)
    }
    model.set(place.join(' '), [sum(0)!, sum(1), sum(2)])
  }
}

async function newAccounts(site: ImportSite) {
  const names = Array.from({ length: batchSize }, () => `partial-${accounts++}`)
  for (const username of names) await site.call(createAccount, { username })
  const lines = names.flatMap((name) =>
    ['one', 'two'].map((app) => `${name}.${app},${name},${app},ios\n`),
  )
  await site.importApps(`app_id,publisher,app_name,platform\n${lines.join('')}`)
  return Promise.all(
    names.map(async (username) => {
      const { id } = await site.installation.accounts.get(username)
      return { username, id, model: new Map<string, Counts>() }
    }),
  )
}
