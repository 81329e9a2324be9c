import { spawnSync } from 'node:child_process'
import { appendFile, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { adtallyJson, adtallyWorks } from '../cli/run-adtally.ts'
import { appsCsv, statsCsv, studioKey } from '../cli/studio.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const clickhouse = shareClickhouse()
const postgres = sharePostgres()
const project = join(import.meta.dirname, '../..')

let folder: string
let env: Record<string, string>
let dropFigures: () => Promise<void>

beforeEach(async () => {
  folder = await newFolder()
  const options = clickhouse.newDatabase()
  dropFigures = () => clickhouse.drop(options)
  env = {
    ADTALLY_DATA_DIR: join(folder, 'data'),
    ADTALLY_CLICKHOUSE_URL: `${options.urls[0]}/${options.database}`,
    ADTALLY_DATABASE_URL: await postgres().createDatabase(),
    ADTALLY_SECRET_FILE: join(folder, 'secret'),
    ADTALLY: `${process.execPath} ${join(project, 'src/main.ts')}`,
  }
})

/** Runs a script of deploy/. */
function run(script: string, ...args: string[]) {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env
  const { status, stdout, stderr } = spawnSync(join(project, 'deploy', script), args, {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME, TMPDIR, ...env },
  })
  return { status, stdout, stderr }
}

const works = (...args: string[]) => adtallyWorks(args, { env, cwd: folder })

async function importRow(impressions: number): Promise<void> {
  const [header] = statsCsv.split('\n')
  await writeFile(
    join(folder, 'one.csv'),
    `${header}\n2026-03-05,zap,ownnet,video,US,${impressions},1\n`,
  )
  await works('import', 'stats', 'one.csv')
}

async function content() {
  const days = ['--start-date', '2026-03-01', '--end-date', '2026-03-05']
  return [
    await adtallyJson(['imports'], { env }),
    await works(
      'report',
      'studio',
      ...days,
      '--dimensions',
      'date,app_id,network',
      '--format',
      'csv',
    ),
    await works('keys', 'show', 'studio', 'default'),
  ]
}

test('a backup of both servers, restored into empty ones, has the same figures, history and keys', async () => {
  await works('accounts', 'create', 'studio', '--key', studioKey)
  await writeFile(join(folder, 'apps.csv'), appsCsv)
  await writeFile(join(folder, 'stats.csv'), statsCsv)
  await works('import', 'apps', 'apps.csv')
  await works('import', 'stats', 'stats.csv')
  await importRow(5)
  await works('imports', 'undo', '2')
  const before = await content()

  expect(run('backup-servers.sh', 'backup')).toMatchObject({ status: 0 })
  expect((await readdir(join(folder, 'backup'))).sort()).toEqual([
    ...['SHA256SUMS', 'clickhouse.txt', 'records.dump'],
  ])
  expect(run('backup-servers.sh', 'backup').stderr).toContain('exists already')
  await importRow(7)
  expect(await content()).not.toEqual(before)

  expect(run('restore-servers.sh', 'backup')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The PostgreSQL database is not empty'.slice(4)),
  })
  env.ADTALLY_DATABASE_URL = await postgres().createDatabase()
  expect(run('restore-servers.sh', 'backup')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('ClickHouse has a database'),
  })
  await dropFigures()
  const restored = run('restore-servers.sh', 'backup')
  expect(restored).toMatchObject({ status: 0, stdout: expect.stringContaining('Accepted') })
  expect(await content()).toEqual(before)
  await importRow(9)
})

test('a backup that was changed is refused, and nothing is restored', async () => {
  await works('accounts', 'create', 'studio')
  expect(run('backup-servers.sh', 'second')).toMatchObject({ status: 0 })
  await appendFile(join(folder, 'second', 'records.dump'), 'x')
  env.ADTALLY_DATABASE_URL = await postgres().createDatabase()
  await dropFigures()
  const { status, stderr } = run('restore-servers.sh', 'second')
  expect({ status, stderr }).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('is not as it was written'),
  })
})

test('a server that does not answer leaves no backup', async () => {
  env.ADTALLY_DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none'
  expect(run('backup-servers.sh', 'backup').status).not.toBe(0)
  expect(await readdir(folder)).toEqual([])
})
