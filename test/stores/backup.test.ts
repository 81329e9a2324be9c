import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { adtally, adtallyJson, adtallyWorks, expectOneClearLine } from '../cli/run-adtally.ts'
import { serveProcess, spawnAdtally } from '../cli/spawn-adtally.ts'
import { newStudio, type Studio, studioKey } from '../cli/studio.ts'
import { startFakeNetworks } from '../fake-networks/start.ts'
import { addSealedValues, withInstallation } from '../fixtures/sealed-values.ts'
import { mountSmallDisk, whyNoDisks } from './small-disk.ts'

const killer = fileURLToPath(new URL('kill-backup.ts', import.meta.url))
const header = 'date,app_id,network,format,country,impressions,revenue\n'
const days = ['01', '02', '03', '04', '05']

/** Writes a file in which every row has the given impressions. */
async function stateFile({ folder }: Studio, impressions: number): Promise<string> {
  const name = `${impressions}.csv`
  const rows = days.map(
    (day) => `2026-03-${day},zap,ownnet,video,US,${impressions},${impressions}\n`,
  )
  await writeFile(join(folder, name), header + rows.join(''))
  return name
}

interface ImportView {
  readonly id: number
  readonly kind: string
  readonly undoes: number | null
  readonly files: readonly { readonly name: string }[]
}

/** The impressions of each day after the last of these entries; 0 for no figures. */
function impressionsAfter(newestFirst: readonly ImportView[]): number {
  const stated = new Map<number, number>()
  const undone = new Set<number>()
  for (const { id, undoes, files } of [...newestFirst].reverse()) {
    if (undoes === null) stated.set(id, Number.parseInt(files[0]!.name, 10))
    else undone.add(undoes)
  }
  const last = [...stated.keys()].filter((id) => !undone.has(id)).at(-1)
  return last === undefined ? 0 : stated.get(last)!
}

const inFolder = (folder: string) => ({ env: { ADTALLY_DATA_DIR: folder } })

async function impressionsOf(directory: string): Promise<number[]> {
  const range = ['--start-date', '2026-03-01', '--end-date', '2026-03-05']
  const args = ['report', 'studio', ...range, '--dimensions', 'date', '--metrics', 'impressions']
  const csv = await adtallyWorks([...args, '--format', 'csv'], inFolder(directory))
  return csv
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => Number(line.split(',').at(-1)))
}

/** Restores a backup to a new directory, where everything has to be whole. */
async function restoreAndCheck(studio: Studio, backup: string) {
  const restored = `${backup}-restored`
  const secret = join(studio.directory, 'secret.key')
  await adtallyWorks(['restore', backup, '--secret-file', secret], inFolder(restored))
  const entries: ImportView[] = await adtallyJson(
    ['imports', '--limit', '1000'],
    inFolder(restored),
  )
  const expected = impressionsAfter(entries)
  expect(await impressionsOf(restored)).toEqual(expected === 0 ? [] : days.map(() => expected))
  const key = await adtallyWorks(['keys', 'show', 'studio', 'default'], inFolder(restored))
  expect(key.trim()).toBe(studioKey)
  const { findings } = await adtallyJson(['doctor'], inFolder(restored))
  const faults = findings.filter(({ level }: { level: string }) => !['ok', 'note'].includes(level))
  expect(faults).toEqual([])
  return entries
}

test('backups during imports, undos, new accounts and reads are each of one moment', async () => {
  const studio = await newStudio()
  const server = await serveProcess([], studio.options)
  let isDone = false
  const imports = (async () => {
    for (let round = 1; !isDone; round++) {
      await adtallyWorks(['import', 'stats', await stateFile(studio, round)], studio.options)
      if (round % 3 !== 0) continue
      const [{ id }] = await adtallyJson(['imports', '--limit', '1'], studio.options)
      await adtallyWorks(['imports', 'undo', String(id)], studio.options)
    }
  })()
  const accounts = (async () => {
    for (let count = 1; !isDone && count < 200; count++) {
      await adtallyWorks(['accounts', 'create', `account-${count}`], studio.options)
    }
  })()
  const reads = (async () => {
    const query = `developer=studio&key=${studioKey}&start_date=2026-03-01&end_date=2026-03-05`
    while (!isDone) {
      const url = `${server.baseUrl}/api/v2/publisher/applications/stats?${query}`
      expect((await fetch(url)).status).toBe(200)
    }
  })()
  const backups = []
  for (let count = 1; count <= 6; count++) {
    const backup = join(studio.folder, `backup-${count}`)
    const { entry } = await adtallyJson(['backup', backup], studio.options)
    backups.push({ backup, entry })
  }
  isDone = true
  await Promise.all([imports, accounts, reads])
  const all: ImportView[] = await adtallyJson(['imports', '--limit', '1000'], studio.options)
  await server.stop()

  for (const { backup, entry } of backups) {
    const entries = await restoreAndCheck(studio, backup)
    expect(entries[0]?.id ?? 0).toBe(entry)
    // Nothing that was committed before is missing, and nothing else is there.
    expect(entries.map(({ id }) => id)).toEqual(all.map(({ id }) => id).filter((id) => id <= entry))
  }
  expect(backups.at(-1)!.entry).toBeGreaterThan(backups[0]!.entry)
})

