import { spawnSync } from 'node:child_process'
import { appendFile, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Installation } from '../../src/compose/installation.ts'
import { otherFactNames } from '../../src/facts/kinds.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { pauseConnection } from '../../src/use-cases/connections/pause-connection.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { trustStatementKey } from '../../src/use-cases/money/statement-keys.ts'
import { parseDay } from '../../src/values/day.ts'
import { commitMade } from '../fixtures/commit-made.ts'
import { acmeSigner } from '../fixtures/issued-statement.ts'
import { prepareDirectory } from '../fixtures/prepared-directory.ts'
import { factFiles } from '../property/fact-rows.ts'
import { storedFacts } from '../property/stored-figures.ts'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  failureLines,
} from './run-adtally.ts'
import { serveProcess, spawnAdtally } from './spawn-adtally.ts'
import { copyStudio, newStudio, type Studio, studioKey, within } from './studio.ts'

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))
const passphrase = 'correct horse battery staple'

/** A studio with imports of every kind (one is undone), users, keys, links, a closed month and backups. */
const copyFilled = prepareDirectory(async (folder) => {
  await copyStudio(folder)
  const options = { cwd: folder, env: { ADTALLY_DATA_DIR: join(folder, 'data') } }
  await adtallyWorks(['import', 'stats', 'stats.csv'], options)
  const header = 'date,app_id,network,format,country,impressions,revenue\n'
  await writeFile(join(folder, 'later.csv'), `${header}2026-03-01,zap,ownnet,video,US,2000,25\n`)
  await adtallyWorks(['import', 'stats', 'later.csv'], options)
  await adtallyWorks(['imports', 'undo', '2'], options)
  await adtallyWorks(['keys', 'create', 'studio', 'BI tool'], options)
  const link = ['links', 'create', 'studio', 'Weekly', '--days', 'last_7']
  await adtallyWorks(link, options)
  await adtallyWorks(['users', 'invite', 'studio', 'ada@example.com', '--role', 'viewer'], options)
  await addRatesAndWaitingDay(folder)
  await keepBooks(folder)
  await adtallyWorks(['backup', 'backup'], options)
  await writeFile(join(folder, 'backup.tar'), archiveOf(options))
})

/** Terms, a mapping, statements (one is undone), and a closed month. */
async function keepBooks(folder: string): Promise<void> {
  const options = { cwd: folder, env: { ADTALLY_DATA_DIR: join(folder, 'data') } }
  const header = 'network,period,kind,amount,currency,date,reference\n'
  const lines = 'admob,2026-03,earnings,0.4,USD,2026-03-31,INV 3\n,,payment,7,USD,2026-04-26,T 1\n'
  await writeFile(join(folder, 'payments.csv'), header + lines)
  await writeFile(join(folder, 'wrong.csv'), `${header}admob,2026-02,fee,9,USD,2026-03-31,F\n`)
  for (const file of ['payments.csv', 'wrong.csv']) {
    await adtallyWorks(['statements', 'import', 'studio', file], options)
  }
  await adtallyWorks(['statements', 'undo', 'studio', 'S2'], options)
  const columns = ['--date', 'Day', '--amount', 'Sum', '--currency', 'USD']
  await adtallyWorks(['statements', 'map', 'studio', 'mybank', ...columns], options)
  await adtallyWorks(['terms', 'set', 'studio', 'admob', '2026-01', '--net-days', '9'], options)
  await closeMonth('2026-03', options)
}

const closeMonth = (month: string, options: Studio['options']) =>
  adtallyWorks(['months', 'close', 'studio', month, '--allow-missing', '--yes'], options)

