import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { Refusal } from '../../src/values/refusal.ts'
import { type ImportSite, shareSite } from '../import/import-site.ts'
import { heldNow } from './collected.ts'
import { Draw } from './draw.ts'
import { goodFiles } from './files/good-files.ts'
import { mutate } from './files/mutate.ts'
import { printFigures, sized } from './size.ts'

const files = sized(300, 100_000)
const filesPerCheck = 100
const filesPerLine = 5_000
/** Imports mostly wait for the engine, so several installations import at the same time. */
const lanes = 3
const filesPerLane = Math.ceil(files / lanes)
const warmUp = Math.min(200, filesPerLane / 2)

const sites = Array.from({ length: lanes }, () => shareSite())

test(`${files} damaged files are refused or imported completely`, {
  timeout: 120_000 + files * 200,
}, async () => {
  const good = await goodFiles(sites[0]!())
  const codes: Record<string, number> = {}
  let done = 0
  const fuzz = (from: number, to: number) =>
    Promise.all(draws.map((draw, lane) => fuzzLane(sites[lane]!(), draw, [from, to])))
  const draws = sites.map((_, lane) => new Draw(`damaged files ${lane}`))
  async function fuzzLane(site: ImportSite, draw: Draw, [from, to]: readonly [number, number]) {
    for (let nth = from; nth < to; nth++) {
      const { name, bytes, request } = draw.of(good)
      const file = await site.file(name, mutate(draw, bytes))
      const code = await site.importStats([file], request).then(
        () => 'imported',
        (error: unknown) => {
          if (error instanceof Refusal) return error.code
          throw new Error(`${file.path} failed`, { cause: error })
        },
      )
      codes[code] = (codes[code] ?? 0) + 1
      if (++done % filesPerLine === 0) printFigures('damaged files so far', { done, ...codes })
      await rm(dirname(file.path), { recursive: true })
      if (nth % filesPerCheck === 0) await expectSound(site)
    }
    await expectSound(site)
  }
  await fuzz(0, warmUp)
  const before = heldNow()
  await fuzz(warmUp, filesPerLane)
  const after = heldNow()
  printFigures('damaged files', { files: lanes * filesPerLane, ...codes, ...after })
  expect(after.heapMiB).toBeLessThan(before.heapMiB + 64)
  expect(after.openFiles).toBeLessThanOrEqual(before.openFiles + 8)
  expect(codes.imported).toBeGreaterThan(0)
})

/** Expects figures to match their slices, and no temporary files or tables. */
async function expectSound(site: ImportSite): Promise<void> {
  const totals = new Map<string, number>()
  for (const line of await site.figures()) {
    const [day, app, network, , , impressions] = line.split(' ')
    const slice = `${day} ${app} ${network}`
    totals.set(slice, (totals.get(slice) ?? 0) + Number(impressions))
  }
  const slices = (await site.slices()).map((line) => {
    const [day, app, network, impressions] = line.split(' ')
    return [`${day} ${app} ${network}`, Number(impressions)] as const
  })
  expect(new Map(slices)).toEqual(totals)
  expect(readdirSync(site.directory.work).filter((name) => name !== 'spill')).toEqual([])
}