test('a restored installation opens all that was encrypted, and signs nobody out', async () => {
  const fake = await startFakeNetworks({ rateScale: 1e6 })
  onTestFinished(() => fake.close())
  const { folder, directory, options } = await newStudio()
  const sealed = await withInstallation(dataDirectory(directory), fake, (one) =>
    addSealedValues(one, fake),
  )
  await adtallyWorks(['backup', 'backup'], options)
  const restored = join(folder, 'restored')
  const refused = await adtally(['restore', join(folder, 'backup')], inFolder(restored))
  expect(expectOneClearLine(refused)).toMatch(
    /2 API keys could not be shown again.*; 1 second factor would accept only recovery codes; \d credentials? of connections/,
  )
  const secret = join(directory, 'secret.key')
  const args = ['restore', join(folder, 'backup'), '--secret-file', secret]
  await adtallyWorks(args, inFolder(restored))
  // A rotation opens every value.
  const { unopened } = await adtallyJson(['secret', 'rotate'], inFolder(restored))
  expect(unopened).toEqual([])
  await withInstallation(dataDirectory(restored), fake, sealed.expectOpen)
})

describe('kill -9', () => {
  test.each([
    'server: frozen',
    'server: pinned',
    'server: records copied',
    'server: within the figures',
  ])('of the %s leaves no backup, and a server that starts and loses nothing', async (point) => {
    const studio = await newStudio()
    await adtallyWorks(['import', 'stats', await stateFile(studio, 5)], studio.options)
    const env = { ...studio.options.env, KILL_AT: point, NODE_OPTIONS: `--import ${killer}` }
    const server = await serveProcess([], { ...studio.options, env })
    await adtallyWorks(['import', 'stats', await stateFile(studio, 7)], studio.options)
    const outcome = await adtally(['backup', 'backup'], studio.options)
    expect(expectOneClearLine(outcome)).toMatch(/the server/)
    expect(await server.exited).toBe(null)
    const names = await readdir(studio.folder)
    expect(names.filter((name) => name.startsWith('backup'))).toEqual([])

    const again = await serveProcess([], studio.options)
    expect(await readdir(join(studio.directory, 'work'))).toEqual([])
    await adtallyWorks(['backup', 'backup'], studio.options)
    await again.stop()
    expect(await impressionsOf(studio.directory)).toEqual(days.map(() => 7))
    await restoreAndCheck(studio, join(studio.folder, 'backup'))
  })

  test.each(['figures.duckdb', 'adtally.sqlite', 'manifest.json'])(
    'of the command before it writes %s leaves nothing that restores, and a server that makes the next backup',
    async (name) => {
      const studio = await newStudio()
      await adtallyWorks(['import', 'stats', await stateFile(studio, 5)], studio.options)
      const server = await serveProcess([], studio.options)
      const env = { ...studio.options.env, KILL_AT: `command: before ${name}` }
      const options = { ...studio.options, env }
      const { code } = await spawnAdtally(['backup', 'backup'], options, ['--import', killer])
      expect(code).toBe(null)
      const left = (await readdir(studio.folder)).filter((each) => each.startsWith('backup'))
      expect(left).toEqual([expect.stringMatching(/^backup\.partial-/)])
      const line = expectOneClearLine(
        await adtally(['restore', left[0]!, '--dry-run'], studio.options),
      )
      expect(line).toContain('has no manifest.json')
      // Imports and the next backup go on.
      await adtallyWorks(['import', 'stats', await stateFile(studio, 7)], studio.options)
      await adtallyWorks(['backup', 'backup'], studio.options)
      await server.stop()
      const entries = await restoreAndCheck(studio, join(studio.folder, 'backup'))
      expect(impressionsAfter(entries)).toBe(7)
    },
  )

  // The checked folder gets its name, two earlier files are moved away, the folder gets another name, and
  // two files are moved out of it.
  test.each([0, 1, 2, 3, 4, 5])(
    'of a restore before its rename %i leaves the earlier data, or the next command completes it',
    async (rename) => {
      const studio = await newStudio()
      await adtallyWorks(['import', 'stats', await stateFile(studio, 5)], studio.options)
      await adtallyWorks(['backup', 'backup'], studio.options)
      await adtallyWorks(['import', 'stats', await stateFile(studio, 7)], studio.options)
      const env = { ...studio.options.env, KILL_AT: `restore: before rename ${rename}` }
      const options = { ...studio.options, env }
      const args = ['restore', 'backup', '--replace']
      const { code } = await spawnAdtally(args, options, ['--import', killer])
      expect(code).toBe(null)
      const expected = rename === 0 ? 7 : 5
      const entries: ImportView[] = await adtallyJson(['imports'], studio.options)
      expect(impressionsAfter(entries)).toBe(expected)
      expect(await impressionsOf(studio.directory)).toEqual(days.map(() => expected))
      const key = await adtallyWorks(['keys', 'show', 'studio', 'default'], studio.options)
      expect(key.trim()).toBe(studioKey)
      const names = await readdir(studio.directory)
      expect(names.filter((name) => /^restore-(checked|moving)/.test(name))).toEqual([])
      expect(names.some((name) => name.startsWith('replaced-'))).toBe(rename > 0)
    },
  )
})