/** Rates of the installation and of the account, a key of another Adtally, a day of a paused connection that waits for one, and every other kind of fact. */
async function addRatesAndWaitingDay(folder: string): Promise<void> {
  const options = { cwd: folder, env: { ADTALLY_DATA_DIR: join(folder, 'data') } }
  await writeFile(join(folder, 'ecb.csv'), 'Date,USD,\n2026-02-27,1.0842,\n')
  await writeFile(join(folder, 'own.csv'), 'day,currency,rate\n2026-03-01,EUR,1.09\n')
  await adtallyWorks(['rates', 'import', 'ecb.csv'], options)
  await adtallyWorks(['rates', 'import', '--account', 'studio', 'own.csv'], options)
  const row = { day: '2026-03-01', app: 'zap', source: 'max' }
  await within(join(folder, 'data'), async ({ call, connections, accounts }) => {
    for (const kind of otherFactNames) {
      const { columns, lineOf } = factFiles[kind]
      const rows = ['US', 'DE'].map((country, count) => lineOf({ ...row, country, count }))
      if (kind === 'shares') {
        await commitMade({ call }, { kind, lines: rows })
        continue
      }
      const file = { name: `${kind}.csv`, path: join(folder, `${kind}.csv`) }
      await writeFile(file.path, [columns, ...rows, ''].join('\n'))
      await call(importFigures, {}, { files: [file] })
    }
    const trusted = { name: 'acme', key: acmeSigner.key, network: 'acme' }
    await call(trustStatementKey, { username: 'studio', ...trusted })
    const values = { skey: 'the skey', secret: 'the secret' }
    await call(addConnection, { username: 'studio', connector: 'mintegral', values })
    await call(pauseConnection, { username: 'studio', name: 'mintegral' })
    const { id } = (await connections.byName((await accounts.get('studio')).id, 'mintegral'))!
    await connections.days.put(id, {
      day: parseDay('2026-03-02')!,
      state: 'waiting',
      failures: 0,
      nextAtMs: 2e12,
      pulledAtMs: null,
      failedAtMs: 1e12,
      stated: null,
      mark: null,
      depth: null,
      held: null,
      entry: null,
      problem: {
        kind: 'refusal',
        code: 'rates_missing',
        facts: {
          currency: 'USD',
          missing: [{ day: '2026-03-02', currency: 'EUR' }],
          missingCount: 1,
        },
      },
    })
  })
}

const newFilledStudio = () => newStudio(copyFilled)

/** Runs `adtally backup -`, whose output is bytes. */
function archiveOf({ cwd, env }: Studio['options']): Buffer {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'backup', '-'], {
    cwd,
    maxBuffer: 2 ** 26,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  expect({ status, stderr: String(stderr) }).toMatchObject({ status: 0 })
  return stdout
}

