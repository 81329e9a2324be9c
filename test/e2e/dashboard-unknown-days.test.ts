import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, expectCount, expectText, settled } from '../fixtures/dashboard-page.ts'

const freshness = '**/dashboard/api/freshness?*'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }

const note = (page: Page) => page.locator('.answer:has(.key-figures) + .note')
const legend = (page: Page) => page.locator('.days-chart .legend')

/** Expects all days of the first view to be shown, and none to be called final. */
async function expectUnknown(page: Page) {
  await expectText(legend(page)).toContain('Not known yet whether final')
  await expectText(legend(page)).not.toMatch(/May still change|Not reported/)
  await page.getByRole('group', { name: /^Revenue by day/ }).focus()
  for (const pressed of ['Home', 'End', 'PageUp']) {
    await page.keyboard.press(pressed)
    await expectText(page.locator('.day-note-state')).toBe('Not known yet whether final')
  }
}

async function expectKnown(page: Page) {
  await expectText(legend(page)).toMatch(/May still change.*Not reported/)
  await expectText(legend(page)).not.toContain('Not known')
  await expectText(note(page)).toBe(
    '3 days may still change. 1 day without reports. 3 days without reports of Mintegral.',
  )
}

describeDashboard('days whose freshness is not known', ({ visit }) => {
  test('are not final while loading fails, and are known once it succeeds', async () => {
    const { page } = await visit('/dashboard/nothing')
    await page.route(freshness, (route) => route.fulfill(failure))
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await settled(page)
    await expectUnknown(page)
    const alert = page.getByRole('alert')
    await expectText(alert).toContain('Which days are final could not be loaded. The disk is full.')
    await page.unroute(freshness)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectKnown(page)
    await expectCount(alert).toBe(0)
  })

  test('are not final while loading', async () => {
    const held: Route[] = []
    const { page } = await visit('/dashboard/nothing')
    await page.route(freshness, (route) => void held.push(route))
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await settled(page)
    await expectText(note(page)).toBe('Not known yet whether final: 28 days.')
    await expectUnknown(page)
    for (const route of held) await route.continue()
    await expectKnown(page)
  })

  test('do not appear because of an answer about other days than those shown', async () => {
    const { page } = await visit('/dashboard?days=last_90')
    await settled(page)
    await expectText(note(page)).toContain('without reports')
    const words = (await note(page).textContent())!
    const held: Route[] = []
    await page.route('**/dashboard/api/report?*', (route) => void held.push(route))
    const answered = page.waitForResponse(freshness)
    await page.getByRole('toolbar').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Last 7 days' }).click()
    await answered
    await page.locator('.answer.old[aria-busy=true]').first().waitFor()
    // Two frames: one renders the answer, the next one would show it.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    expect(await note(page).textContent()).toBe(words)
    for (const route of held) await route.continue()
    await expectText(note(page)).toMatch(/^3 days may still change\./)
  })

  test('are those that the last answer does not have, while another is loading', async () => {
    const { page } = await visit('/dashboard?start_date=2026-02-25&end_date=2026-03-03')
    await settled(page)
    await expectText(legend(page)).not.toMatch(/Not (final|known)/)
    const held: Route[] = []
    await page.route(freshness, (route) => void held.push(route))
    await page.getByRole('toolbar').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Last 28 days' }).click()
    await expectText(note(page)).toBe('Not known yet whether final: 21 days.')
    await expectText(legend(page)).toContain('Not known yet whether final')
    for (const route of held) await route.continue()
    await expectKnown(page)
  })
})
