import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  settled,
} from '../fixtures/dashboard-page.ts'

const freshness = '**/dashboard/api/freshness?*'
const failure = { status: 500, json: { code: 'internal_error', detail: 'The disk is full.' } }

const states = (page: Page) =>
  page.getByRole('region', { name: 'Figures by day' }).locator('tbody td:last-child')
/** The states of the days. Some are unusual too. */
const statesOf = async (page: Page) =>
  new Set((await states(page).allTextContents()).map((text) => text.replace(', unusual', '')))
const note = (page: Page) => page.locator('.key-figures + .note')
const legend = (page: Page) => page.locator('.days-chart .legend')

/** Expects all days of the first view to be shown, and none to be called final. */
async function expectUnknown(page: Page) {
  await expectText(note(page)).toContain('Not known yet whether final: 28 days.')
  await expectText(legend(page)).toContain('Not known yet whether final')
  await expectText(legend(page)).not.toMatch(/Not final|Not reported/)
  await page.getByRole('group', { name: /^Revenue by day/ }).focus()
  for (const pressed of ['Home', 'End', 'PageUp']) {
    await page.keyboard.press(pressed)
    const words = 'Whether this day is final is not known yet'
    await expectText(page.locator('.day-note-state')).toBe(words)
  }
  await choose(page, 'Show as', 'Table')
  expect(await states(page).count()).toBe(28)
  expect(await statesOf(page)).toEqual(new Set(['not known yet']))
}

async function expectKnown(page: Page) {
  const known = new Set(['final', 'not final', 'incomplete', 'nothing reported'])
  await eventually(() => statesOf(page)).toEqual(known)
  await expectText(note(page)).not.toContain('Not known')
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
    await page.locator('.answer.old[aria-busy=true]').waitFor()
    // Two frames: one renders the answer, the next one would show it.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    )
    expect(await note(page).textContent()).toBe(words)
    for (const route of held) await route.continue()
    await expectText(note(page)).toMatch(/6 days may still change\.$/)
  })

  test('are those that the last answer does not have, while another is loading', async () => {
    const { page } = await visit('/dashboard?start_date=2026-02-25&end_date=2026-03-03')
    await settled(page)
    await choose(page, 'Show as', 'Table')
    await eventually(() => statesOf(page)).toEqual(new Set(['final']))
    const held: Route[] = []
    await page.route(freshness, (route) => void held.push(route))
    await page.getByRole('toolbar').getByRole('button').first().click()
    await page.getByRole('button', { name: 'Last 28 days' }).click()
    await eventually(() => states(page).count()).toBe(28)
    await eventually(() => statesOf(page)).toEqual(new Set(['final', 'not known yet']))
    expect(await states(page).getByText('not known yet').count()).toBe(21)
    for (const route of held) await route.continue()
    await expectKnown(page)
  })
})
