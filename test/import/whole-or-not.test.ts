import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { csv, openSite, refusalOf, shareSite } from './import-site.ts'

const old = ['2026-03-01,zap-ios,ownnet,video,US,100,1', '2026-03-01,zap-ios,ownnet,video,DE,50,1']

describe('a total that is too large to be stored', () => {
  const shared = shareSite()
  const formats = Array.from({ length: 1_000 }, (_, index) => `f${index}`)

  test("in Adtally's own format is refused in one clear line, and nothing changes", async () => {
    const site = shared()
    // 1,000 times 9,999,999,999 dollars exceed 64 bits, which is 9.2 million million dollars in micros.
    const lines = formats.map((format) => `2026-03-01,zap-ios,ownnet,${format},US,1,9999999999`)
    const refusal = await refusalOf(site.importLines(lines))
    expect(await site.figures()).toEqual([])
    expect(refusal.code).toBe('figures_too_large')
    expect(refusal.message).toMatch(/^Nothing was imported/)
  })

  test('creates no apps', async () => {
    const site = shared()
    const columns =
      'Fyber App ID,App Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)'
    const lines = formats.map(() => '900,Huge,Banner,US,ios,2026-03-01,1,0,9999999999')
    const file = await site.file('report.csv', csv(lines, columns))
    const request = { source: 'digital-turbine', createApps: 'studio' }
    await expect(site.importStats([file], request)).rejects.toThrow()
    expect(await site.figures()).toEqual([])
    expect((await site.applications()).map((app) => app.app_name)).not.toContain('Huge')
  })
})

test('an import leaves no files in the work directory, committed or refused', async () => {
  const site = await openSite()
  await site.importLines(old)
  await expect(site.importLines(['x,y'])).rejects.toThrow()
  expect((await readdir(site.directory.work)).filter((name) => name !== 'spill')).toEqual([])
})
