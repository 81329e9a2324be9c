import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReportTable } from '../../src/reporting/report-table.ts'
import { parquetWriter } from '../../src/storage/duckdb/write-parquet.ts'
import { manyRows } from './many-rows.ts'
import { readParquet } from './read-parquet.ts'
import { extremes, reportTable } from './sample-table.ts'
import { tableCases } from './table-cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'parquet-'))
const workDirectory = mkdtempSync(join(tmpdir(), 'parquet-work-'))
const writeParquet = parquetWriter({ workDirectory })
const unlimited = new AbortController().signal

async function written(table: ReportTable, metadata: Record<string, string> = {}) {
  const path = join(folder, 'report.parquet')
  await writeParquet(table, path, metadata, unlimited)
  return path
}

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

tableCases(
  async (table, metadata) => readParquet(await written(table, metadata)),
  [
    'date DATE',
    'app_name UTF8',
    'revenue_micros INT_64',
    'revenue DECIMAL(19,6)',
    'ecpm DECIMAL(20,4)',
  ],
)

test('names of columns are kept, whatever is in them', async () => {
  const column = { name: 'a "b", c', type: { kind: 'integer' } } as const
  const { columns } = await readParquet(
    await written(reportTable({ columns: [column], cells: [[1n]] })),
  )
  expect(columns).toEqual(['a "b", c INT_64'])
})

test('a value that does not fit its column is an error, and leaves no file', async () => {
  const path = join(folder, 'too-large.parquet')
  const column = { name: 'revenue', type: { kind: 'decimal', precision: 19, scale: 6 } } as const
  for (const value of [10n ** 19n, 2n ** 127n]) {
    const table = reportTable({ columns: [column], cells: [[value]] })
    await expect(writeParquet(table, path, {}, unlimited)).rejects.toThrow(/fit|DECIMAL/)
    expect(existsSync(path)).toBe(false)
  }
})

test('an answer that fails half-way leaves no file', async () => {
  const path = join(folder, 'failed.parquet')
  const { columns, batches } = reportTable(extremes, [1])
  const failing = (async function* () {
    for await (const batch of batches) {
      yield batch
      throw new Error('The store is gone')
    }
  })()
  await expect(writeParquet({ columns, batches: failing }, path, {}, unlimited)).rejects.toThrow(
    'The store is gone',
  )
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(workDirectory)).toEqual([])
})

test('writing can be given up at any batch', async () => {
  const path = join(folder, 'given-up.parquet')
  const { columns, batches } = manyRows(20_000)
  const giveUp = new AbortController()
  let seen = 0
  const counted = (async function* () {
    for await (const batch of batches) {
      if (++seen === 3) giveUp.abort(new Error('Nobody waits'))
      yield batch
    }
  })()
  const writing = writeParquet({ columns, batches: counted }, path, {}, giveUp.signal)
  await expect(writing).rejects.toThrow('Nobody waits')
  expect(seen).toBe(3)
  expect(existsSync(path)).toBe(false)
})

test('rows that fit neither into memory nor on the disk that may be used are refused', async () => {
  const path = join(folder, 'too-many-rows.parquet')
  const bounded = parquetWriter({ workDirectory, spillLimit: '1MB' })
  const writing = bounded(manyRows(6_000_000), path, {}, unlimited)
  await expect(writing).rejects.toMatchObject({ code: 'answer_too_large' })
  expect(existsSync(path)).toBe(false)
  expect(readdirSync(workDirectory)).toEqual([])
})

test('the same answer is the same bytes, however its rows and labels arrive', async () => {
  const table = { ...extremes, cells: extremes.cells.map((cells) => [...cells].reverse()) }
  const hash = hashOf(await written(reportTable(table)))
  expect(hashOf(await written(reportTable(table, [1])))).toBe(hash)
  expect(hashOf(await written(shiftCodes(reportTable(table, [1, 2]))))).toBe(hash)
})

/** Stores number their labels as they like. */
function shiftCodes({ columns, batches }: ReportTable): ReportTable {
  const shifted = (async function* () {
    for await (const { rowCount, cells } of batches) {
      const others = cells.map((each) =>
        each.kind === 'text'
          ? {
              ...each,
              codes: Array.from(each.codes, (code) => (code === null ? null : code + 1)),
              labels: ['of another account', ...each.labels],
            }
          : each,
      )
      yield { rowCount, cells: others }
    }
  })()
  return { columns, batches: shifted }
}

test('the same answer is the same bytes in every process', async () => {
  const script = join(folder, 'write.ts')
  const from = (path: string) => JSON.stringify(join(import.meta.dirname, path))
  writeFileSync(
    script,
    `import { parquetWriter } from ${from('../../src/storage/duckdb/write-parquet.ts')}
     import { manyRows } from ${from('many-rows.ts')}
     const [, , path, workDirectory] = process.argv
     const { signal } = new AbortController()
     await parquetWriter({ workDirectory })(manyRows(300_000), path, { currency: 'USD' }, signal)`,
  )
  const paths = ['one', 'other'].map((name) => join(folder, `${name}.parquet`))
  for (const path of paths) {
    const { status, stderr } = spawnSync(process.execPath, [script, path, workDirectory], {
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  }
  expect(hashOf(paths[1]!)).toBe(hashOf(paths[0]!))
  const { cells } = await readParquet(paths[0]!, ['row'])
  expect(cells[0]!.every((cell, row) => cell === BigInt(row))).toBe(true)
  expect(cells[0]).toHaveLength(300_000)
})
