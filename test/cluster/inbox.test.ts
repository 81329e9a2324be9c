import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { shareFleet } from './fleet.ts'
import { outageOfPostgres, outageOfShard } from './outages.ts'
import { createStudio, figuresCsv } from './studio.ts'

const fleet = shareFleet()
beforeAll(() => createStudio(fleet()))

test.each([outageOfPostgres, outageOfShard(0)])(
  'a file that arrives while $name is unavailable is imported later',
  async (outage) => {
    const folder = join(fleet().folder, `inbox of ${outage.name}`)
    await mkdir(folder)
    const figures = await fleet().file('figures.csv', figuresCsv(2))
    await outage.begin(fleet())
    const { output } = fleet().launch(['watch', folder])
    await copyFile(figures, join(folder, 'figures.csv'))
    const said = (word: string) => output.stdout.split(`${word.padEnd(9)} figures.csv`).length - 1
    const waitMs = { timeout: 60_000 }
    await expect.poll(() => said('waiting'), waitMs).toBe(1)
    // The second attempt logs nothing new.
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    expect(await readdir(folder)).toContain('figures.csv')
    await outage.end(fleet())
    await expect.poll(() => said('imported'), waitMs).toBe(1)
    expect([said('waiting'), said('failed'), output.stderr]).toEqual([1, 0, ''])
    expect(await readdir(join(folder, 'done'))).toContain('figures.csv')
  },
)
