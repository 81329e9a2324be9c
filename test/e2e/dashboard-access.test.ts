import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { pages } from '../fixtures/dashboard-paths.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import { linesIn, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'

describeDashboard('access to the dashboard', ({ visit, site }) => {
  async function goTo(page: Page, path: string, sign: string) {
    await page.goto(site().url + path)
    await page.locator(sign).first().waitFor()
    await expectCount(page.locator('.skeleton')).toBe(0)
  }

  test.each(['en', 'ar'])('no page is wider than its window (%s)', async (place) => {
    const kept = { 'adtally-place': place }
    const { page } = await visit('/dashboard', { kept })
    const wrong: unknown[] = []
    for (const [path, sign] of pages) {
      await goTo(page, path, sign)
      for (const width of [360, 768, 1280, 2560]) {
        await page.setViewportSize({ width, height: 800 })
        const widest = await page.locator('html').evaluate(({ scrollWidth }) => scrollWidth)
        if (widest > width) wrong.push({ path, width, widest })
      }
    }
    expect(wrong).toEqual([])
  })

  test('no page violates its policy, logs an error, or connects to another server', async () => {
    const { page, errors, requests } = await visit('/dashboard')
    for (const [path, sign] of pages) {
      await goTo(page, path, sign)
      // The browser logs the status of pages that do not exist.
      const logged = errors.filter((error) => !/status of 404/.test(error))
      expect({ path, logged }).toEqual({ path, logged: [] })
    }
    const others = requests.filter((url) => !url.startsWith(site().url))
    expect(others.filter((url) => !url.startsWith('data:'))).toEqual([])
  })

  test('a signed-out visitor causes one refused request and no other error', async () => {
    const { page, errors } = await visit('/dashboard', { as: null })
    await expectText(page.locator('h1')).toBe('Sign in')
    expect(errors).toEqual([expect.stringContaining('401')])
  })

  test('the sign-in and a filtered overview can be reached with the keyboard only', async () => {
    const { page } = await visit('/dashboard', { as: null })
    const press = (...keys: string[]) =>
      keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    const focused = page.locator(':focus')
    async function tabTo(name: RegExp) {
      for (let steps = 0; steps < 40; steps++) {
        await press('Tab')
        if (name.test((await focused.textContent()) ?? '')) return
      }
      expect.fail(`Tab does not come to ${name}`)
    }
    await expectText(page.locator('h1')).toBe('Sign in')
    await press('Tab')
    await page.keyboard.type(studio.username)
    await press('Tab')
    await page.keyboard.type(studio.password)
    await press('Enter')
    await settled(page)
    await tabTo(/^Last 28/)
    await press('Enter')
    await page.getByRole('dialog').waitFor()
    await tabTo(/^Last 90 days$/)
    await press('Space')
    await expectPath(page).toBe('/dashboard?range=90d')
    await expectCount(page.getByRole('dialog')).toBe(0)
    await tabTo(/^Platform/)
    await press('Enter')
    await page.getByRole('option', { name: 'iOS' }).waitFor()
    await press('Tab')
    for (let steps = 0; steps < 4; steps++) {
      const before = await focused.textContent()
      if (before?.endsWith('iOS')) break
      await press('ArrowDown')
      await eventually(() => focused.textContent()).not.toBe(before)
    }
    await press('Space', 'Escape')
    await expectPath(page).toBe('/dashboard?range=90d&platform=ios')
    const sum = sumOf(linesIn({ from: '2025-12-10', to: usualDays.to }, { platform: ['ios'] }))
    const figure = page.locator('[data-metric=revenue] .key-figure')
    await expectText(figure).toBe(shownMetric('revenue', sum))
    await settled(page)
    await tabTo(/^Clicks/)
    await press('Enter')
    await expectPath(page).toBe('/dashboard?range=90d&platform=ios&sort=-clicks')
  })
})
