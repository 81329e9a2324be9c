import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { csv, openSite, placesOf, refusedUnchanged, shareSite } from './import-site.ts'

const names = [
  'with spaces',
  "it's",
  'say "hi"',
  'stars*',
  'really?',
  '[ab]',
  '{a,b}',
  'a;b',
  '100%25',
  '#1 & more',
  'back\\slash',
  'date=2020-01-01',
  '日本語 ü 🎮',
  '-',
]

const row = '2026-03-01,zap-ios,ownnet,video,US,'

const shared = shareSite()

test.each(names.map((name, index) => ({ name, impressions: 100 + index })))(
  'a file named $name is read, and no other file',
  async ({ name, impressions }) => {
    const site = shared()
    const file = await site.file(`${name}.csv`, csv([`${row}${impressions},1`]))
    // If the name were treated as a pattern, it would match one of these.
    for (const other of ['with-spaces', 'stars-and-more', 'really1', 'a', 'b', 'ab']) {
      await writeFile(join(dirname(file.path), `${other}.csv`), csv([`${row}7,7`]))
    }
    await site.importStats([file])
    expect(await site.figures()).toEqual([
      `2026-03-01 zap-ios ownnet video US ${impressions} 0 0 1000000`,
    ])
    const bad = await site.file(`${name}.csv`, csv([`${row}-5,1`]))
    const refusal = await refusedUnchanged(site, () => site.importStats([bad]))
    expect(placesOf(refusal)).toEqual([`${name}.csv:2: impressions: "-5"`])
  },
)

test.each(['stars*', '[ab]', "it's", 'say "hi" 🎮'])(
  'a Parquet file and a gzipped one named %s are read',
  async (name) => {
    const site = await openSite()
    const query = `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network,
      'video' AS format, 'DE' AS country, 6 AS impressions, 1 AS revenue`
    const plain = await site.parquet('plain.parquet', query)
    await site.importStats([
      await site.file(`${name}.parquet`, await readFile(plain.path)),
      await site.file(`${name}.csv.gz`, gzipSync(csv([`${row}5,1`]))),
    ])
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video DE 6 0 0 1000000',
      '2026-03-01 zap-ios ownnet video US 5 0 0 1000000',
    ])
  },
)