/** Everything that commands show of an installation, except the audit log. */
async function contentOf(directory: string) {
  const options = { env: { ADTALLY_DATA_DIR: directory } }
  const lists = [
    ['accounts', 'list'],
    ['apps', 'list', 'studio'],
    ['imports'],
    ['keys', 'list', 'studio'],
    ['links', 'list', 'studio'],
    ['users', 'list', 'studio'],
    ['rates', 'list', '--account', 'studio'],
    ['connections', 'show', 'studio', 'mintegral'],
    ...['list', 'lines', 'mappings', 'trusted'].map((list) => ['statements', list, 'studio']),
    ['terms', 'list', 'studio'],
    ['months', 'list', 'studio'],
    ['months', 'show', 'studio', '2026-03'],
    ['months', 'journal', 'studio'],
  ]
  const shown: string[] = []
  for (const list of lists) {
    const rows = await adtallyWorks([...list, '--json'], options)
    // Both installations are used.
    shown.push(rows.replaceAll(/"last_used_.*\n/g, ''))
  }
  for (const key of ['default', 'BI tool']) {
    shown.push(await adtallyWorks(['keys', 'show', 'studio', key], options))
  }
  const days = ['--start-date', '2026-03-01', '--end-date', '2026-03-02']
  for (const asOf of [[], ['--as-of', '2026-03-01T00:00:00Z']]) {
    const columns = ['--dimensions', 'date,app_id,network,country']
    const report = ['report', 'studio', ...days, ...columns, ...asOf]
    shown.push(await adtallyWorks([...report, '--format', 'csv'], options))
  }
  const facts = (installation: Installation) =>
    Promise.all(otherFactNames.map((kind) => storedFacts({ installation }, 1, kind)))
  const stored = await within(directory, facts)
  expect(stored.map((rows) => rows.length)).toEqual(otherFactNames.map(() => 2))
  return [...shown, ...stored.flat()]
}

/** Figures as of a time and now, and all changes, without the cursor, which a restore replaces. */
async function answersOf(baseUrl: string, asOf: string): Promise<string[]> {
  const path = `${baseUrl}/api/v2/publisher/applications`
  const range = 'start_date=2026-03-01&end_date=2026-03-02&group_by=network'
  const access = `developer=studio&key=${studioKey}`
  const answers = []
  for (const query of [`stats?${range}&as_of=${asOf}`, `stats?${range}`]) {
    const answer = await fetch(`${path}/${query}&${access}`)
    const text = await answer.text()
    expect(answer.status, text).toBe(200)
    answers.push(text)
  }
  return answers
}

const inFolder = (folder: string) => ({ env: { ADTALLY_DATA_DIR: folder } })

test('a backup of a running server, restored into an empty directory, has the same figures, history, keys, links and users', async () => {
  const studio = await newFilledStudio()
  const server = await serveProcess([], studio.options)
  const backup = join(studio.folder, 'running')
  const said = await adtallyWorks(['backup', backup], studio.options)
  expect(said).toMatch(/running has all data up to import 8, of /)
  expect(said).toContain(`needs a copy of ${join(studio.directory, 'secret.key')}`)
  expect((await readdir(backup)).sort()).toEqual([
    'adtally.sqlite',
    'figures.duckdb',
    'manifest.json',
  ])
  const imports = await adtallyJson(['imports'], studio.options)
  const undone = imports.find(({ id }: { id: number }) => id === 2)
  const answers = await answersOf(server.baseUrl, undone.committed_at)
  expect(answers[0]).toContain('"impressions":2000')
  await server.stop()
  const expected = await contentOf(studio.directory)

  const restored = join(studio.folder, 'restored')
  const secret = join(studio.directory, 'secret.key')
  const options = inFolder(restored)
  const output = await adtallyWorks(['restore', backup, '--secret-file', secret], options)
  expect(output).toContain('with imports up to 8, of ')
  expect(await contentOf(restored)).toEqual(expected)
  expect(expected.join()).toContain(studioKey)
  expect(expected.join()).toMatch(/"INV 3".*"mybank".*"closed_at".*"revenue": "12\.5"/s)
  expect(expected.join()).toMatch(/"rate": "1\.09".*"rate": "1\.0842".*"waiting": 1/s)
  await writeFile(join(studio.folder, 'late.csv'), 'day,currency,rate\n2026-03-02,EUR,1.1\n')
  const late = ['rates', 'import', '--account', 'studio', join(studio.folder, 'late.csv')]
  expect(await adtallyWorks(late, options)).toContain('1 day of connections waited')
  const [event] = await adtallyJson(['audit', '--action', 'restored'], options)
  expect(event.facts.entry).toBe(8)
  // It is an installation like any other.
  const { stop, baseUrl } = await serveProcess([], options)
  expect(await answersOf(baseUrl, undone.committed_at)).toEqual(answers)
  await stop()
})

test('a restore of a backup from before a close names the month, which can be closed again', async () => {
  const studio = await newFilledStudio()
  await closeMonth('2026-04', studio.options)
  const restore = ['restore', 'backup', '--replace']
  const dry = await adtally([...restore, '--dry-run', '--json'], studio.options)
  const lost = [{ account: 'studio', month: '2026-04' }]
  expect(JSON.parse(dry.stdout)).toMatchObject({ dry_run: true, lost_closes: lost })
  const { code, stderr } = await adtally(restore, studio.options)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr:
      'adtally: warning: 2026-04 of studio is not closed in the backup. Close it again: adtally months close studio 2026-04\n',
  })
  const months = await adtallyJson(['months', 'list', 'studio'], studio.options)
  const closed = months.filter(({ state }: { state: string }) => state === 'closed')
  expect(closed).toMatchObject([{ month: '2026-03' }])
  await closeMonth('2026-04', studio.options)
  // It was closed again, so the backup does not have this close either.
  const again = await adtallyJson([...restore, '--dry-run'], studio.options)
  expect(again.lost_closes).toEqual(lost)
})

