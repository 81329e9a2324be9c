import {
  chmod,
  chown,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { otherFactNames } from '../../src/facts/kinds.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import { factFiles } from '../property/fact-rows.ts'
import { adtally, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { serveProcess } from './spawn-adtally.ts'
import { newFolder, newStudio, type Studio, within } from './studio.ts'

const files = ['figures.duckdb', 'adtally.sqlite', 'secret.key']

interface Examined {
  readonly server_running: boolean
  readonly findings: readonly { check: string; level: string; message: string; advice: string }[]
  readonly disk_use: readonly { kind: string; bytes: number }[]
}

/** @returns the exit code, and the findings that are not `ok` */
async function examine({ options }: Studio) {
  const { code, stdout, stderr } = await adtally(['doctor', '--json'], options)
  const examined = JSON.parse(stdout) as Examined
  const found = examined.findings.filter(({ level }) => level !== 'ok')
  return {
    code,
    stderr,
    examined,
    found,
    checks: found.map(({ check, level }) => `${check}: ${level}`),
  }
}

async function newImported(): Promise<Studio> {
  const studio = await newStudio()
  await adtallyWorks(['import', 'stats', 'stats.csv'], studio.options)
  const note = JSON.stringify({ made_at: new Date().toISOString() })
  await writeFile(join(studio.directory, 'last-backup.json'), note)
  // As a process leaves them, whose umask the tests do not have.
  for (const name of files) await chmod(join(studio.directory, name), 0o600)
  return studio
}

test('a healthy installation has no findings, and its disk use is listed by kind', async () => {
  const studio = await newImported()
  const { code, checks, examined } = await examine(studio)
  expect({ code, checks }).toEqual({ code: 0, checks: [] })
  expect(examined.findings.map(({ check }) => check).sort()).toEqual([
    ...['backup', 'clock', 'disk', 'figures', 'leftovers', 'orphans', 'permissions', 'records'],
    ...['secret', 'stores'],
  ])
  const kinds = examined.disk_use.map(({ kind }) => kind)
  expect(kinds).toEqual(expect.arrayContaining(['figures: current figures', 'records']))
  expect(await adtallyWorks(['doctor'], studio.options)).toMatch(
    /^ok +permissions +Only its user can read .*\n/,
  )
})

test('while a server runs, it says what could not be checked', async () => {
  const studio = await newImported()
  await serveProcess([], studio.options)
  const { code, checks, examined, found } = await examine(studio)
  expect({ code, checks }).toEqual({
    code: 0,
    checks: ['figures: unchecked', 'orphans: unchecked'],
  })
  expect(examined.server_running).toBe(true)
  expect(found[0]!.message).toContain('A server is running')
  expect(found[0]!.advice).toContain('adtally backup DIR')
})

test('it changes nothing', async () => {
  const studio = await newImported()
  const read = () => Promise.all(files.map((name) => readFile(join(studio.directory, name))))
  await chmod(join(studio.directory, 'secret.key'), 0o644)
  const before = [await readdir(studio.directory), await read()]
  const { checks } = await examine(studio)
  expect(checks).toEqual(['permissions: warning'])
  expect([await readdir(studio.directory), await read()]).toEqual(before)
  expect((await examine(studio)).checks).toEqual(['permissions: warning'])
})

describe('it finds', () => {
  test('a missing secret, and one of another installation', async () => {
    const studio = await newImported()
    const path = join(studio.directory, 'secret.key')
    await writeFile(path, Buffer.alloc(32, 7).toString('base64'))
    const { code, checks, stderr } = await examine(studio)
    expect({ code, checks, stderr }).toEqual({
      code: 1,
      checks: ['secret: error'],
      stderr: 'adtally: 1 error found\n',
    })
    await rm(path)
    const missing = await examine(studio)
    expect(missing.found[0]).toMatchObject({
      check: 'secret',
      level: 'error',
      message: expect.stringContaining('is missing'),
    })
  })

  test('a damaged block of the figures', async () => {
    const studio = await newImported()
    const file = await open(join(studio.directory, 'figures.duckdb'), 'r+')
    const { size } = await file.stat()
    // The headers stay.
    const start = 12_288 + 64
    await file.write(Buffer.alloc(size - start - 64, 0xff), 0, size - start - 64, start)
    await file.close()
    const { code, checks } = await examine(studio)
    expect({ code, checks }).toEqual({ code: 1, checks: ['figures: error'] })
  })

  test('damaged records', async () => {
    const studio = await newImported()
    const file = await open(join(studio.directory, 'adtally.sqlite'), 'r+')
    await file.write(Buffer.alloc(4_096, 0xff), 0, 4_096, 8_192)
    await file.close()
    const { code, found } = await examine(studio)
    expect(code).toBe(1)
    expect(found).toContainEqual(expect.objectContaining({ check: 'records', level: 'error' }))
  })

  test('stores that do not belong together', async () => {
    const studio = await newImported()
    const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
    sqlite.exec("UPDATE installation SET turn = turn - 1, token = 'an earlier one'")
    sqlite.close()
    const { code, found } = await examine(studio)
    expect(code).toBe(1)
    expect(found).toContainEqual(
      expect.objectContaining({
        check: 'stores',
        message: expect.stringContaining('is older than'),
      }),
    )
  })

  test('figures of accounts and apps that the records do not know', async () => {
    const studio = await newImported()
    await within(studio.directory, async ({ call }) => {
      const give = async (name: string, lines: readonly string[]) => {
        const path = join(studio.folder, name)
        await writeFile(path, `${lines.join('\n')}\n`)
        return { files: [{ name, path }] }
      }
      const apps = otherFactNames.map((kind) => `${kind},studio,App of ${kind},ios`)
      await call(
        ...[
          importApps,
          {},
          await give('apps.csv', ['app_id,publisher,app_name,platform', ...apps]),
        ],
      )
      for (const app of otherFactNames) {
        const { columns, lineOf } = factFiles[app]
        const row = lineOf({ day: '2026-03-01', app, source: 'max', country: 'US', count: 1 })
        if (app === 'shares') await commitMade({ call }, { kind: app, lines: [row] })
        else await call(importFigures, {}, await give(`${app}.csv`, [columns, row]))
      }
    })
    const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
    sqlite.exec("PRAGMA foreign_keys = OFF; UPDATE apps SET key = key + 99 WHERE app_id <> 'brick'")
    sqlite.close()
    const { code, found } = await examine(studio)
    expect(code).toBe(0)
    expect(found.find(({ check }) => check === 'orphans')).toMatchObject({
      level: 'warning',
      message: expect.stringContaining('figures of 6 apps that the records do not know'),
    })
  })

  test('closed months with figures of apps that the records do not know', async () => {
    const studio = await newImported()
    const close = ['months', 'close', 'studio', '2026-03', '--allow-missing', '--yes']
    await adtallyWorks(close, studio.options)
    expect((await examine(studio)).checks).toEqual([])
    const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
    sqlite.exec('UPDATE closed_figures SET app_key = 99 WHERE revenue_micros = 500000')
    sqlite.close()
    const { code, found } = await examine(studio)
    expect(code).toBe(0)
    expect(found).toEqual([
      expect.objectContaining({
        check: 'orphans',
        level: 'warning',
        message: 'Closed months have figures of apps that the records do not know: studio 2026-03.',
      }),
    ])
  })

  test('copies in warehouses that were refused, or fail for an hour', async () => {
    const studio = await newImported()
    for (const name of ['away', 'paused', 'refused', 'restarting']) {
      const add = ['destinations', 'add', 'studio', name, 'duckdb', '--address', 'copy.duckdb']
      await adtallyWorks(add, studio.options)
    }
    const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
    const [long, short] = [Date.now() - 3_700_000, Date.now() - 60_000]
    sqlite.exec(`UPDATE destinations SET failing_since_ms = ${long}`)
    sqlite.exec("UPDATE destinations SET state = name WHERE name IN ('paused', 'refused')")
    sqlite.exec(`UPDATE destinations SET failing_since_ms = ${short} WHERE name > 'pb'`)
    sqlite.close()
    const { found } = await examine(studio)
    expect(found).toMatchObject([
      {
        check: 'destinations',
        level: 'warning',
        message: 'Copies in warehouses are not kept current: studio away, studio refused.',
      },
    ])
  })

  test('a clock that is behind', async () => {
    const studio = await newImported()
    const sqlite = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
    sqlite.exec('UPDATE audit_events SET at_ms = at_ms + 86400000 * 400')
    sqlite.close()
    expect((await examine(studio)).checks).toEqual(['clock: error'])
  })

  test('a disk without room', async () => {
    const { options } = await newImported()
    const env = { ...options.env, ADTALLY_FREE_SPACE: '900000GB' }
    const { code, stdout } = await adtally(['doctor'], { ...options, env })
    expect(code).toBe(1)
    expect(stdout).toMatch(/ERROR +disk +The disk has [\d,]+ MB free/)
  })

  test('what upgrades, restores and killed servers left', async () => {
    const studio = await newImported()
    const { directory } = studio
    await writeFile(join(directory, 'figures.duckdb.before-0004'), 'x'.repeat(1_000))
    await writeFile(join(directory, 'server.json'), '{"url":"http://127.0.0.1:1","token":"x"}')
    await mkdir(join(directory, 'replaced-2026'))
    await writeFile(join(directory, 'replaced-2026', 'figures.duckdb'), 'x')
    const { code, checks, found } = await examine(studio)
    expect({ code, checks: new Set(checks) }).toEqual({
      code: 0,
      checks: new Set(['leftovers: note']),
    })
    expect(found).toHaveLength(3)
  })
})

test('a secret that is mounted from elsewhere is read as it is', async () => {
  const studio = await newImported()
  const mounted = join(studio.folder, 'mounted.key')
  await rename(join(studio.directory, 'secret.key'), mounted)
  await chmod(mounted, 0o444)
  if (process.getuid?.() === 0) await chown(mounted, 12_345, 12_345)
  const env = { ...studio.options.env, ADTALLY_SECRET_FILE: mounted }
  const { code, checks } = await examine({ ...studio, options: { ...studio.options, env } })
  expect({ code, checks }).toEqual({ code: 0, checks: [] })
})

test('servers are checked without a data directory', async () => {
  const env = {
    ADTALLY_DATA_DIR: join(await newFolder(), 'none'),
    ADTALLY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    ADTALLY_CLICKHOUSE_URL: 'http://127.0.0.1:1/none',
  }
  const { code, stdout, stderr } = await adtally(['doctor'], { env })
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'adtally: 2 errors found\n' })
  expect(stdout).toMatch(/ok +disk +.* does not exist yet/)
})

