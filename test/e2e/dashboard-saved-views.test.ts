import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setRole } from '../../src/use-cases/set-role.ts'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  settled,
} from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import { barriersInEachLook } from './axe.ts'

const failure = { status: 500, json: { code: 'internal_error', detail: 'The store is away.' } }
const menu = (page: Page) => page.getByRole('dialog', { name: 'Saved views' })
const openMenu = (page: Page) => page.getByRole('button', { name: 'Views', exact: true }).click()
const inMenu = (page: Page, list: string) =>
  menu(page).getByRole('navigation', { name: list }).getByRole('link')
const rowOf = (page: Page, name: string) => page.locator(`tr[data-view="${name}"]`)
const act = (page: Page, name: string, action: string) =>
  rowOf(page, name)
    .getByRole('button', { name: new RegExp(`^${action}`) })
    .click()

/** Saves the page on screen, with the keyboard alone. */
async function save(page: Page, name: string): Promise<void> {
  await page.keyboard.press('s')
  await page.getByLabel('Save this page as').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await menu(page).getByText(`Saved as ${name}`).waitFor()
  await page.keyboard.press('Escape')
  await expectCount(menu(page)).toBe(0)
}

describeDashboard('saved views', ({ visit, site }) => {
  test('have the exact page, and its days stay relative', async () => {
    const address = '/dashboard?days=last_7&rows=country&network=admob&network=ownnet&order=-ecpm'
    const { page, errors } = await visit(address)
    await settled(page)
    await save(page, 'Weekly')
    await page.goto(`${site().url}/dashboard/apps/old%2Bapp%261%2F%C3%A4?days=last_90`)
    await settled(page)
    await save(page, 'Äpfel')
    await page.goto(`${site().url}/dashboard/networks`)
    await page.locator('table.networks').waitFor()
    await openMenu(page)
    await expectTexts(inMenu(page, 'Your views')).toEqual(['Weekly', 'Äpfel'])
    await inMenu(page, 'Your views').getByText('Weekly').click()
    await settled(page)
    await expectPath(page).toBe(address)
    await expectText(page.locator('.picker').first()).toMatch(/^Last 7 days/)
    await openMenu(page)
    await expectText(menu(page).locator('[aria-current]')).toBe('Weekly')
    await inMenu(page, 'Your views').getByText('Äpfel').click()
    await expectText(page.locator('h1')).toBe('Äpfel "2"')
    expect(new URL(page.url()).pathname).toBe('/dashboard/apps/old%2Bapp%261%2F%C3%A4')
    await page.goBack()
    await expectPath(page).toBe(address)
    expect(errors).toEqual([])
  })

  test('are listed with what they show, renamed and deleted', async () => {
    const { page } = await visit('/dashboard/networks?days=previous_month&platform=ios')
    await page.locator('table.networks').waitFor()
    await save(page, 'Old name')
    await openMenu(page)
    await page.getByLabel('Save this page as').fill('Old name')
    await menu(page).getByRole('button', { name: 'Save' }).click()
    await expectText(page.getByRole('alert')).toMatch(/^You already have a view named "Old name"/)
    await menu(page).getByRole('link', { name: 'Rename, share or delete views' }).click()
    await expectText(page.locator('h1')).toBe('Saved views')
    await expectText(rowOf(page, 'Old name').locator('td').first()).toBe(
      'Networks · Last month · iOS',
    )
    await act(page, 'Old name', 'Rename')
    await page.getByRole('textbox', { name: 'Name' }).fill('Last month')
    await page.keyboard.press('Enter')
    await rowOf(page, 'Last month').waitFor()
    await expectCount(rowOf(page, 'Old name')).toBe(0)
    await act(page, 'Last month', 'Delete')
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expectCount(rowOf(page, 'Last month')).toBe(0)
  })

  test('are shared by editors, seen by viewers, and withdrawn by owners', async () => {
    const editor = await addColleague(site(), 'editor@example.com', 'editor')
    const viewer = await addColleague(site(), 'viewer@example.com', 'viewer')
    const { page } = await visit('/dashboard?network=unityads', { as: editor })
    await settled(page)
    await save(page, 'Unity')
    await page.goto(`${site().url}/dashboard/views`)
    await act(page, 'Unity', 'Share')
    await expectText(rowOf(page, 'Unity').locator('td').nth(1)).toBe('Everyone in the account')

    const { page: seen } = await visit('/dashboard', { as: viewer })
    await settled(seen)
    await openMenu(seen)
    await inMenu(seen, 'Shared with you').getByText('Unity').click()
    await expectPath(seen).toBe('/dashboard?network=unityads')
    await settled(seen)
    await save(seen, 'My own')
    await seen.goto(`${site().url}/dashboard/views`)
    await rowOf(seen, 'My own').waitFor()
    // Viewers keep views for themselves, and change none of others.
    await expectCount(rowOf(seen, 'My own').getByRole('button')).toBe(2)
    await expectCount(rowOf(seen, 'Unity').getByRole('button')).toBe(0)

    // An editor who becomes a viewer leaves what everyone sees to others.
    const { call } = site().installation
    const { username } = studio
    await call(setRole, { username, user: 'editor@example.com', role: 'viewer' })
    await page.reload()
    await rowOf(page, 'Unity').waitFor()
    await expectCount(rowOf(page, 'Unity').getByRole('button')).toBe(0)

    const { page: owner } = await visit('/dashboard/views')
    await act(owner, 'Unity', 'Delete')
    await owner.getByRole('button', { name: 'Delete view' }).click()
    await expectCount(rowOf(owner, 'Unity')).toBe(0)
    await owner.goto(`${site().url}/dashboard/audit`)
    await expectTexts(owner.locator('tr[data-action^=view_] td:nth-child(3)')).toEqual([
      'Deleted the shared view “Unity”',
      'Shared the view “Unity”',
    ])
  })

  test('tell when they cannot be loaded or saved, and try again', async () => {
    const { page } = await visit('/dashboard/networks')
    await page.route('**/dashboard/api/views', (route) => route.fulfill(failure))
    await page.reload()
    await page.locator('table.networks').waitFor()
    await openMenu(page)
    await expectText(page.getByRole('alert')).toMatch(/^The store is away\./)
    await page.unroute('**/dashboard/api/views')
    await menu(page).getByRole('button', { name: 'Try again' }).click()
    await expectCount(page.getByRole('alert')).toBe(0)
    await page.route('**/dashboard/api/views/save', (route) => route.fulfill(failure))
    await page.getByLabel('Save this page as').fill('Not yet')
    await menu(page).getByRole('button', { name: 'Save' }).click()
    await expectText(page.getByRole('alert')).toBe('The store is away.')
    await eventually(() => page.getByLabel('Save this page as').inputValue()).toBe('Not yet')
  })

  test('have no barriers in the menu and on their page, in every look', async () => {
    const { page } = await visit('/dashboard?days=last_7', { bypassCSP: true })
    await settled(page)
    await save(page, 'A name that is as long as names may be, which is 64 characters')
    await openMenu(page)
    expect(await barriersInEachLook(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.goto(`${site().url}/dashboard/views`)
    await page.locator('table.views').waitFor()
    expect(await barriersInEachLook(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(1_280)
  })
})
