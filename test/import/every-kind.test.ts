import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { factKinds, otherImportedNames } from '../../src/facts/kinds.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { exportFigures } from '../../src/use-cases/export/export-figures.ts'
import { previewFigures } from '../../src/use-cases/preview-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { exportedRows } from '../fixtures/exported-rows.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { type FactRow, factFiles } from '../property/fact-rows.ts'
import { KeptCopy, wholeAnswer } from '../property/kept-copy.ts'
import { storedFacts } from '../property/stored-figures.ts'
import { csv, openSite, placesOf, readRejects, refusalOf, studioKey } from './import-site.ts'

const site = renewSite(openSite)

const first = { day: '2026-03-01', app: 'zap-ios', source: 'max' }
const rows: readonly FactRow[] = [
  { ...first, country: 'US', count: 7 },
  { ...first, country: 'DE', count: 0 },
  { ...first, app: 'brick', country: 'DE', count: 3 },
]
const later: FactRow = { ...first, day: '2026-04-01', country: 'US', count: 2 }

describe.each(otherImportedNames)('rows of %s', (name) => {
  const { columns, lineOf, storedOf } = factFiles[name]
  const kind = factKinds[name]
  const give = (given: readonly FactRow[], request = {}) =>
    site.importLines(given.map(lineOf), { columns, ...request })
  const stored = async (username = 'studio') => {
    const { id } = await site.installation.accounts.get(username)
    return storedFacts(site, id, name)
  }
  const linesOf = (given: readonly FactRow[]) => given.map(storedOf).sort()

  /** The cells of a row, of which numbers are no texts. */
  const cellsOf = (row: FactRow) => {
    const cells = lineOf(row).split(',')
    const numbers: readonly string[] = [...kind.countNames, ...kind.moneyNames, 'age', 'floor']
    return columns.split(',').flatMap((column, place) => {
      const cell = cells[place]!
      if (cell === '') return []
      return [[column, numbers.includes(column) ? Number(cell) : cell] as const]
    })
  }

  test('are the same from CSV, NDJSON and Parquet', async () => {
    const imported = await give(rows)
    expect(imported).toMatchObject({ kind: name, rows: 3, slices: 2, replaced_slices: 0 })
    expect(await stored()).toEqual(linesOf(rows))
    const text = rows.map((row) => `${JSON.stringify(Object.fromEntries(cellsOf(row)))}\n`)
    const selects = rows.map((row) => {
      const cells = cellsOf(row).map(([column, cell]) => {
        const value = typeof cell === 'number' ? cell : `'${cell}'`
        return `${column === 'date' ? `DATE ${value}` : value} AS ${column}`
      })
      return `SELECT ${cells.join(', ')}`
    })
    for (const file of [
      await site.file('rows.ndjson', text.join('')),
      await site.parquet('rows.parquet', selects.join(' UNION ALL BY NAME ')),
    ]) {
      expect(await site.importStats([file])).toMatchObject({ kind: name, unchanged_slices: 2 })
    }
    expect(await stored()).toEqual(linesOf(rows))
  })

  test('are previewed, which changes nothing', async () => {
    await give(rows)
    const restated = [{ ...rows[0]!, count: 1 }, later]
    const files = [await site.file('rows.csv', csv(restated.map(lineOf), columns))]
    const preview = await site.call(previewFigures, {}, { files })
    expect(preview).toMatchObject({ kind: name, rows: 2, slices: 2 })
    expect(await stored()).toEqual(linesOf(rows))
    expect(await give(restated)).toMatchObject({ rows: 2, slices: 2, replaced_slices: 1 })
    // The slice was stated without its second row.
    expect(await stored()).toEqual(linesOf([...restated, rows[2]!]))
  })

  test('add up in partial imports, in which unknown is not zero', async () => {
    await give(rows)
    const more = rows.map((row) => ({ ...row, count: 2 }))
    await give([...more, later], { partial: true })
    const sums = rows.map((row) => ({ ...row, count: row.count + 2 }))
    expect(await stored()).toEqual(linesOf([...sums, later]))
  })

  test('are undone', async () => {
    const { import: id } = await give(rows)
    const second = await give([{ ...rows[0]!, count: 1 }])
    await site.call(undoImport, { id: second.import })
    expect(await stored()).toEqual(linesOf(rows))
    await site.call(undoImport, { id })
    expect(await stored()).toEqual([])
  })

  test('are skipped with their slice when one of them is bad, and told in the reject file', async () => {
    const bad = lineOf(rows[1]!).replace(',DE,', ',Germany,')
    const lines = [lineOf(rows[0]!), bad, lineOf(rows[2]!)]
    expect((await refusalOf(site.importLines(lines, { columns }))).code).toBe('bad_cells')
    const summary = await site.importLines(lines, { columns, skipBadRows: true })
    expect(summary).toMatchObject({ rows: 1, skipped_rows: 2, skipped_slices: 1 })
    expect(await stored()).toEqual(linesOf([rows[2]!]))
    const rejects = await readRejects(summary.reject_file)
    expect(rejects.map(({ date, country }) => [date, country])).toEqual([
      ['2026-03-01', 'US'],
      ['2026-03-01', 'Germany'],
    ])
  })

  test('move to another app, end with it, and come back', async () => {
    const apps = 'app_id,publisher,app_name,platform,app_store_id'
    await site.importApps(`${apps}\nzap-old,studio,Zap old,ios,900000002\n`)
    const given = [rows[0]!, rows[1]!, { ...rows[2]!, app: 'zap-old' }]
    await give(given)
    const merge = await site.call(mergeApps, { appId: 'zap-old', into: 'zap-ios' })
    const added = [rows[0]!, { ...rows[1]!, count: 3 }]
    expect(await stored()).toEqual(linesOf(added))
    const end = await site.call(deleteApp, { appId: 'zap-ios' })
    expect(await stored()).toEqual([])
    await site.call(undoImport, { id: end.entry! })
    expect(await stored()).toEqual(linesOf(added))
    await site.call(undoImport, { id: merge.entry! })
    expect(await stored()).toEqual(linesOf(given))
  })

  test('are gone with their account, and others stay', async () => {
    const ofEuros = { ...later, app: 'euro-app' }
    await give([...rows, ofEuros])
    await site.call(deleteAccount, { username: 'studio' })
    expect(await stored('euros')).toEqual(linesOf([ofEuros]))
    expect((await site.installation.ledger.touchedBy(1)).length).toBe(1)
  })

  test('are copied by changed slices, and by an export', async () => {
    await give([...rows, later])
    const copy = new KeptCopy(site.server, 'studio', studioKey, kind)
    const directory = join(site.root, 'export')
    const folder = join(directory, 'studio')
    const expectCopies = async (expected: readonly string[]) => {
      expect(await copy.read(wholeAnswer)).toBe(true)
      expect(copy.rows()).toEqual(expected)
      await site.call(exportFigures, { directory })
      expect(await exportedRows(folder, kind)).toEqual(expected)
    }
    await expectCopies(linesOf([...rows, later]))
    const files = await readdir(folder)
    expect(files).toEqual(['apps.parquet', `${name}_2026_03.parquet`, `${name}_2026_04.parquet`])
    await give([
      { ...later, count: 5 },
      { ...rows[2]!, count: 0 },
    ])
    await expectCopies(
      linesOf([rows[0]!, rows[1]!, { ...later, count: 5 }, { ...rows[2]!, count: 0 }]),
    )
    await site.call(undoImport, { id: 1 })
    await site.call(undoImport, { id: 2 })
    await expectCopies([])
  })
})

