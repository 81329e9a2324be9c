import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { type ImportSite, openSite, refusedUnchanged } from './import-site.ts'
import { mintegralPage } from './network-reports.ts'

async function linkedSite(): Promise<ImportSite> {
  const site = await openSite()
  await site.call(linkApp, { network: 'mintegral', networkAppId: '5501', appId: 'zap-ios' })
  return site
}

const page = (site: ImportSite, number: number, pages: number, country: string, count = 10) =>
  site.file(
    `page-${number}.json`,
    mintegralPage(number, pages, [{ country, impressions: count * number }]),
  )

const both = [
  '2026-03-01 zap-ios mintegral banner DE 20 1 0 250000',
  '2026-03-01 zap-ios mintegral banner US 10 1 0 250000',
]

describe('an answer in pages', () => {
  test('is refused without its second page, naming it', async () => {
    const site = await linkedSite()
    const first = await page(site, 1, 2, 'US')
    const { message } = await refusedUnchanged(site, () => site.importStats([first]))
    expect(message).toContain('The report has 2 pages, but page 2 is missing')
    expect(message).toContain('page-1.json')
    expect(message).toContain('--partial')
  })

  test('is refused without its first page and several others, naming all', async () => {
    const site = await linkedSite()
    const last = await page(site, 2, 2, 'US')
    const second = await page(site, 2, 4, 'US')
    const one = await refusedUnchanged(site, () => site.importStats([last]))
    expect(one.message).toContain('page 1 is missing')
    const more = await refusedUnchanged(site, () => site.importStats([second]))
    expect(more.message).toContain('The report has 4 pages, but pages 1, 3 and 4 are missing')
  })

  test.each([
    [1, 2],
    [2, 1],
  ])('is one import in any order: page %d first', async (...order) => {
    const site = await linkedSite()
    const pages = [await page(site, 1, 2, 'US'), await page(site, 2, 2, 'DE')]
    const summary = await site.importStats(order.map((number) => pages[number - 1]!))
    expect(summary).toMatchObject({ import: 1, slices: 1, impressions: '30' })
    expect(await site.figures()).toEqual(both)
  })

  test('adds up a slice that is on two of its pages', async () => {
    const site = await linkedSite()
    await site.importStats([await page(site, 1, 2, 'US'), await page(site, 2, 2, 'US')])
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios mintegral banner US 30 2 0 500000'])
  })

  test('is refused when a page is given twice, naming both files', async () => {
    const site = await linkedSite()
    const files = [
      await page(site, 1, 2, 'US'),
      await page(site, 2, 2, 'DE'),
      await site.file('again.json', mintegralPage(1, 2, [{ country: 'US', impressions: 11 }])),
    ]
    const { message } = await refusedUnchanged(site, () => site.importStats(files))
    expect(message).toBe(
      'again.json: This is page 1 of the report, and so is page-1.json. Import each page once',
    )
  })

  test('can be imported page by page with --partial', async () => {
    const site = await linkedSite()
    await site.importStats([await page(site, 1, 2, 'US')], { partial: true })
    expect(await site.figures()).toEqual([both[1]])
    await site.importStats([await page(site, 2, 2, 'DE')], { partial: true })
    expect(await site.figures()).toEqual(both)
  })

  test('is complete when it has no page numbers', async () => {
    const site = await linkedSite()
    const { data, ...rest } = JSON.parse(mintegralPage(1, 1, [{ country: 'US', impressions: 10 }]))
    const answer = JSON.stringify({ ...rest, data: { lists: data.lists } })
    await site.importStats([await site.file('answer.json', answer)])
    expect(await site.figures()).toEqual([both[1]])
  })
})
