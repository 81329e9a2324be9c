import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importClient } from '../api/v2-publisher/import-client.ts'
import { adtally } from '../cli/run-adtally.ts'
import { newStudio } from '../cli/studio.ts'
import { csv, header, openSite } from './import-site.ts'

const ids = ['6D92078A-8246-4BA4', '38400000-8CF0-11BD', 'EA7583CD-A667-48BC', 'player-of-7f3c']
const idColumns = 'idfa,idfv,gaid,user_id'
const maxColumns =
  'Date,Application,Package Name,Platform,Network,Ad Format,Ad Unit,Country,Impressions,Est. Revenue'
const maxRow = (impressions: string) =>
  `2026-03-01,Zap,com.example.zap,ios,ADMOB,REWARD,menu,US,${impressions},1.5,${ids}`
const ownRow = '2026-03-01,zap,ownnet,video,US,1,1'

/** Files with identifiers of devices and people, and how an import of each ends. */
const files: readonly (readonly [what: string, text: string, isImported: boolean])[] = [
  ["a network's report", csv([maxRow('100')], `${maxColumns},${idColumns}`), true],
  ['one with a bad cell in their row', csv([maxRow('x')], `${maxColumns},${idColumns}`), false],
  ["Adtally's own format", csv([`${ownRow},${ids}`], `${header},${idColumns}`), false],
  ['rows with more cells than columns', csv([`${ownRow},${ids}`]), false],
  ['a cell that is not closed', csv([`${ownRow},"${ids}`], `${header},ad_tag`), false],
  ['a report that nobody knows', csv([`2026-03-01,${ids}`], `Date,${idColumns}`), false],
]

/** The paths of files below a folder that contain an identifier. */
async function withIds(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if (hasIds((await readFile(path)).toString('latin1'))) found.push(path)
  }
  return found
}

const hasIds = (text: string): boolean =>
  ids.some((id) => text.toLowerCase().includes(id.toLowerCase()))

test('no identifier of a device or person is kept or shown by a command', async () => {
  const { folder, options } = await newStudio()
  for (const [what, text, isImported] of files) {
    const path = join(folder, 'users.csv')
    await writeFile(path, text)
    expect(await withIds(folder), 'the search works').toEqual([path])
    for (const more of [[], ['--skip-bad-rows'], ['--dry-run']]) {
      const args = ['import', 'stats', path, '--create-apps', 'studio', ...more]
      const { code, stdout, stderr } = await adtally(args, options)
      if (more.length === 0) expect(code === 0, what + stderr).toBe(isImported)
      expect(hasIds(stdout + stderr), `${what}: ${stdout}${stderr}`).toBe(false)
    }
    expect(await withIds(join(folder, 'data')), what).toEqual([])
  }
  const { stdout } = await adtally(['imports', 'failed', '--json'], options)
  expect(JSON.parse(stdout)).not.toEqual([])
  expect(hasIds(stdout)).toBe(false)
})

test('nor by HTTP', async () => {
  const site = await openSite()
  const client = await importClient(site)
  for (const [what, text, isImported] of files) {
    const query = { create_apps: 'true' }
    const response = await client.post(text.replace(',zap,', ',zap-ios,'), query)
    expect(response.statusCode === 201, what + response.body).toBe(isImported)
    expect(hasIds(response.body), what + response.body).toBe(false)
    expect(await withIds(join(site.root, 'data')), what).toEqual([])
  }
  expect(hasIds((await client.get()).body)).toBe(false)
})
