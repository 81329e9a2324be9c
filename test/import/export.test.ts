import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renameApp } from '../../src/use-cases/change-app.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import { exportFigures } from '../../src/use-cases/export/export-figures.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { exportedRows } from '../fixtures/exported-rows.ts'
import { readParquet } from '../formats/read-parquet.ts'
import { storedRows } from '../property/stored-rows.ts'
import { type ImportSite, openSite } from './import-site.ts'

const columns =
  'date,app_id,network,format,country,ad_tag,impressions,clicks,installs,requests,matched_requests,revenue'
const january = '2026-01-31,zap-ios,admob,video,US,top,100,3,,2000,1500,1.000001'
const february = '2026-02-01,zap-ios,admob,video,US,,7,,1,,8,-0.5'
const largest = '2026-02-28,brick,vungle,banner,DE,,0,0,0,0,0,9999999999.999999'
const euros = '2026-02-01,euro-app,admob,video,US,,5,1,1,1,1,2.5'

/** A site with figures of two accounts, and a folder to export to. */
async function openFilled() {
  const site = await openSite()
  const importLines = (lines: string[]) => site.importLines(lines, { columns })
  const first = await importLines([january, february, largest, euros])
  const folder = join(site.root, 'export')
  const run = (request = {}) => site.call(exportFigures, { directory: folder, ...request })
  return { site, folder, run, importLines, first }
}

