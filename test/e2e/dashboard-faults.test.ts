import { expect, test } from 'vitest'
import {
  describeDashboard,
  expectCount,
  expectText,
  settled,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'

describeDashboard('when a page is not as usual', ({ visit }) => {
  test('a part that cannot be loaded says so in its place, and the page stays', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await page.evaluate("sessionStorage.setItem('adtally-reloaded', 'yes')")
    await page.route('**/assets/range-days-*.js', (route) => route.abort())
    await page.getByRole('button', { name: /^Last 28 days/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Days' })
    await expectText(dialog.getByRole('alert').locator('p')).toContain('Reload to continue')
    expect(await dialog.getByRole('button', { name: 'Last 7 days' }).count()).toBe(1)
    expect(await page.locator('.key-figure').count()).toBe(5)
  })

  test('without a connection, other days have no figures instead of those of the last ones', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await page.getByRole('button', { name: /^Last 28 days/ }).click()
    await page.getByRole('dialog', { name: 'Days' }).locator('table').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Last 90 days' }).click()
    await page.getByRole('alert').first().waitFor()
    await expectText(page.getByRole('alert').first()).toContain('The server does not answer.')
    await expectCount(page.locator('.key-figure, table.report')).toBe(0)
    await page.context().setOffline(false)
    await page.reload()
    await expectCount(page.locator('.key-figure')).toBe(5)
  })

  test('paper has the account, the days and the filters', async () => {
    const { page } = await visit('/dashboard?network=admob&country=US,DE')
    await settled(page)
    const head = page.locator('.paper-head')
    expect(await head.isVisible()).toBe(false)
    await page.emulateMedia({ media: 'print' })
    expect(await head.isVisible()).toBe(true)
    await expectText(head).toContain(
      `${studio.username} · USD · Feb 10 – Mar 9, 2026 · Network: AdMob · Country: United States, Germany`,
    )
  })

  test('weeks begin on Monday in calendars, as in reports', async () => {
    const { page } = await visit('/dashboard?rows=week')
    await settled(page)
    await page.getByRole('button', { name: /^Last 28 days/ }).click()
    const days = page.getByRole('dialog', { name: 'Days' }).locator('th')
    await days.first().waitFor()
    expect(await textsOf(days)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
    // The first one is cut off by the range.
    await expectText(page.locator('table.report tbody th').nth(1)).toContain('Feb 16, 2026')
  })

  test('regions of a page have names of their own', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await page.locator('table.report').waitFor()
    const names = await page.getByRole('region').evaluateAll((all) =>
      all.map((one) => {
        const label = one.getAttribute('aria-labelledby')
        return label
          ? one.ownerDocument.getElementById(label)!.textContent
          : one.getAttribute('aria-label')
      }),
    )
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
  })
})