test('a backup without a server is the same, and is only for its owner', async () => {
  const studio = await newFilledStudio()
  const backup = join(studio.folder, 'new', 'backup')
  const summary = await adtallyJson(['backup', backup], studio.options)
  expect(summary).toMatchObject({ folder: backup, entry: 8 })
  expect((await stat(backup)).mode & 0o777).toBe(0o700)
  for (const name of await readdir(backup)) {
    expect((await stat(join(backup, name))).mode & 0o777).toBe(0o600)
  }
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
  expect(manifest).toMatchObject({ format: 1, entry: 8, adtally: expect.stringMatching(/^\d/) })
  expect(manifest.files.map(({ name }: { name: string }) => name)).toEqual([
    'figures.duckdb',
    'adtally.sqlite',
  ])
  // The data directory already has data, and its secret fits.
  const output = await adtallyWorks(['restore', backup, '--replace'], studio.options)
  const [, replaced] = /The earlier data is in (\S+);/.exec(output)!
  expect((await readdir(replaced!)).sort()).toEqual(['adtally.sqlite', 'figures.duckdb'])
})

describe('an archive on stdout', () => {
  test('is read by tar, and restores', async () => {
    const studio = await newFilledStudio()
    const server = await serveProcess([], studio.options)
    const archive = archiveOf(studio.options)
    await server.stop()
    const path = join(studio.folder, 'running.tar')
    await writeFile(path, archive)
    const listed = spawnSync('tar', ['-tf', path], { encoding: 'utf8' })
    expect(listed.stdout.split('\n')).toEqual([
      'figures.duckdb',
      'adtally.sqlite',
      'manifest.json',
      '',
    ])
    const restored = join(studio.folder, 'restored')
    const secret = join(studio.directory, 'secret.key')
    await adtallyWorks(['restore', path, '--secret-file', secret], inFolder(restored))
    expect(await contentOf(restored)).toEqual(await contentOf(studio.directory))
    const second = join(studio.folder, 'second')
    const args = ['restore', '-', '--secret-file', secret]
    const { code } = await adtally(args, { ...inFolder(second), input: new Uint8Array(archive) })
    expect(code).toBe(0)
  })

  test.each([
    ['cut off in a file', (archive: Buffer) => archive.subarray(0, 100_000), 'is cut off'],
    ['cut off before the manifest', (archive: Buffer) => archive.subarray(0, -3_072), 'is cut off'],
    ['empty', () => Buffer.alloc(0), 'is cut off'],
    ['of something else', () => Buffer.alloc(4_096, 'text '), 'no archive of `adtally backup`'],
  ])('that is %s is refused, and nothing is left', async (_, damage, expected) => {
    const studio = await newFilledStudio()
    const path = join(studio.folder, 'backup.tar')
    await writeFile(path, damage(await readFile(path)))
    const restored = join(studio.folder, 'restored')
    const line = expectOneClearLine(await adtally(['restore', path], inFolder(restored)))
    expect(line).toContain(expected)
    await expect(readdir(restored)).rejects.toThrow('ENOENT')
  })

  test('is not printed on a terminal', async () => {
    const studio = await newStudio()
    const options = { ...studio.options, terminal: true }
    expect(expectOneClearLine(await adtally(['backup', '-'], options))).toContain('> FILE')
  })
})

