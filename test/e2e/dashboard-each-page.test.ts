import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, eventually, expectCount } from '../fixtures/dashboard-page.ts'
import { pages } from '../fixtures/dashboard-paths.ts'
import { isNight } from '../night.ts'
import { barriersOn } from './axe.ts'

const looks = [
  { colorScheme: 'light', width: 360 },
  { colorScheme: 'dark', width: 1_280 },
  ...(isNight
    ? ([
        { colorScheme: 'dark', width: 360 },
        { colorScheme: 'light', width: 1_280 },
      ] as const)
    : []),
] as const
const widths = [360, 375, 390, 768, 1_024, 1_280, 1_440, 2_560]

/** The widths at which a page is wider than its window. */
async function tooNarrow(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const widest = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
    if (widest > width) found.push(`${widest} pixels in a window of ${width}`)
  }
  return found
}

async function complete(page: Page, sign: string): Promise<void> {
  await page.locator(sign).first().waitFor()
  await expectCount(page.locator('.skeleton')).toBe(0)
}

// One visit answers every question about a page, because opening it takes the longest.
describeDashboard('each page', ({ visit, site }) => {
  test.each(pages)('has a title, no error, no barrier and room: %s', async (path, sign) => {
    const { page, status, errors, requests } = await visit(path, { colorScheme: 'light' })
    await complete(page, sign)
    const headings = await page.locator('h1').allTextContents()
    expect(headings).toHaveLength(1)
    await eventually(() => page.title()).toBe(`${headings[0]} · Adtally`)
    expect(await tooNarrow(page)).toEqual([])
    // The browser logs the status of pages that do not exist.
    const ofStatus = /status of 404/
    expect(errors.filter((error) => !ofStatus.test(error))).toEqual([])
    const own = (url: string) => url.startsWith(site().url) || url.startsWith('data:')
    expect(requests.filter((url) => !own(url))).toEqual([])
    expect(status).toBeLessThan(500)
    const barriers: string[] = []
    for (const { colorScheme, width } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await complete(page, sign)
      const found = await barriersOn(page)
      barriers.push(...found.map((one) => `${colorScheme} ${width}: ${one}`))
    }
    expect(barriers).toEqual([])
  })

  test('has room in Arabic too', async () => {
    const { page } = await visit('/dashboard', { kept: { 'adtally-place': 'ar' } })
    const found: unknown[] = []
    for (const [path, sign] of pages) {
      await page.goto(site().url + path)
      await complete(page, sign)
      found.push(...(await tooNarrow(page)).map((one) => `${path}: ${one}`))
    }
    expect(found).toEqual([])
  })

  test.each([
    ['/dashboard/nothing', 'Page not found · Adtally'],
    ['/dashboard/apps/none', 'App not found · Adtally'],
  ])('%s says in its title what is missing', async (path, title) => {
    const { page } = await visit(path)
    await eventually(() => page.title()).toBe(title)
  })
})
