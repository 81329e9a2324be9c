import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  describeDashboard,
  displaySelect,
  eventually,
  expectText,
  expectTexts,
  settled,
  textOf,
  tidy,
} from '../fixtures/dashboard-page.ts'
import { linesIn, metrics, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'

const arabic = { kept: { 'adtally-place': 'ar' } }
const money = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' }

/** A number as the browser formats it in Arabic. */
const written = async (page: Page, value: string, options: object = {}): Promise<string> =>
  tidy(
    await page.evaluate(
      `new Intl.NumberFormat('ar-EG', ${JSON.stringify(options)}).format(${JSON.stringify(value)})`,
    ),
  )
const writtenDay = (page: Page, day: string): Promise<string> =>
  page.evaluate(`new Intl.DateTimeFormat('ar-EG', {
    day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC',
  }).format(new Date(${JSON.stringify(day)}))`)

const directionOf = (page: Page): Promise<string> =>
  page.evaluate('getComputedStyle(document.documentElement).direction')
const schemeOf = (page: Page): Promise<string> =>
  page.evaluate('getComputedStyle(document.documentElement).colorScheme')
const groundOf = (page: Page): Promise<string> =>
  page.evaluate('getComputedStyle(document.body).backgroundColor')

describeDashboard('the display of the dashboard', ({ visit }) => {
  test('in Arabic numbers and days are Arabic, and the English texts run from left to right', async () => {
    const { page, errors } = await visit('/dashboard', arabic)
    await settled(page)
    const now = sumOf(linesIn(usualDays))
    const figure = (name: string) => page.locator(`[data-metric=${name}] .key-figure`)
    expect(await directionOf(page)).toBe('ltr')
    await expectText(figure('revenue')).toBe(await written(page, metrics.revenue(now)!, money))
    await expectText(figure('clicks')).toBe(await written(page, metrics.clicks(now)))
    const percent = { style: 'percent', minimumFractionDigits: 2, maximumFractionDigits: 2 }
    await expectText(figure('ctr')).toBe(await written(page, metrics.ctr(now)!, percent))
    await choose(page, 'Break down by', 'Total')
    const row = page.locator('tr[data-key="2026-03-09"]')
    await expectText(row.locator('th')).toBe(await writtenDay(page, '2026-03-09'))
    const last = metrics.revenue(sumOf(linesIn({ from: '2026-03-09', to: '2026-03-09' })))!
    await expectText(row.locator('td').first()).toBe(await written(page, last, money))
    expect(errors).toEqual([])
  })

  test('in Arabic the first day is on the left, and the right arrow moves forward in time', async () => {
    const { page } = await visit('/dashboard?start_date=2026-03-01&end_date=2026-03-05', arabic)
    const chart = page.locator('.plot')
    await chart.waitFor()
    const { width, height } = (await chart.boundingBox())!
    await chart.hover({ position: { x: width * 0.15, y: height / 2 } })
    const day = page.locator('.day-note-day')
    const long = (date: string) =>
      page.evaluate(`new Intl.DateTimeFormat('ar-EG', {
        weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC',
      }).format(new Date('${date}'))`)
    await expectText(day).toBe(await long('2026-03-01'))
    await page.locator('.days-chart-frame').focus()
    await page.keyboard.press('ArrowRight')
    await expectText(day).toBe(await long('2026-03-02'))
    await page.keyboard.press('ArrowLeft')
    await expectText(day).toBe(await long('2026-03-01'))
    await page.keyboard.press('End')
    await expectText(day).toBe(await long('2026-03-05'))
  })

  test('numbers follow the chosen format, also after a reload', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const revenue = page.locator('[data-metric=revenue] .key-figure')
    const english = await textOf(revenue)
    const select = () => displaySelect(page, 'Numbers and dates')
    await (await select()).selectOption({ label: 'العربية' })
    const value = metrics.revenue(sumOf(linesIn(usualDays)))!
    await expectText(revenue).toBe(await written(page, value, money))
    await page.reload()
    await expectText(revenue).toBe(await written(page, value, money))
    expect(await directionOf(page)).toBe('ltr')
    await (await select()).selectOption({ label: 'English' })
    await expectText(revenue).toBe(english)
  })

  test('a chosen theme overrides the system’s, also after a reload', async () => {
    const { page } = await visit('/dashboard', { colorScheme: 'light' })
    await settled(page)
    const light = await groundOf(page)
    const theme = () => displaySelect(page, 'Theme')
    expect(await schemeOf(page)).toBe('light dark')
    await (await theme()).selectOption({ label: 'Dark' })
    await eventually(() => schemeOf(page)).toBe('dark')
    const dark = await groundOf(page)
    expect(dark).not.toBe(light)
    await page.reload()
    await settled(page)
    expect([await schemeOf(page), await groundOf(page)]).toEqual(['dark', dark])
    expect(await (await theme()).inputValue()).toBe('dark')
    await (await theme()).selectOption({ label: 'Light' })
    await page.emulateMedia({ colorScheme: 'dark' })
    await eventually(() => groundOf(page)).toBe(light)
    await (await theme()).selectOption({ label: 'System' })
    await eventually(() => groundOf(page)).toBe(dark)
  })

  test('times are in the reader’s time zone', async () => {
    const { page } = await visit('/dashboard/imports', { timezoneId: 'Asia/Tokyo' })
    await expectTexts(page.locator('tbody time')).toEqual([
      expect.stringMatching(/^Mar 10, 2026, 9:03\sPM$/),
      expect.stringMatching(/^Mar 10, 2026, 9:02\sPM$/),
    ])
  })

  test.each(['America/Los_Angeles', 'Pacific/Kiritimati'])(
    'days remain UTC days in %s',
    async (timezoneId) => {
      const days = 'start_date=2026-03-05&end_date=2026-03-06'
      const { page } = await visit(`/dashboard?${days}&rows=date&compare=none`, { timezoneId })
      const heads = page.locator('table.report tbody th')
      await expectTexts(heads).toEqual(['Mar 5, 2026', 'Mar 6, 2026'])
      await expectText(page.locator('.picker').first()).toMatch(/5.*6, 2026$/)
    },
  )
})
