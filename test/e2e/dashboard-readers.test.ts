import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { setPassword } from '../../src/use-cases/set-password.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import {
  describeDashboard,
  displaySelect,
  eventually,
  expectText,
  expectTexts,
  linksOf,
  openDestination,
  settled,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { nameOf } from '../fixtures/dashboard-shown.ts'
import { linesIn, usualDays } from '../fixtures/dashboard-sums.ts'
import { givenFile } from '../fixtures/given-file.ts'

const phone = { viewport: { width: 375, height: 800 } }
const tokyo = { username: 'tokyo', password: 'tokyo opens at dawn' } as const
/** Without apps; the command that imports its first figures is long. */
const beginner = { username: 'a-studio-of-two', password: 'nothing was sold yet' } as const

/** Where the first and the last character of a text within an element are, from the left. */
const endsOf = (page: Page, selector: string, text: string): Promise<[number, number]> =>
  page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector(${JSON.stringify(selector)}), 4)
    while (walker.nextNode()) {
      const at = walker.currentNode.data.indexOf(${JSON.stringify(text)})
      if (at < 0) continue
      const placeOf = (place) => {
        const range = document.createRange()
        range.setStart(walker.currentNode, place)
        range.setEnd(walker.currentNode, place + 1)
        return range.getBoundingClientRect().left
      }
      return [placeOf(at), placeOf(at + ${text.length - 1})]
    }
  })()`)

describeDashboard('readers everywhere', ({ site, visit }) => {
  beforeAll(async () => {
    const { call } = site().installation
    for (const { username, password } of [tokyo, beginner]) {
      await call(createAccount, { username, currency: 'JPY' })
      await call(setPassword, { username, password })
    }
    const given = (name: string, text: string) => givenFile(site().installation, name, text)
    const app = `app_id,publisher,app_name,platform\nyen,${tokyo.username},Yen,ios\n`
    await call(importApps, {}, await given('yen.csv', app))
    const head = 'date,app_id,network,format,country,impressions,clicks,revenue'
    const importDay = async (day: string, revenue: string) => {
      const line = `${day},yen,admob,banner,JP,2000,1,${revenue}`
      return call(importFigures, {}, await given(`yen-${day}.csv`, `${head}\n${line}\n`))
    }
    await importDay('2026-03-08', '1234.567')
    const { import: id } = await importDay('2026-03-09', '99.5')
    await call(undoImport, { id })
  })

  test('on a phone, the command for the first import stays within its card', async () => {
    const { page } = await visit('/dashboard', { ...phone, as: beginner })
    const card = page.locator('.state')
    await card.waitFor()
    const { x, width } = (await card.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(375)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  })

  test('in Arabic, the days of a comparison run from right to left', async () => {
    const kept = { 'adtally-place': 'ar' }
    const { page } = await visit('/dashboard', { locale: 'ar-AE', kept })
    await page.locator('.comparison-words').waitFor()
    const range = await page.evaluate<string>(`new Intl.DateTimeFormat('ar-AE', {
      day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC',
    }).formatRange(new Date('2026-01-13'), new Date('2026-02-09'))`)
    for (const place of ['.comparison-words p', '.picker-value']) {
      const text = place === '.picker-value' ? await page.locator(place).first().innerText() : range
      const [start, end] = await endsOf(page, place, text)
      expect(start, place).toBeGreaterThan(end)
    }
  })

  test('yen have no decimals, and undone imports are marked', async () => {
    const { page } = await visit('/dashboard', { as: tokyo, timezoneId: 'Asia/Tokyo' })
    await settled(page)
    const figure = (name: string) => page.locator(`[data-metric=${name}] .key-figure`)
    await expectText(figure('revenue')).toBe('¥1,235')
    await expectText(figure('ecpm')).toBe('¥617')
    await expectTexts(page.locator('table.report tbody td').filter({ hasText: '¥' })).toEqual([
      ...['¥1,235', '¥617'],
    ])
    await openDestination(page, 'Data')
    await linksOf(page, 'Data').getByText('Imports').click()
    await page.locator('[data-import]').first().waitFor()
    const row = (id: number) => page.locator(`[data-import="${id}"] td`).first()
    const ids = await page
      .locator('[data-import]')
      .evaluateAll((rows) => rows.map((one) => Number(one.getAttribute('data-import'))))
    const [undo, undone, kept] = ids as [number, number, number]
    await expectText(row(undo)).toBe(`Undo ${undo} · of import ${undone}AdMob`)
    await expectText(row(undone)).toMatch(new RegExp(`Undone by entry ${undo}`))
    await expectText(row(undone)).toMatch(/AdMobyen-2026-03-09\.csv$/)
    await expectText(row(kept)).not.toMatch(/Undone/)
    await expectText(page.locator('main .note').last()).toMatch(
      /Days are those of the networks\. Times are in your browser’s time zone, Asia\/Tokyo\.$/,
    )
  })

  test('numbers and days have the form of the browser’s language', async () => {
    const { page } = await visit('/dashboard', { locale: 'de-AT' })
    await settled(page)
    const select = await displaySelect(page, 'Numbers and dates')
    expect(await select.inputValue()).toBe('de')
    expect(await textsOf(select.locator('option'))).toHaveLength(9)
    const day = page.locator('.picker-value').first()
    await expectText(day).toMatch(/^10\. Feb/)
    await select.selectOption({ label: '한국어' })
    await expectText(day).toMatch(/^2026년 2월 10일/)
  })

  test('the country filter has the countries with figures', async () => {
    const { page } = await visit('/dashboard?country=AD')
    await page.getByRole('button', { name: /^Country/ }).click()
    const countries = new Set(linesIn(usualDays).map(({ country }) => nameOf(country)))
    const names = [...countries, 'Andorra'].sort((a, b) => a.localeCompare(b, 'en'))
    const options = page.getByRole('dialog').getByRole('option')
    await eventually(async () =>
      (await textsOf(options)).map((one) => one.replace('✓', '')),
    ).toEqual(names)
  })
})