/** The inode and time of each file of an export, by its name. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== '.adtally-lock')
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
  const described = names.map(async (name) => {
    const { ino, mtimeMs } = await stat(name)
    return [name.slice(folder.length + 1), `${ino} ${mtimeMs}`] as const
  })
  return Object.fromEntries(await Promise.all(described))
}

async function expectEqual(site: ImportSite, folder: string): Promise<void> {
  for (const { username, id } of await site.installation.accounts.list()) {
    expect(await exportedRows(join(folder, username))).toEqual(await storedRows(site, id))
  }
}

async function storedOfAll(site: ImportSite): Promise<Record<string, string[]>> {
  const stored: Record<string, string[]> = {}
  for (const { username, id } of await site.installation.accounts.list()) {
    stored[username] = await storedRows(site, id)
  }
  return stored
}

const manifestOf = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))

describe('an export', () => {
  test('has exactly the figures of the store, by account and month', async () => {
    const { site, folder, run } = await openFilled()
    const exported = await run()
    expect(exported.accounts).toEqual([
      { account: 'euros', written: 1, kept: 0, removed: 0, rows: 1 },
      { account: 'studio', written: 2, kept: 0, removed: 0, rows: 3 },
    ])
    expect(Object.keys(await filesOf(folder))).toEqual([
      ...['euros/2026-02.parquet', 'euros/apps.parquet', 'manifest.json'],
      ...['studio/2026-01.parquet', 'studio/2026-02.parquet', 'studio/apps.parquet'],
    ])
    // They are for their owner alone.
    for (const name of ['', 'studio', ...Object.keys(await filesOf(folder))]) {
      expect((await stat(join(folder, name))).mode & 0o077, name).toBe(0)
    }
    await expectEqual(site, folder)
    const file = await readParquet(join(folder, 'studio', '2026-01.parquet'))
    expect(file.columns).toEqual([
      'date DATE',
      ...['app_id', 'app_name', 'platform', 'network', 'ad_format'].map((name) => `${name} UTF8`),
      ...['country', 'ad_tag', 'currency'].map((name) => `${name} UTF8`),
      ...['impressions', 'clicks', 'installs', 'requests', 'matched_requests'].map(
        (name) => `${name} INT_64`,
      ),
      ...['revenue DECIMAL(19,6)', 'revenue_micros INT_64'],
    ])
    const day = Date.UTC(2026, 0, 31) / 86_400_000
    expect(file.cells.map(([cell]) => cell)).toEqual([
      ...[day, 'zap-ios', 'Zap', 'ios', 'admob', 'video', 'US', 'top', 'USD'],
      ...[100n, 3n, null, 2_000n, 1_500n, 1_000_001n, 1_000_001n],
    ])
    const { cells } = await readParquet(join(folder, 'studio', 'apps.parquet'))
    expect(cells[0]).toEqual(['brick', 'zap-android', 'zap-ios'])
  })

  test('has a manifest with the state, the rows and the hash of each file', async () => {
    const { site, folder, run, first } = await openFilled()
    const { as_of } = await run()
    const manifest = await manifestOf(folder)
    const { installation } = site
    expect(manifest).toMatchObject({
      format: 2,
      installation: await installation.ledger.identity(),
      generation: 0,
      entry: first.import,
      as_of,
    })
    const { months } = manifest.accounts.studio
    expect(Object.keys(months)).toEqual(['2026-01', '2026-02'])
    const bytes = await readFile(join(folder, 'studio', '2026-02.parquet'))
    expect(months['2026-02']).toEqual({
      rows: 2,
      bytes: bytes.length,
      entry: first.import,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
  })

  test('that is repeated writes no file', async () => {
    const { folder, run } = await openFilled()
    await run()
    const { 'manifest.json': _, ...before } = await filesOf(folder)
    expect((await run()).accounts).toMatchObject([
      { account: 'euros', written: 0, kept: 1 },
      { account: 'studio', written: 0, kept: 2 },
    ])
    expect(await filesOf(folder)).toMatchObject(before)
  })

  test('after an import or an undo writes only the months that it changed', async () => {
    const { site, folder, run, importLines } = await openFilled()
    await run()
    const before = await filesOf(folder)
    const added = '2026-03-01,brick,admob,video,US,,1,1,1,1,1,1'
    const { import: id } = await importLines([february.replace(',7,', ',8,'), january, added])
    expect((await run()).accounts).toMatchObject([
      { account: 'euros', written: 0, kept: 1, rows: 0 },
      { account: 'studio', written: 2, kept: 1, rows: 3 },
    ])
    await expectEqual(site, folder)
    const after = await filesOf(folder)
    for (const same of ['studio/2026-01.parquet', 'euros/2026-02.parquet', 'studio/apps.parquet']) {
      expect(after[same]).toBe(before[same])
    }
    await site.call(undoImport, { id })
    expect((await run()).accounts[1]).toMatchObject({ written: 1, kept: 1, removed: 1 })
    expect(Object.keys(await filesOf(folder))).not.toContain('studio/2026-03.parquet')
    await expectEqual(site, folder)
    expect((await run()).accounts[1]).toMatchObject({ written: 0, kept: 2, removed: 0 })
  })

  test('follows merges, new names of apps, and deleted accounts', async () => {
    const { site, folder, run } = await openFilled()
    await run()
    await site.call(renameApp, { appId: 'brick', newName: 'Brick Two' })
    expect((await run()).accounts[1]).toMatchObject({ written: 1, kept: 1 })
    const names = async () =>
      (await readParquet(join(folder, 'studio', '2026-02.parquet'), ['app_name'])).cells[0]
    expect(await names()).toContain('Brick Two')
    await site.importApps('app_id,publisher,app_name,platform\nzap-two,studio,Zap Two,ios\n')
    await site.call(mergeApps, { appId: 'zap-ios', into: 'zap-two' })
    expect((await run()).accounts[1]).toMatchObject({ written: 2, kept: 0 })
    await expectEqual(site, folder)
    await site.call(deleteAccount, { username: 'euros' })
    await run()
    expect(await readdir(folder)).toEqual(['.adtally-lock', 'manifest.json', 'studio'])
  })

  test('of an account and some months leaves the others as they are', async () => {
    const { site, folder, run, importLines } = await openFilled()
    const part = await run({ account: 'studio', startDate: '2026-02', endDate: '2026-02' })
    expect(part.accounts).toMatchObject([{ account: 'studio', written: 1, rows: 2 }])
    await site.call(renameApp, { appId: 'zap-ios', newName: 'Zap Zap' })
    await importLines([january.replace(',100,', ',101,')])
    await run({ account: 'studio', startDate: '2026-01', endDate: '2026-01' })
    // The name is in February too, which was not asked for: the next export writes it.
    expect((await run({ account: 'studio' })).accounts[0]).toMatchObject({ written: 1, kept: 1 })
    await run()
    await expectEqual(site, folder)
  })
})

describe('an export that is under way', () => {
  /** Runs an export, and work while it writes its first month. */
  async function during(
    { site, folder }: Awaited<ReturnType<typeof openFilled>>,
    work: () => Promise<unknown>,
  ) {
    let working: Promise<unknown> | null = null
    const exported = await site.call(
      exportFigures,
      { directory: folder },
      {
        onProgress: () => {
          working ??= work()
        },
      },
    )
    return { exported, result: await working }
  }

  test('keeps a second one out of its folder, and only while it lasts', async () => {
    const filled = await openFilled()
    const { folder, run } = filled
    const { exported, result } = await during(filled, () => run().catch((error) => error))
    expect(result).toMatchObject({ code: 'export_under_way', facts: { folder } })
    expect(exported.accounts).toMatchObject([{ written: 1 }, { written: 2 }])
    expect((await run()).accounts).toMatchObject([{ kept: 1 }, { kept: 2 }])
    await expectEqual(filled.site, folder)
  })

  test('has one state for all months, although an import is committed meanwhile', async () => {
    const filled = await openFilled()
    const { site, folder, run, importLines } = filled
    const before = await storedOfAll(site)
    const changed = [january, february, euros].map((line) => line.replace('US', 'FR'))
    const { exported } = await during(filled, () => importLines(changed))
    for (const [username, rows] of Object.entries(before)) {
      expect(await exportedRows(join(folder, username))).toEqual(rows)
    }
    expect((await manifestOf(folder)).entry).toBe(exported.entry)
    expect((await run()).accounts).toMatchObject([{ written: 1 }, { written: 2 }])
    await expectEqual(site, folder)
  })
})

