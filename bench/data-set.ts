import { createHash } from 'node:crypto'
import { constants, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import { openInstallation } from '../src/compose/installation.ts'
import { type DataDirectory, dataDirectory } from '../src/config/data-directory.ts'
import { createAccount } from '../src/use-cases/create-account.ts'
import { importApps } from '../src/use-cases/import-apps.ts'
import { importFigures } from '../src/use-cases/import-figures.ts'
import type { Call } from '../src/use-cases/use-case.ts'
import { addDays, type Day, dayOf, formatDay } from '../src/values/day.ts'
import {
  accountsFor,
  appsCsv,
  appsFor,
  dayCount,
  figuresQuery,
  firstDay,
  keyOf,
  rowsPerAppDay,
  usernameOf,
} from './figures-shape.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The folder of all benchmark data. It may be deleted at any time. */
export const benchDirectory = join(import.meta.dirname, '.data')

/** An installation filled with a year of figures. */
export interface DataSet {
  readonly directory: DataDirectory
  readonly appCount: number
  readonly accountCount: number
  readonly rowCount: number
}

/**
 * Finds the data set of about this many rows, or builds it through the import pipeline, a month at
 * a time, and logs its progress. A data set is kept until its shape or the tables change.
 *
 * @param accounts `one` gives a single account all apps
 */
export async function ensureDataSet(
  wantedRows: number,
  accounts: 'usual' | 'one' = 'usual',
): Promise<DataSet> {
  const { dataSet, isBuilt, mark } = placeOf(wantedRows, accounts)
  if (isBuilt) return dataSet
  const { root } = dataSet.directory

  const title = `${(dataSet.rowCount / 1e6).toFixed(1)} M rows`
  log(`Building ${title} in ${root}, once; it is kept for the next run.`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  const started = performance.now()
  await fill(dataSet, (month) => {
    const seconds = Math.round((performance.now() - started) / 1_000)
    log(`  ${title}: ${month}, ${seconds} s`)
  })
  writeFileSync(mark, fingerprint(dataSet.appCount))
  return dataSet
}

/** The data set of about this many rows, or null when it is not built. */
export function findDataSet(wantedRows: number, accounts: 'usual' | 'one'): DataSet | null {
  const { dataSet, isBuilt } = placeOf(wantedRows, accounts)
  return isBuilt ? dataSet : null
}

function placeOf(wantedRows: number, accounts: 'usual' | 'one') {
  const appCount = appsFor(wantedRows)
  const root = join(benchDirectory, `${appCount}-apps${accounts === 'one' ? '-1-account' : ''}`)
  const dataSet: DataSet = {
    directory: dataDirectory(root),
    appCount,
    accountCount: accounts === 'one' ? 1 : accountsFor(appCount),
    rowCount: appCount * dayCount * rowsPerAppDay,
  }
  const mark = join(root, 'built')
  return { dataSet, mark, isBuilt: readIfThere(mark) === fingerprint(appCount) }
}

/** Copies a data set, so that a second process can open it. */
export function copyDataSet(dataSet: DataSet): { readonly copy: DataSet; remove(): void } {
  const { path, remove } = temporaryFolder(join(benchDirectory, 'copy-'))
  cpSync(dataSet.directory.root, path, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return { copy: { ...dataSet, directory: dataDirectory(path) }, remove }
}

/** Imports a year of figures into the stores of a data directory, a month at a time. */
export async function fill(
  { directory, appCount, accountCount }: Omit<DataSet, 'rowCount'>,
  onMonth: (month: string) => void,
): Promise<void> {
  mkdirSync(directory.root, { recursive: true })
  const { call, close } = await openInstallation(directory, { use: 'command' })
  try {
    await createApps(call, directory.root, appCount, accountCount)
    for (const [index, { from, days }] of months().entries()) {
      await importDays(call, join(directory.root, 'month.parquet'), appCount, from, days)
      onMonth(`month ${index + 1} of 12 (${formatDay(from).slice(0, 7)})`)
    }
  } finally {
    await close()
  }
}

/** Creates this many apps and the accounts that own them. */
export async function createApps(
  call: Call,
  directory: string,
  appCount: number,
  accountCount: number,
): Promise<void> {
  for (let account = 0; account < accountCount; account++) {
    await call(createAccount, { username: usernameOf(account), key: keyOf(account) })
  }
  const path = join(directory, 'apps.csv')
  writeFileSync(path, appsCsv(appCount, accountCount))
  await call(importApps, {}, { files: [{ name: 'apps.csv', path }] })
}

/** Writes the figures of some days to a CSV or Parquet file; the name decides which. */
export async function writeFigures(
  path: string,
  appCount: number,
  from: Day,
  days: number,
): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:')
  const connection = await instance.connect()
  const format = path.endsWith('.csv') ? 'csv, HEADER' : 'parquet'
  await connection.run(
    `COPY (${figuresQuery(appCount, from, days)}) TO '${path}' (FORMAT ${format})`,
  )
  connection.closeSync()
  instance.closeSync()
}

async function importDays(
  call: Call,
  path: string,
  appCount: number,
  from: Day,
  days: number,
): Promise<void> {
  await writeFigures(path, appCount, from, days)
  await call(importFigures, {}, { files: [{ name: 'month.parquet', path }] })
  rmSync(path)
}

function months(): { from: Day; days: number }[] {
  return Array.from({ length: 12 }, (_, month) => {
    const from = dayOf(Date.UTC(2025, month, 1))
    const next = month < 11 ? dayOf(Date.UTC(2025, month + 1, 1)) : addDays(firstDay, dayCount)
    return { from, days: next - from }
  })
}

/** Changes with the shape of the data set and with the schema of its tables. */
function fingerprint(appCount: number): string {
  const sources = ['figures-shape.ts', '../src/storage/duckdb/migrations/all-migrations.ts']
  const text = sources.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  return createHash('sha256')
    .update(`${appCount}\n${text.join('\n')}`)
    .digest('hex')
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** Logs to stderr, so that stdout contains only the results. */
function log(line: string): void {
  process.stderr.write(`${line}\n`)
}