describe('a backup that is not as it was written is refused, and nothing is changed:', () => {
  test.each([
    [
      'a changed byte',
      (folder: string) => appendFile(join(folder, 'adtally.sqlite'), 'x'),
      'checksum differs',
    ],
    [
      'a missing file',
      (folder: string) => rm(join(folder, 'figures.duckdb')),
      'figures.duckdb of .* is missing',
    ],
    [
      'a missing manifest',
      (folder: string) => rm(join(folder, 'manifest.json')),
      'has no manifest.json',
    ],
    [
      'a damaged manifest',
      (folder: string) => writeFile(join(folder, 'manifest.json'), '{"format":1}'),
      'manifest.json of .* is damaged',
    ],
    [
      'a later format',
      (folder: string) =>
        writeFile(join(folder, 'manifest.json'), '{"format":2,"adtally":"9.1.0"}'),
      'made by Adtally 9.1.0, in a format that this release does not know',
    ],
    ['another folder', (folder: string) => rm(folder, { recursive: true }), 'There is no backup'],
  ])('%s', async (_, damage, expected) => {
    const studio = await newFilledStudio()
    const backup = join(studio.folder, 'backup')
    const before = await readdir(studio.directory)
    await damage(backup)
    const line = expectOneClearLine(await adtally(['restore', backup, '--replace'], studio.options))
    expect(line).toMatch(new RegExp(expected))
    expect(await readdir(studio.directory)).toEqual(before)
  })

  test('a damaged block of the figures whose checksum was made after', async () => {
    const studio = await newFilledStudio()
    const backup = join(studio.folder, 'backup')
    const path = join(backup, 'figures.duckdb')
    const figures = await readFile(path)
    // The blocks of the tables begin after the headers.
    figures.fill(0xff, 12_288 + 64, 12_288 + 262_144)
    await writeFile(path, figures)
    const { createHash } = await import('node:crypto')
    const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'))
    manifest.files[0].sha256 = createHash('sha256').update(figures).digest('hex')
    await writeFile(join(backup, 'manifest.json'), JSON.stringify(manifest))
    const line = expectOneClearLine(await adtally(['restore', backup, '--dry-run'], studio.options))
    expect(line).toMatch(/is damaged|cannot be/)
  })

  test('stores of different backups', async () => {
    const studio = await newFilledStudio()
    const [first, second] = [join(studio.folder, 'backup'), join(studio.folder, 'second')]
    await adtallyWorks(['accounts', 'create', 'other'], studio.options)
    await adtallyWorks(['backup', second], studio.options)
    await cp(join(first, 'figures.duckdb'), join(second, 'figures.duckdb'))
    const manifests = await Promise.all(
      [first, second].map(async (folder) =>
        JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')),
      ),
    )
    manifests[1].files[0] = manifests[0].files[0]
    await writeFile(join(second, 'manifest.json'), JSON.stringify(manifests[1]))
    const line = expectOneClearLine(await adtally(['restore', second, '--dry-run'], studio.options))
    expect(line).toContain('is older than')
  })
})