test('a directory without data is refused', async () => {
  const folder = await newFolder()
  const line = expectOneClearLine(await adtally(['doctor', '--data-dir', folder]))
  expect(line).toContain('there is no data in')
})

test.each(['doctor', 'accounts create studio', 'serve --port 0'])(
  'a file as the data directory is refused by %s',
  async (command) => {
    const file = join(await newFolder(), 'data')
    await writeFile(file, 'mine')
    const line = expectOneClearLine(await adtally([...command.split(' '), '--data-dir', file]))
    expect(line).toContain(`${file} is a file`)
  },
)

test('a server that does not answer is an error, which names it without its password', async () => {
  const studio = await newImported()
  const address = 'postgres://nobody:pass-word@127.0.0.1:1/none'
  const env = { ...studio.options.env, ADTALLY_DATABASE_URL: address }
  const { code, stdout } = await adtally(['doctor'], { ...studio.options, env })
  expect(code).toBe(1)
  expect(stdout).toMatch(/ERROR +records +The PostgreSQL database 127.0.0.1:1\/none cannot be used/)
  expect(stdout).toMatch(/not checked +stores/)
  expect(stdout).not.toContain('pass-word')
})

test('values that the secret does not open are named with the commands that replace them', async () => {
  const studio = await newImported()
  const records = new DatabaseSync(join(studio.directory, 'adtally.sqlite'))
  records.exec(`UPDATE api_keys SET key_sealed = zeroblob(60)`)
  records.close()
  const { code, found } = await examine(studio)
  expect(code).toBe(1)
  expect(found).toEqual([
    {
      check: 'secret',
      level: 'error',
      message: 'The API key default of studio cannot be decrypted.',
      advice: 'Replace it: adtally keys rotate studio default',
    },
  ])
})

test('a missing backup is noted, and an old one is a warning', async () => {
  const studio = await newImported()
  const path = join(studio.directory, 'last-backup.json')
  await writeFile(path, JSON.stringify({ made_at: '2026-01-01T00:00:00Z' }))
  expect(await examine(studio)).toMatchObject({
    code: 0,
    checks: ['backup: warning'],
    found: [{ message: 'The last backup was made at 2026-01-01T00:00:00Z.' }],
  })
  await rm(path)
  expect(await examine(studio)).toMatchObject({ code: 0, checks: ['backup: note'] })
})
