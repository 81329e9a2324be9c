import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'
import { shownMetric } from '../fixtures/dashboard-shown.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import { linesIn, sumOf, usualDays } from '../fixtures/dashboard-sums.ts'

describeDashboard('access to the dashboard', ({ visit }) => {
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
    await expectPath(page).toBe('/dashboard?days=last_90')
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
    await expectPath(page).toBe('/dashboard?days=last_90&platform=ios')
    const sum = sumOf(linesIn({ from: '2025-12-10', to: usualDays.to }, { platform: ['ios'] }))
    const figure = page.locator('[data-metric=revenue] .key-figure')
    await expectText(figure).toBe(shownMetric('revenue', sum))
    await settled(page)
    await tabTo(/^Clicks/)
    await press('Enter')
    await expectPath(page).toBe('/dashboard?days=last_90&platform=ios&order=-clicks')
  })
})
