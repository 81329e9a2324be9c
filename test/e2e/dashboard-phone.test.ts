import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  settled,
  textOf,
} from '../fixtures/dashboard-page.ts'

const phone = { viewport: { width: 375, height: 812 } }

/** The texts that reach beyond the edges of the screen. */
const cut = (cells: Locator): Promise<string[]> =>
  cells.evaluateAll((all) =>
    all
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && (left < 0 || right > one.ownerDocument.defaultView!.innerWidth)
      })
      .map((one) => one.textContent ?? ''),
  )

describeDashboard('on a phone', ({ visit }) => {
  test('users, keys and events are cards', async () => {
    const { page } = await visit('/dashboard', phone)
    for (const [path, sign] of [
      ['/dashboard/users', 'table.people'],
      ['/dashboard/keys', 'table.keys'],
      ['/dashboard/audit', 'table.events'],
    ] as const) {
      await page.goto(new URL(path, page.url()).href)
      await page.locator(sign).waitFor()
      expect(await cut(page.locator(`${sign} :is(th, td)`)), path).toEqual([])
    }
  })

  test('a tap on a bar tells its figures, and a second one shows only them', async () => {
    const { page } = await visit('/dashboard', { ...phone, hasTouch: true })
    const note = page.locator('.day-note')
    const tap = async () => {
      const { width } = (await page.locator('.plot').boundingBox())!
      await page.locator('.plot').tap({ position: { x: width / 2, y: 150 } })
    }
    await settled(page)
    await tap()
    await note.waitFor()
    await page.locator('h1').tap()
    await expectCount(note).toBe(0)
    await tap()
    const day = await textOf(note.locator('.day-note-day'))
    expect(day).toMatch(/^\w+day, (February|March) \d+, 2026$/)
    await expectPath(page).toBe('/dashboard')
    await tap()
    await expectPath(page).toMatch(/[?]start_date=(2026-\d\d-\d\d)&end_date=\1&within=last_28$/)
  })

  test('the head of the page leaves most of the screen to figures', async () => {
    const { page } = await visit('/dashboard', phone)
    await settled(page)
    const bar = (await page.locator('header.bar').boundingBox())!
    expect(bar.height).toBeLessThan(130)
    await eventually(
      async () => (await page.locator('.key-figure').first().boundingBox())!.y,
    ).toBeLessThan(812)
  })

  test('in Arabic, days of the axis do not overlap', async () => {
    for (const width of [375, 1_280]) {
      const { page } = await visit('/dashboard?days=last_90', {
        viewport: { width, height: 812 },
        kept: { 'adtally-place': 'ar' },
      })
      await settled(page)
      const labels = page.locator('.visx-axis-bottom text')
      await labels.first().waitFor()
      const boxes = await labels.evaluateAll((texts) =>
        texts.map((text) => text.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      )
      boxes.sort(([a], [b]) => a! - b!)
      const gaps = boxes.slice(1).map(([left], at) => left! - boxes[at]![1]!)
      expect(Math.min(...gaps), `${width}`).toBeGreaterThan(3)
    }
  })

  test('in Arabic, the names of weekdays fit above the days of a calendar', async () => {
    const { page } = await visit('/dashboard', { ...phone, kept: { 'adtally-place': 'ar' } })
    await settled(page)
    await page.getByRole('button', { name: 'Last 28 days' }).click()
    const heads = page.getByRole('dialog').locator('thead th')
    const wide = await heads.evaluateAll((all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent),
    )
    expect(wide).toEqual([])
    const widths = await heads.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect().width),
    )
    expect(Math.max(...widths)).toBeLessThan(45)
  })
})
