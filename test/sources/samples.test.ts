import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sources } from '../../src/sources/all-sources.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { openSite, refusalOf } from '../import/import-site.ts'
import { namedFigures } from './fixtures.ts'
import { samples } from './sample-figures.ts'

// The folder of real reports, which are not part of the project.
const folder = process.env.ADTALLY_SAMPLES

/** The sums of figures: impressions, clicks and micros. */
function sumsOf(figures: readonly string[]) {
  const cells = figures.map((figure) => figure.split(' ').slice(-4).map(Number))
  const sum = (index: number) => cells.reduce((total, row) => total + row[index]!, 0)
  return { impressions: String(sum(0)), clicks: sum(1), micros: sum(3) }
}

if (folder) describe('the real report', () => testSamples(folder))
else test.skip('real reports are not tested: set ADTALLY_SAMPLES to their folder', () => undefined)

function testSamples(folder: string): void {
  test.each(samples)('$file gives its figures by day and country', async (sample) => {
    const site = await openSite()
    const { network } = sources.get(sample.source)!
    for (const [networkAppId, appId] of Object.entries(sample.links ?? {})) {
      await site.call(linkApp, { network, networkAppId, appId })
    }
    const given = { name: basename(sample.file), path: join(folder, sample.file) }
    const summary = await site.importStats([given], sample.request)
    expect(summary.source).toBe(sample.source)
    expect(summary.unknown_countries).toEqual(sample.unknownCountries ?? {})
    const figures = await namedFigures(site)
    expect(sumsOf(figures)).toEqual({
      impressions: sample.impressions,
      clicks: sample.clicks,
      micros: sample.micros,
    })
    expect(figures).toHaveLength(sample.figures)
    expect(figures).toEqual(expect.arrayContaining([...sample.lines]))
  })

  test.each(['console-header-en.csv', 'console-header-zh-Hant.utf16le.tsv'])(
    'admob/%s is refused: it is recognised as AdMob but has no rows',
    async (name) => {
      const site = await openSite()
      const given = { name, path: join(folder, 'admob', name) }
      const refusal = await refusalOf(site.importStats([given]))
      expect(refusal.message).toMatch(/AdMob report.*no rows/)
    },
  )

  test('every real report has a test', () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    const reports = files.filter((file) => /\.(csv|tsv|json)$/.test(file))
    const empty = reports.filter((file) => file.includes('console-header'))
    expect(empty).toHaveLength(2)
    expect(reports.filter((file) => !empty.includes(file)).sort()).toEqual(
      samples.map(({ file }) => file).sort(),
    )
  })
}
