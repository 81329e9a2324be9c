import { describe, expect, test } from 'vitest'
import { defaultImportLimits } from '../../src/sources/import-limits.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { csv, type ImportSite, openSite, refusedUnchanged } from './import-site.ts'
import { type PangleRow, pangleAnswer } from './network-reports.ts'

const importRows = async (site: ImportSite, rows: readonly Partial<PangleRow>[], request = {}) =>
  site.importStats([await site.file('pangle.json', pangleAnswer(rows))], request)

/** Lines of `ad tag impressions micros`. */
async function adTagsOf(site: ImportSite): Promise<string[]> {
  const { id } = await site.installation.accounts.get('studio')
  const lines = await site.readAccount(id, 'figures', ['adTag'])
  return lines.map((line) => line.replace(/ (\d+) \d+ \d+ (-?\d+)$/, ' $1 $2')).sort()
}

const halves = [
  { slot: 'a', revenue: '0.0000005' },
  { slot: 'b', revenue: '0.0000005' },
  { slot: null, revenue: '0.0000005' },
]

describe('ad units of a report', () => {
  test('divide rows, and amounts are rounded once for all of them together', async () => {
    const site = await openSite()
    // 1.5 micros are 2, and not 3 times 1.
    const summary = await importRows(site, halves)
    expect(summary).toMatchObject({ rows: 3, slices: 1, impressions: '30' })
    expect(summary.revenue).toEqual({ USD: '0.000002' })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios pangle banner US 30 3 0 2'])
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios pangle 30 3 0 2'])
    // Sums up to each ad tag, in the order of their names: 0.5, 1 and 1.5 micros.
    expect(await adTagsOf(site)).toEqual(['a 10 1', 'b 10 0', 'default 10 1'])
  })

  test('are the same again, and a partial import adds to them', async () => {
    const site = await openSite()
    await importRows(site, halves)
    expect(await importRows(site, halves.toReversed())).toMatchObject({ unchanged_slices: 1 })
    await importRows(site, [{ slot: 'b', revenue: '0.0000005' }], { partial: true })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios pangle banner US 40 4 0 3'])
    expect(await adTagsOf(site)).toEqual(['a 10 1', 'b 20 1', 'default 10 1'])
  })

  test('restate the slices of an earlier import without them, whose totals stay', async () => {
    const site = await openSite()
    // As every report was imported before ad units were read.
    await importRows(
      site,
      halves.map((row) => ({ ...row, slot: null })),
    )
    expect(await adTagsOf(site)).toEqual(['default 30 2'])
    expect(await importRows(site, halves)).toMatchObject({
      replaced_slices: 1,
      unchanged_slices: 0,
    })
    const { data } = await site.changes()
    expect(data.map((change) => [change.old?.impressions, change.new?.impressions])).toEqual([
      [undefined, 30],
      [30, 30],
    ])
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios pangle banner US 30 3 0 2'])
  })

  test('are in no answer of V2 that has no ad tags', async () => {
    const [divided, whole] = [await openSite(), await openSite()]
    await importRows(divided, halves)
    await importRows(
      whole,
      halves.map((row) => ({ ...row, slot: null })),
    )
    const grouped = ['network', 'country', 'format'].map((one) => ({ group_by: one }))
    const queries: Record<string, string>[] = [{}, { app_id: 'zap-ios' }, ...grouped]
    for (const query of queries) {
      expect(await divided.report(query)).toEqual(await whole.report(query))
    }
  })

  test.each([
    ['control characters', 'line\nbreak\u0000and NUL', 'line break and NUL'],
    ['a long name', 'x'.repeat(300), 'x'.repeat(255)],
    ['a name cut within a character', `${'x'.repeat(254)}😀`, `${'x'.repeat(254)}\uFFFD`],
    ['a dash', ' - ', 'default'],
    ['N/A', 'N/A', 'default'],
    ['a formula', '=1+1', '=1+1'],
  ])('never refuse a report: %s', async (_what, slot, adTag) => {
    const site = await openSite()
    await importRows(site, [{ slot }])
    expect(await adTagsOf(site)).toEqual([`${adTag} 10 1000000`])
  })

  test('count as new ad tags, which are limited', async () => {
    const site = await openSite()
    await site.close()
    const importLimits = { ...defaultImportLimits, newAdTags: 2 }
    site.directory = { ...site.directory, importLimits }
    await site.open()
    const refusal = await refusedUnchanged(site, () => importRows(site, halves))
    expect(refusal).toMatchObject({
      code: 'too_many_new_names',
      facts: { kind: 'ad_tag', count: 3 },
    })
  })

  test('are those of AdMob by name, of its answers as of its console', async () => {
    const site = await openSite()
    await site.call(linkApp, { network: 'admob', networkAppId: 'Hop', appId: 'zap-ios' })
    const columns = 'Date,App,Ad unit,Country,Impressions,Est. earnings (USD)'
    const lines = ['2026-03-01,Hop,Top,Germany,10,0.5', '2026-03-01,Hop,Bottom,Germany,5,0.25']
    await site.importStats([await site.file('console.csv', csv(lines, columns))])
    expect(await adTagsOf(site)).toEqual(['Bottom 5 250000', 'Top 10 500000'])
  })
})