test.each([
  ['details', 'floor', '012'],
  ['details', 'floor', '1.50'],
  ['details', 'rung', 'x'.repeat(256)],
  ['details', 'consent', 'Yes'],
  ['details', 'attempts', '-1'],
  ['spend', 'cost', ''],
  ['spend', 'cost', 'free'],
  ['spend', 'channel', ''],
  ['spend', 'campaign', 'x'.repeat(256)],
  ['cohorts', 'age', ''],
  ['cohorts', 'age', '-1'],
  ['cohorts', 'age', '07'],
  ['cohorts', 'age', '3651'],
  ['cohorts', 'other_revenue', '1,5'],
] as const)(
  'a file of %s with the %s "%s" is refused with its place',
  async (name, column, cell) => {
    const { columns, lineOf } = factFiles[name]
    const cells = lineOf(rows[0]!).split(',')
    const place = columns.split(',').indexOf(column)
    const bad = cells.with(place, cell.includes(',') ? `"${cell}"` : cell).join()
    const refusal = await refusalOf(site.importLines([lineOf(rows[2]!), bad], { columns }))
    expect(refusal.code).toBe('bad_cells')
    const told = cell === '' ? ':' : `: "${cell}"`
    expect(placesOf(refusal)).toHaveLength(1)
    expect(placesOf(refusal)[0]).toContain(`figures.csv:3: ${column}${told.slice(0, 99)}`)
  },
)