describe('an export that was stopped', () => {
  test('is completed by the next one, which keeps the months that are whole', async () => {
    const { site, folder, run, importLines } = await openFilled()
    await run()
    await importLines([january, february].map((line) => line.replace('US', 'FR')))
    const stop = new AbortController()
    let parts = 0
    const stopped = site.call(
      exportFigures,
      { directory: folder, account: 'studio' },
      // The second month.
      { signal: stop.signal, onProgress: () => ++parts === 2 && stop.abort(new Error('stopped')) },
    )
    await expect(stopped).rejects.toThrow('stopped')
    await importLines([euros.replace(',5,', ',6,')])
    expect((await run()).accounts).toMatchObject([
      { account: 'euros', written: 1 },
      { account: 'studio', written: 1, kept: 1 },
    ])
    await expectEqual(site, folder)
  })

  test('leaves drafts, which the next one removes, and whole files that a damaged one replaces', async () => {
    const { site, folder, run } = await openFilled()
    await run()
    const draft = join(folder, 'studio', '.adtally-draft-of-a-killed-one')
    await writeFile(draft, 'half')
    await writeFile(join(folder, 'studio', '2026-01.parquet'), 'half')
    expect((await run()).accounts[1]).toMatchObject({ written: 1, kept: 1 })
    expect(await filesOf(folder)).not.toHaveProperty(['studio/.adtally-draft-of-a-killed-one'])
    await expectEqual(site, folder)
  })
})

describe('a folder', () => {
  test.each(['installation', 'generation'] as const)(
    'with the export of another %s is refused, unless it is written anew',
    async (member) => {
      const { site, folder, run } = await openFilled()
      await run()
      const manifest = await manifestOf(folder)
      const foreign = { ...manifest, [member]: member === 'generation' ? 7 : 'another' }
      foreign.accounts.gone = { ...manifest.accounts.euros, folder: 'gone' }
      await mkdir(join(folder, 'gone'))
      await writeFile(join(folder, 'gone', '2026-02.parquet'), 'of another')
      await writeFile(join(folder, 'manifest.json'), JSON.stringify(foreign))
      const before = await filesOf(folder)
      await expect(run()).rejects.toMatchObject({
        code: 'export_of_another',
        facts: { why: member },
      })
      expect(await filesOf(folder)).toEqual(before)
      await run({ force: true })
      expect(await readdir(folder)).toEqual(['.adtally-lock', 'euros', 'manifest.json', 'studio'])
      await expectEqual(site, folder)
    },
  )

  test.each([
    ['manifest.json', '{"format":1', 'unreadable'],
    ['manifest.json', '{"format":2}', 'unreadable'],
    ['notes.txt', 'mine', 'not an export'],
  ])('with %s (%s) is refused, and what is in it stays', async (name, text, why) => {
    const { folder, run } = await openFilled()
    await mkdir(folder)
    await writeFile(join(folder, name), text)
    await expect(run()).rejects.toMatchObject({ code: 'export_of_another', facts: { why } })
    expect(await readFile(join(folder, name), 'utf8')).toBe(text)
  })

  test('that is a file is refused', async () => {
    const { folder, run } = await openFilled()
    await writeFile(folder, 'a file')
    await expect(run()).rejects.toMatchObject({ code: 'export_not_writable' })
  })
})
