import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  openUserMenu,
  settled,
} from '../fixtures/dashboard-page.ts'
import { barriersInEachLook } from './axe.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page) => page.getByRole('searchbox', { name: 'Find' })
const found = (page: Page) => dialog(page).getByRole('menuitem')

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await field(page).and(page.locator(':focus')).waitFor()
}
/** Types a text and chooses the first that is found, which has the focus. */
async function go(page: Page, text: string, first: string): Promise<void> {
  await choose(page, text, first)
  await expectCount(dialog(page)).toBe(0)
}

/** The same, of what opens another dialog. */
async function choose(page: Page, text: string, first: string): Promise<void> {
  await open(page)
  await page.keyboard.type(text)
  await expectText(found(page).and(page.locator('[data-focused]')).first()).toBe(first)
  await page.keyboard.press('Enter')
}

describeDashboard('the palette and shortcuts', ({ visit, site }) => {
  test('open apps, networks, days and pages by their names, and keep the rest of the view', async () => {
    const { page, errors } = await visit('/dashboard?country=DE&rows=ad_format')
    await settled(page)
    await go(page, 'last 7', 'Last 7 days')
    await expectPath(page).toBe('/dashboard?days=last_7&country=DE&rows=ad_format')
    await go(page, 'unity', 'Unity Ads')
    await expectPath(page).toBe('/dashboard?days=last_7&network=unityads&country=DE&rows=ad_format')
    await go(page, 'apfel', 'Äpfel "2" · iOS')
    await expectText(page.locator('h1')).toBe('Äpfel "2"')
    await go(page, 'netw', 'Networks')
    await expectText(page.locator('h1')).toBe('Networks')
    await page.locator('main:focus').waitFor()
    await go(page, 'users', 'Users')
    await expectText(page.locator('h1')).toBe('Users')
    expect(errors).toEqual([])
  })

  test.each(['users', 'imports', 'notes', 'home'])(
    'open the overview of days on %s, which has none',
    async (path) => {
      const { page } = await visit(`/dashboard/${path}`)
      await page.locator('h1').waitFor()
      await go(page, 'yesterday', 'Yesterday')
      await expectPath(page).toBe('/dashboard?days=yesterday')
    },
  )

  test('choose days and keep what else a page shows, but not a part of the days before', async () => {
    const { page } = await visit('/dashboard/nothing')
    for (const [path, own] of [
      ['explore', 'rows=network&metrics=clicks&heat=off&trail=country'],
      ['reconcile', 'report=levelplay&tolerance=5&gaps=app_id'],
      ['restatements', 'as_of=2026-03-10T12:02:30Z'],
    ]) {
      const query = `start_date=2026-03-01&end_date=2026-03-02&country=DE&within=last_28&${own}`
      await page.goto(`${site().url}/dashboard/${path}?${query}`)
      await page.locator('h1').waitFor()
      await go(page, 'last 7', 'Last 7 days')
      await expectPath(page).toBe(`/dashboard/${path}?days=last_7&country=DE&${own}`)
    }
  })

  test('close with Escape and give the focus back; what is not found is said', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    const chart = page.locator('.days-chart-frame')
    await chart.focus()
    await open(page)
    await page.keyboard.type('nothing like it')
    await dialog(page).getByText('Nothing has that name.').waitFor()
    await page.keyboard.press('Escape')
    // The first one clears the field.
    if ((await dialog(page).count()) > 0) await page.keyboard.press('Escape')
    await expectCount(dialog(page)).toBe(0)
    await chart.and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: /^Find/ }).click()
    await field(page).waitFor()
  })

  test('keep the keys that are typed before the palette is there', async () => {
    const { page } = await visit('/dashboard/nothing')
    const held: Route[] = []
    await page.route('**/assets/palette-*.js', (route) => void held.push(route))
    await page.getByRole('button', { name: /^Find/ }).waitFor()
    await page.keyboard.press('Control+k')
    // One of them is the key that saves a view.
    await page.keyboard.type('usersx')
    await page.keyboard.press('Backspace')
    await eventually(() => held.length).toBe(1)
    await expectCount(dialog(page)).toBe(0)
    for (const route of held) await route.continue()
    await field(page).and(page.locator(':focus')).waitFor()
    expect(await field(page).inputValue()).toBe('users')
    await expectText(found(page).and(page.locator('[data-focused]')).first()).toBe('Users')
    await page.keyboard.press('Enter')
    await expectText(page.locator('h1')).toBe('Users')
  })

  test('open in one frame, once the page has loaded the palette for later', async () => {
    const { page } = await visit('/dashboard')
    await page.waitForResponse(/assets\/palette-.*js$/)
    await settled(page)
    const isThere = await page.evaluate(`new Promise((done) => {
      const keys = { key: 'k', ctrlKey: true, bubbles: true, cancelable: true }
      document.dispatchEvent(new KeyboardEvent('keydown', keys))
      requestAnimationFrame(() => done(document.activeElement.matches('input[type=search]')))
    })`)
    expect(isThere).toBe(true)
  })

  test('undo a view that was saved by mistake', async () => {
    const { page } = await visit('/dashboard/networks')
    await page.locator('h1').waitFor()
    await page.keyboard.type('search')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Saved as earch').waitFor()
    await dialog(page).getByRole('link', { name: 'earch' }).waitFor()
    await dialog(page).getByRole('button', { name: 'Undo' }).click()
    await expectCount(dialog(page).getByRole('link', { name: 'earch' })).toBe(0)
    await expectCount(dialog(page).getByRole('button', { name: 'Undo' })).toBe(0)
  })

  test('find saved views, and act', async () => {
    const { page } = await visit('/dashboard?days=last_90')
    await settled(page)
    await choose(page, 'save this', 'Save this page as a view')
    await page.getByLabel('Save this page as').and(page.locator(':focus')).waitFor()
    await page.keyboard.type('A quarter')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Saved as A quarter').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Data', exact: true }).click()
    await go(page, 'quarter', 'A quarter')
    await expectPath(page).toBe('/dashboard?days=last_90')
    await go(page, 'sign', 'Sign out')
    await expectText(page.locator('h1')).toBe('Sign in')
  })

  test('are listed with ?, except in fields, and single keys can be turned off', async () => {
    const { page } = await visit('/dashboard')
    await settled(page)
    await page.keyboard.press('?')
    await expectText(dialog(page).getByRole('heading')).toBe('Keyboard shortcuts')
    await expectTexts(dialog(page).locator('dt').first()).toEqual([
      'Find a page, app, network or days',
    ])
    await dialog(page)
      .getByLabel(/^Single keys/)
      .uncheck()
    await page.keyboard.press('Escape')
    await expectCount(dialog(page)).toBe(0)
    for (const key of ['?', 's']) await page.keyboard.press(key)
    await page.locator('.days-chart-frame').focus()
    await page.keyboard.press('n')
    await expectCount(dialog(page)).toBe(0)
    await page.reload()
    await settled(page)
    await page.keyboard.press('?')
    await expectCount(dialog(page)).toBe(0)
    await choose(page, 'shortcuts', 'Keyboard shortcuts')
    await dialog(page)
      .getByLabel(/^Single keys/)
      .check()
    await page.keyboard.press('Escape')
    await page.keyboard.press('s')
    await page.getByLabel('Save this page as').waitFor()
    await page.keyboard.type('s?n')
    expect(await page.getByLabel('Save this page as').inputValue()).toBe('s?n')
  })

  test('have no barriers, in every look', async () => {
    const { page } = await visit('/dashboard', { bypassCSP: true })
    await settled(page)
    await open(page)
    await page.keyboard.type('a')
    await page.keyboard.press('ArrowDown')
    expect(await barriersInEachLook(page)).toEqual([])
    for (const _ of 'twice') {
      if ((await dialog(page).count()) > 0) await page.keyboard.press('Escape')
    }
    await expectCount(dialog(page)).toBe(0)
    await page.keyboard.press('?')
    await dialog(page).waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
    await page.keyboard.press('Escape')
    await (await openUserMenu(page)).waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
  })
})