test('after a restore that was killed, an empty directory stays one, and the restore is begun again', async () => {
  const studio = await newStudio()
  await adtallyWorks(['import', 'stats', await stateFile(studio, 5)], studio.options)
  await adtallyWorks(['backup', 'backup'], studio.options)
  const secret = join(studio.directory, 'secret.key')
  const args = ['restore', join(studio.folder, 'backup'), '--secret-file', secret]
  const restored = join(studio.folder, 'restored data')
  const env = { ...inFolder(restored).env, KILL_AT: 'restore: before rename 0' }
  expect((await spawnAdtally(args, { env }, ['--import', killer])).code).toBe(null)
  const left = (await readdir(restored)).sort()
  for (const command of [['accounts', 'list'], ['accounts', 'create', 'studio'], ['serve']]) {
    const line = expectOneClearLine(await adtally(command, inFolder(restored)))
    expect(line).toContain(
      `restore again: adtally restore FROM --data-dir '${restored}'. Or delete`,
    )
    expect(line).toContain(`rm -r '${join(restored, left.at(-1)!)}'`)
    expect((await readdir(restored)).sort()).toEqual(left)
  }
  await adtallyWorks(args, inFolder(restored))
  expect(await impressionsOf(restored)).toEqual(days.map(() => 5))
})

describe.skipIf(whyNoDisks !== null)(`on a small disk (${whyNoDisks ?? 'mounted'})`, () => {
  test('a full disk leaves no backup, and the server goes on', async () => {
    const studio = await newStudio()
    await adtallyWorks(['import', 'stats', await stateFile(studio, 5)], studio.options)
    const server = await serveProcess([], studio.options)
    const disk = await mountSmallDisk(16)
    disk.fill(300_000)
    const backup = join(disk.path, 'backup')
    const line = expectOneClearLine(await adtally(['backup', backup], studio.options))
    expect(line).toMatch(/has \d+ MB free, and the backup needs \d+ MB/)
    expect(await readdir(disk.path)).toEqual(['filler'])
    disk.empty()
    await adtallyWorks(['backup', backup], studio.options)
    // A restore without room leaves nothing either.
    disk.fill(300_000)
    const secret = join(studio.directory, 'secret.key')
    const restored = join(disk.path, 'restored')
    const args = ['restore', backup, '--secret-file', secret]
    expect(expectOneClearLine(await adtally(args, inFolder(restored)))).toContain('is full')
    await expect(readdir(restored)).rejects.toThrow('ENOENT')
    await server.stop()
    expect(await impressionsOf(studio.directory)).toEqual(days.map(() => 5))
  })
})

test('a second backup at the same time is refused, and one whose reader is gone ends', async () => {
  const studio = await newStudio()
  const env = { ...studio.options.env, HANGS_ONCE: 'yes', NODE_OPTIONS: `--import ${killer}` }
  await serveProcess([], { ...studio.options, env })
  const { url, token } = JSON.parse(await readFile(join(studio.directory, 'server.json'), 'utf8'))
  const hangUp = new AbortController()
  const open = () =>
    fetch(`${url}/backup`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ sealed_secret: null }),
      signal: hangUp.signal,
    })
  const first = await open()
  expect(first.status).toBe(200)
  await first.body!.getReader().read()
  expect(expectOneClearLine(await adtally(['backup', 'backup'], studio.options))).toContain(
    'Another backup is being made',
  )
  hangUp.abort()
  await adtallyWorks(['backup', 'backup'], studio.options)
})

test('a backup waits for one that is ending', async () => {
  const directory = dataDirectory((await newStudio()).directory)
  const installation = await openInstallation(directory, { use: 'command' })
  const backUp = installation.backUpAs({ kind: 'command', address: null })
  const ending = (await backUp(null)).close()
  await (await backUp(null)).close()
  await ending
  await installation.close()
})

test('a backup whose files cannot be removed does not prevent the next one', async () => {
  const directory = dataDirectory((await newStudio()).directory)
  const installation = await openInstallation(directory, { use: 'command' })
  const backUp = installation.backUpAs({ kind: 'command', address: null })
  const first = await backUp(null)
  const away = `${directory.work}-away`
  await rename(directory.work, away)
  await writeFile(directory.work, '')
  await expect(first.close()).rejects.toThrow('ENOTDIR')
  await rm(directory.work)
  await rename(away, directory.work)
  await (await backUp(null)).close()
  await installation.close()
})
