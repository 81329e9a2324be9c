import { cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test } from 'vitest'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import type { DataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import type { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { newDirectory } from './new-directory.ts'
import { shareClickhouse } from './share-clickhouse.ts'

const clickhouse = shareClickhouse()

/** The records are in a SQLite file, which a test can restore; PostgreSQL has the same tables. */
let directory: DataDirectory
let connection: ClickhouseConnection
beforeEach(async () => {
  ;({ directory, connection } = await newDirectory(clickhouse, null))
})

let nowMs = Date.parse('2026-03-10T00:00:00Z')

/** Two hours after the last time. */
async function use<Result>(
  work: (installation: Installation) => Promise<Result>,
  acceptRestore = false,
): Promise<Result> {
  nowMs += 2 * 3_600_000
  const now = new Date(nowMs)
  const installation = await openInstallation(directory, {
    use: 'command',
    acceptRestore,
    now: () => now,
  })
  try {
    return await work(installation)
  } finally {
    await installation.close()
  }
}

const importRow = (app: string, impressions: number) =>
  use(async ({ call }) => {
    const path = join(directory.root, 'rows.csv')
    const columns = 'date,app_id,network,format,country,impressions,revenue'
    await writeFile(path, `${columns}\n2026-03-01,${app},ownnet,video,US,${impressions},1\n`)
    await call(importFigures, {}, { files: [{ name: 'rows.csv', path }] })
  })

const addAccount = (username: string) =>
  use(async ({ call, accounts }) => {
    await call(createAccount, { username })
    const path = join(directory.root, 'apps.csv')
    await writeFile(path, `app_id,publisher,app_name,platform\n${username}-app,${username},A,ios\n`)
    await call(importApps, {}, { files: [{ name: 'apps.csv', path }] })
    return (await accounts.get(username)).id
  })

const refusal = async (): Promise<string> => {
  const error = await use(async () => expect.fail('opened')).catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(UnusableStoreError)
  expect(error.message).not.toContain('\n')
  return error.message
}

const copyRecords = () => cp(directory.relational, `${directory.relational}.copy`)
const restoreRecords = () => cp(`${directory.relational}.copy`, directory.relational)

test('a ClickHouse database that was dropped is missing, and not created again', async () => {
  await addAccount('studio')
  await importRow('studio-app', 5)
  const { database } = connection.options
  await connection.commandEverywhere(`DROP DATABASE ${database}`)
  expect(await refusal()).toContain(`ClickHouse database ${database} is missing`)
  expect(await refusal()).toContain('docs/backups.md')
})

test('records older than the journal are refused; when accepted, no id is used again', async () => {
  await addAccount('studio')
  await importRow('studio-app', 5)
  await copyRecords()
  expect(await addAccount('second')).toBe(2)
  await importRow('second-app', 77)
  await restoreRecords()
  expect(await refusal()).toMatch(/adtally.sqlite is older than .*adtally accept-restore/)
  const version = await use(({ figures }) => figures.states.version(), true)
  expect(await addAccount('third')).toBe(3)
  await use(async ({ figures, ledger }) => {
    expect(await figures.states.version()).toBe(version)
    expect(version).toMatch(/\.\d{10}\.1$/)
    expect(await ledger.networks(allFiguresOf(2))).toEqual([])
    expect(await ledger.generation()).toBeGreaterThan(0)
  })
  await importRow('third-app', 8)
  expect(await use(({ ledger }) => ledger.span(allFiguresOf(3)))).not.toBeNull()
  expect(await use(({ ledger }) => ledger.span(allFiguresOf(2)))).toBeNull()
})

test('ids of deleted figures are not used again', async () => {
  await addAccount('studio')
  await importRow('studio-app', 5)
  await copyRecords()
  expect(await addAccount('second')).toBe(2)
  await importRow('second-app', 77)
  const days = { startDate: '2026-03-01', endDate: '2026-03-01' }
  await use(({ call }) => call(deleteFigures, { account: 'second', ...days }))
  await importRow('studio-app', 6)
  await restoreRecords()
  await use(async () => undefined, true)
  expect(await addAccount('third')).toBe(3)
})

test('a journal older than its ledger is refused, and cannot be accepted', async () => {
  await addAccount('studio')
  await importRow('studio-app', 5)
  await importRow('studio-app', 6)
  await connection.commandEverywhere(
    'ALTER TABLE slices DELETE WHERE since = 2 SETTINGS mutations_sync = 2',
  )
  const { database } = connection.options
  expect(await refusal()).toContain(`ClickHouse database ${database} is older than`)
  await expect(use(async () => undefined, true)).rejects.toThrow(UnusableStoreError)
})

test('a journal opens although the accounts of its last entries were deleted', async () => {
  await addAccount('studio')
  await addAccount('second')
  await importRow('studio-app', 5)
  const days = { startDate: '2026-03-01', endDate: '2026-03-01' }
  await use(({ call }) => call(deleteFigures, { account: 'studio', ...days }))
  await importRow('second-app', 5)
  await use(({ call }) => call(deleteAccount, { username: 'second' }))
  await use(async () => undefined)
  await importRow('studio-app', 6)
})

test('the history of a journal is kept: a compaction is refused, and moves no horizon', async () => {
  await addAccount('studio')
  await importRow('studio-app', 5)
  await importRow('studio-app', 6)
  const refused = { code: 'clickhouse_keeps_history' }
  for (const dryRun of [true, false]) {
    const compacted = use(({ call }) => call(compactHistory, { keep: 0, dryRun }))
    await expect(compacted).rejects.toMatchObject(refused)
  }
  expect(await use(({ horizons }) => horizons.current())).toBeNull()
})

test('a ledger whose last entry changed nothing opens, also if an earlier release counted slices', async () => {
  await addAccount('studio')
  await importRow('studio-app', 5)
  const undone = await use(async ({ call }) => {
    await call(deleteFigures, { account: 'studio', startDate: '2026-03-01', endDate: '2026-03-01' })
    await call(undoImport, { id: 1 })
    return call(undoImport, { id: 2 })
  })
  expect(undone).toMatchObject({ undo: 4, restored_slices: 0, removed_slices: 0, kept_slices: 0 })
  await use(async () => undefined)
  const sqlite = new DatabaseSync(directory.relational)
  sqlite.exec('UPDATE figure_entries SET slice_count = 1 WHERE id = 4')
  sqlite.close()
  await use(async () => undefined)
})

test.each([
  ['missing', async () => rm(directory.secret)],
  ['another', () => writeFile(directory.secret, Buffer.alloc(32, 7).toString('base64'))],
])('a secret that is %s is refused', async (_, change) => {
  await addAccount('studio')
  await change()
  expect(await refusal()).toMatch(/secret\.key (is missing|belongs to another installation)/)
})

test('records belong to one kind of figures', async () => {
  await addAccount('studio')
  directory = { ...directory, servers: noServers }
  expect(await refusal()).toContain('Set ADTALLY_CLICKHOUSE_URL')
})

test('figures in a file are not left behind when ClickHouse is configured', async () => {
  const { servers } = directory
  directory = { ...directory, servers: noServers }
  await addAccount('studio')
  directory = { ...directory, servers }
  expect(await refusal()).toContain('adtally migrate-store')
})