describe('the secret', () => {
  test('is in the backup with a passphrase, which opens it', async () => {
    const studio = await newFilledStudio()
    const server = await serveProcess([], studio.options)
    const backup = join(studio.folder, 'with-secret')
    const output = await adtallyWorks(['backup', backup, '--with-secret'], {
      ...studio.options,
      input: `${passphrase}\n`,
    })
    expect(output).toContain('The secret is in it, encrypted.')
    await server.stop()
    const secret = await readFile(join(studio.directory, 'secret.key'), 'utf8')
    for (const name of await readdir(backup)) {
      expect((await readFile(join(backup, name))).includes(secret)).toBe(false)
    }
    const restored = join(studio.folder, 'restored')
    const wrong = { ...inFolder(restored), input: 'another passphrase\n' }
    expect(expectOneClearLine(await adtally(['restore', backup], wrong))).toContain(
      'The passphrase does not open',
    )
    await writeFile(join(studio.folder, 'passphrase'), `${passphrase}\n`)
    const args = ['restore', backup, '--passphrase-file', join(studio.folder, 'passphrase')]
    await adtallyWorks(args, inFolder(restored))
    expect(await contentOf(restored)).toEqual(await contentOf(studio.directory))
  })

  test('is copied apart, to a new file', async () => {
    const studio = await newFilledStudio()
    const args = ['backup', 'new', '--secret-to', 'apart.key']
    await adtallyWorks(args, studio.options)
    const apart = join(studio.folder, 'apart.key')
    expect(await readFile(apart, 'utf8')).toBe(
      await readFile(join(studio.directory, 'secret.key'), 'utf8'),
    )
    expect((await stat(apart)).mode & 0o777).toBe(0o600)
    const again = ['backup', 'second', '--secret-to', 'apart.key']
    expect(expectOneClearLine(await adtally(again, studio.options))).toContain('exists already')
  })

  test('is needed to restore: without it, the command says what would be lost, and restores nothing', async () => {
    const studio = await newFilledStudio()
    const backup = join(studio.folder, 'backup')
    const restored = join(studio.folder, 'restored')
    const line = expectOneClearLine(await adtally(['restore', backup], inFolder(restored)))
    expect(line).toContain('2 API keys could not be shown again, but would work')
    expect(line).toContain('--secret-file FILE')
    await expect(readdir(restored)).rejects.toThrow('ENOENT')

    const accepted = await adtally(['restore', backup, '--without-secret'], inFolder(restored))
    expect(accepted.code).toBe(0)
    expect(failureLines(accepted)).toContain(
      "adtally: warning: The API key BI tool of studio could not be decrypted, and stays as it was. Replace it: adtally keys rotate studio 'BI tool'",
    )
    // Keys work, and are replaced before they can be shown.
    const shown = await adtally(['keys', 'show', 'studio', 'default'], inFolder(restored))
    expect(expectOneClearLine(shown)).toContain('works, but cannot be shown')
    const server = await serveProcess([], inFolder(restored))
    const apps = `${server.baseUrl}/api/v2/publisher/applications?developer=studio`
    expect((await fetch(`${apps}&key=${studioKey}`)).status).toBe(200)
    await adtallyWorks(['keys', 'rotate', 'studio', 'BI tool'], inFolder(restored))
    await adtallyWorks(['keys', 'show', 'studio', 'BI tool'], inFolder(restored))
  })

  test("of another installation is refused, and so is one that is not the server's", async () => {
    const studio = await newFilledStudio()
    const other = join(studio.folder, 'other.key')
    await writeFile(other, Buffer.alloc(32, 7).toString('base64'))
    const server = await serveProcess([], studio.options)
    const env = { ...studio.options.env, ADTALLY_SECRET_FILE: other }
    const args = ['backup', 'new', '--secret-to', 'apart.key']
    expect(expectOneClearLine(await adtally(args, { ...studio.options, env }))).toContain(
      `The secret in ${other} is not the one of this backup`,
    )
    expect(await readdir(studio.folder)).not.toContain('new')
    await server.stop()
    const restore = ['restore', join(studio.folder, 'backup'), '--secret-file', other]
    expect(
      expectOneClearLine(await adtally(restore, inFolder(join(studio.folder, 'restored')))),
    ).toContain("another installation's")
  })

  test.each([
    ['elsewhere', 'secrets/adtally'],
    ['in the data directory', 'restored/my.key'],
  ])('in a file of its own %s is written there, and used', async (_where, path) => {
    const studio = await newFilledStudio()
    const backup = join(studio.folder, 'backup')
    const secret = join(studio.directory, 'secret.key')
    const elsewhere = join(studio.folder, path)
    const restored = join(studio.folder, 'restored')
    const env = { ADTALLY_DATA_DIR: restored, ADTALLY_SECRET_FILE: elsewhere }
    await adtallyWorks(['restore', backup, '--secret-file', secret], { env })
    expect(await readFile(elsewhere, 'utf8')).toBe(await readFile(secret, 'utf8'))
    expect(await readdir(restored)).not.toContain('secret.key')
    expect((await adtallyWorks(['keys', 'show', 'studio', 'default'], { env })).trim()).toBe(
      studioKey,
    )
  })

  test('needs a passphrase of 12 characters', async () => {
    const studio = await newStudio()
    const options = { ...studio.options, input: 'short\n' }
    expect(expectOneClearLine(await adtally(['backup', 'b', '--with-secret'], options))).toContain(
      'at least 12 characters',
    )
  })
})

describe('a restore is refused', () => {
  test('into a directory with data, which --replace moves aside', async () => {
    const studio = await newFilledStudio()
    await adtallyWorks(['imports', 'undo', '1'], studio.options)
    const line = expectOneClearLine(await adtally(['restore', 'backup'], studio.options))
    expect(line).toContain(`${studio.directory} is not empty`)
    expect(line).toContain('--replace')
    expect(await adtallyJson(['imports'], studio.options)).toHaveLength(11)
    await adtallyWorks(['restore', 'backup', '--replace'], studio.options)
    expect(await adtallyJson(['imports'], studio.options)).toHaveLength(10)
    expect(await adtallyWorks(['doctor'], studio.options)).toContain(
      'is the data from before a restore',
    )
  })

  test('while a server runs', async () => {
    const studio = await newFilledStudio()
    await serveProcess([], studio.options)
    const args = ['restore', 'backup', '--replace']
    expect(expectOneClearLine(await adtally(args, studio.options))).toContain('is using')
    expect(expectOneClearLine(await spawnAdtally(args, studio.options))).toContain('is using')
  })

  test('onto servers, and so is a backup of them', async () => {
    const studio = await newStudio()
    const env = {
      ...studio.options.env,
      ADTALLY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    }
    for (const command of ['backup', 'restore']) {
      const line = expectOneClearLine(await adtally([command, 'x'], { ...studio.options, env }))
      expect(line).toContain('"On servers" in docs/backups.md')
    }
  })
})

test('a dry run checks a backup and changes nothing', async () => {
  const studio = await newFilledStudio()
  const before = await readdir(studio.directory)
  const output = await adtallyWorks(['restore', 'backup', '--dry-run'], studio.options)
  expect(output).toMatch(/backup is whole: made .* with imports up to 8/)
  expect(await readdir(studio.directory)).toEqual(before)
  await adtallyWorks(['restore', 'backup', '--dry-run'], studio.options)
})

test('a folder with files is not overwritten', async () => {
  const studio = await newFilledStudio()
  await mkdir(join(studio.folder, 'used'))
  await writeFile(join(studio.folder, 'used', 'notes.txt'), 'mine')
  const line = expectOneClearLine(await adtally(['backup', 'used'], studio.options))
  expect(line).toContain('is not empty')
  expect(await readdir(join(studio.folder, 'used'))).toEqual(['notes.txt'])
  await mkdir(join(studio.folder, 'empty'))
  await adtallyWorks(['backup', 'empty'], studio.options)
})

test.each(['', '.'])('the current folder, given as %j, is not replaced', async (target) => {
  const studio = await newFilledStudio()
  const cwd = join(studio.folder, 'here')
  await mkdir(cwd)
  const line = expectOneClearLine(await adtally(['backup', target], { ...studio.options, cwd }))
  expect(line).toContain('current folder')
  expect(await readdir(cwd)).toEqual([])
})

test('backups are in the audit log', async () => {
  const studio = await newFilledStudio()
  await adtallyWorks(['backup', 'new'], studio.options)
  const [event] = await adtallyJson(['audit', '--action', 'backed_up'], studio.options)
  expect(event).toMatchObject({ actor: 'command', facts: { entry: 8, with_secret: false } })
})

describe('adtally backup --keep', () => {
  test('deletes the oldest whole backups of the installation, and nothing else', async () => {
    const { folder, directory, options } = await newFilledStudio()
    const parent = join(folder, 'backups')
    const make = () => adtallyWorks(['backup', '--keep', '2', 'backups'], options)
    await make()
    const [first] = await readdir(parent)
    expect(first).toMatch(/^adtally-20\d\d-\d\d-\d\dT/)
    const names = {
      otherInstallation: 'adtally-2020-01-01T00-00-00Z',
      damaged: 'adtally-2020-01-02T00-00-00Z',
      foreign: 'holiday-pictures',
    }
    for (const name of [names.otherInstallation, names.damaged]) {
      await cp(join(parent, first!), join(parent, name), { recursive: true })
    }
    const manifest = join(parent, names.otherInstallation, 'manifest.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace(/"installation":\s*"/, '$&x'))
    await appendFile(join(parent, names.damaged, 'figures.duckdb'), 'x')
    await mkdir(join(parent, names.foreign))
    await make()
    const third = await make()
    expect(third).toContain(`Deleted 1 older backup: ${first}.`)
    const left = await readdir(parent)
    expect(left).toEqual(expect.arrayContaining(Object.values(names)))
    expect(left).not.toContain(first)
    expect(left).toHaveLength(5)
    const noted = JSON.parse(await readFile(join(directory, 'last-backup.json'), 'utf8'))
    expect(Date.now() - Date.parse(noted.made_at)).toBeLessThan(120_000)
  })

  test.each([
    [['backup', '--keep', '0', 'backups'], '--keep: "0" is not a whole number from 1 to 10000'],
    [['backup', '--keep', '3', '-'], '--keep needs a folder'],
  ])('%j is refused, and deletes nothing', async (args, message) => {
    const { options } = await newFilledStudio()
    expect(expectOneClearLine(await adtally(args, options))).toContain(message)
  })
})
