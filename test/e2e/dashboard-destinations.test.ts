import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inviteUser } from '../../src/use-cases/invite-user.ts'
import { addColleague } from '../fixtures/dashboard-colleague.ts'
import {
  describeDashboard,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  linksOf,
  openDestination,
  openUserMenu,
  textsOf,
} from '../fixtures/dashboard-page.ts'
import { pages } from '../fixtures/dashboard-paths.ts'
import { studio } from '../fixtures/dashboard-site.ts'

const phone = { viewport: { width: 390, height: 844 } }
const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const seven = [
  ...[/^Home/, /^Overview$/, /^What changed$/, /^Explore$/],
  ...[/^Money$/, /^Data$/, /^Settings$/],
]

/** The landmarks of a page that have no name, or the name of another one of their kind. */
const unnamed = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const nameOf = (one) => one.getAttribute('aria-label') ??
      document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
    const landmarks = [...document.querySelectorAll('nav, section[aria-label], section[aria-labelledby]')]
    const names = landmarks.map((one) => one.tagName + ' ' + nameOf(one))
    return names.filter((name, at) => name.endsWith(' ') || names.indexOf(name) !== at)
  })()`)

describeDashboard('the seven destinations', ({ visit, site }) => {
  let viewer: { readonly username: string }
  let ofOneApp: { readonly username: string }
  beforeAll(async () => {
    viewer = await addColleague(site(), 'viewer@studio.example', 'viewer')
    const { call, invitations } = site().installation
    const user = 'limited@studio.example'
    const invited = { username: studio.username, user, role: 'editor' as const, apps: ['hop-ios'] }
    const { token } = await call(inviteUser, invited)
    await invitations.accept(token, { password: 'the password of a limited editor' })
    ofOneApp = { username: user }
  })

  test('are the navigation, and mark themselves on each of their pages', async () => {
    const { page } = await visit('/dashboard')
    const links = main(page).getByRole('link')
    await links.first().waitFor()
    expect(await textsOf(links)).toEqual(seven.map((one) => expect.stringMatching(one)))
    const marked = main(page).locator('[aria-current]')
    for (const [path, destination] of [
      ['/dashboard', 'Overview'],
      ['/dashboard/notes', 'Overview'],
      ['/dashboard/apps/hop-ios', 'Overview'],
      ['/dashboard/money/terms', 'Money'],
      ['/dashboard/partners/nobody', 'Money'],
      ['/dashboard/apps', 'Data'],
      ['/dashboard/connections/of/nothing', 'Data'],
      ['/dashboard/rates', 'Settings'],
    ] as const) {
      await page.goto(site().url + path)
      await expectTexts(marked).toEqual([destination])
    }
    await expectTexts(page.locator('nav [aria-current=page]')).toEqual(['Currency rates'])
  })

  test('have the pages that an owner, a viewer and a user of some apps may open', async () => {
    const data = ['Networks', 'Imports', 'Restatements', 'Reconcile', 'Apps']
    const ofMoney = ['Money', 'Months', 'Statements', 'Terms', 'Partners']
    const own = ['Account', 'Currency rates', 'Your profile']
    const owned = [
      ...['Account', 'Users', 'Keys', 'Report links'],
      ...['Channels', 'Destinations', 'Currency rates', 'Audit'],
    ]
    for (const [as, ofData, ofSettings] of [
      [studio, data, [...owned, 'Your profile']],
      [viewer, data, own],
      [ofOneApp, data.filter((one) => one !== 'Reconcile'), ['Account', 'Your profile']],
    ] as const) {
      const { page, errors } = await visit('/dashboard', { as })
      await openDestination(page, 'Home')
      await expectTexts(linksOf(page, 'Home')).toEqual(['Home', 'Alerts'])
      await openDestination(page, 'Data')
      await expectTexts(linksOf(page, 'Data')).toEqual(ofData)
      await openDestination(page, 'Settings')
      await expectTexts(linksOf(page, 'Settings')).toEqual(ofSettings)
      if (as === studio) {
        await openDestination(page, 'Money')
        await expectTexts(linksOf(page, 'Money')).toEqual(ofMoney)
      }
      for (const [destination, names] of [
        ['Home', ['Home', 'Alerts']],
        ['Data', ofData],
        ['Settings', ofSettings],
        ['Money', as === studio ? ofMoney : []],
      ] as const) {
        for (const name of names) {
          await openDestination(page, destination)
          await linksOf(page, destination).getByText(name, { exact: true }).click()
          await expectText(page.locator('h1')).toBe(name)
          await expectCount(page.locator('.skeleton')).toBe(0)
          expect(await page.getByText('You cannot see this page').count(), name).toBe(0)
        }
      }
      expect(errors).toEqual([])
    }
  })

  test('show no action that a viewer may not take', async () => {
    const { page } = await visit('/dashboard/imports', { as: viewer })
    for (const [path, sign] of [
      ['/dashboard/imports', 'table.ledger'],
      ['/dashboard/networks', 'table.networks'],
      ['/dashboard/apps', 'table.apps'],
      ['/dashboard/rates', '.state'],
      ['/dashboard/notes', '.state'],
      ['/dashboard/alerts', '.state'],
    ] as const) {
      await page.goto(site().url + path)
      await page.locator(sign).first().waitFor()
      const names = await page.locator('main button:visible').allTextContents()
      const acts = /undo|dismiss|connect|rename|merge|link|add|import|fetch|choose files|apply/i
      expect(
        names.filter((name) => acts.test(name)),
        path,
      ).toEqual([])
      expect(await page.locator('main button:disabled').count(), path).toBe(0)
    }
  })

  test('let an editor of some apps undo only imports that changed no others', async () => {
    const { page } = await visit('/dashboard/imports', { as: ofOneApp })
    await page.locator('[data-import]').first().waitFor()
    await expectCount(page.getByRole('button', { name: /^Undo/ })).toBe(0)
    const { page: owner } = await visit('/dashboard/imports')
    await owner.locator('[data-import]').first().waitFor()
    expect(await owner.getByRole('button', { name: /^Undo/ }).count()).toBeGreaterThan(0)
  })

  test('keep old addresses: connections and freshness are networks, with their days', async () => {
    const { page } = await visit('/dashboard/connections')
    await expectPath(page).toBe('/dashboard/networks')
    await page.goto(`${site().url}/dashboard/freshness?days=last_7&network=admob`)
    await expectPath(page).toBe('/dashboard/networks?days=last_7&network=admob')
    await expectCount(page.locator('[data-network=admob] [data-day]')).toBe(7)
  })

  test('are reached with the keyboard on a phone', async () => {
    const { page } = await visit('/dashboard/networks', phone)
    await page.locator('table.networks').waitFor()
    const focused = page.locator(':focus')
    const tabTo = async (name: string) => {
      for (let steps = 0; steps < 30; steps++) {
        await page.keyboard.press('Tab')
        if ((await focused.count()) === 1 && (await focused.textContent()) === name) return
      }
      expect.fail(`Tab does not come to ${name}`)
    }
    await tabTo('Settings')
    const { x, width } = (await focused.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(390)
    await page.keyboard.press('Enter')
    await expectText(page.locator('h1')).toBe('Account')
    // The focus is at the content; the links come before it.
    await page.keyboard.press('Shift+Tab')
    await expectText(focused).toBe('Your profile')
    await page.keyboard.press('Enter')
    await expectText(page.locator('h1')).toBe('Your profile')
  })

  test('name each landmark of a page differently', async () => {
    const { page } = await visit('/dashboard')
    const found: string[] = []
    for (const [path, sign] of pages) {
      await page.goto(site().url + path)
      await page.locator(sign).first().waitFor()
      found.push(...(await unnamed(page)).map((one) => `${path}: ${one}`))
    }
    expect(found).toEqual([])
  })

  test('leave display, shortcuts and the way out in the menu behind the name', async () => {
    const { page } = await visit('/dashboard')
    const menu = await openUserMenu(page)
    await menu.getByRole('button', { name: 'Sign out' }).waitFor()
    await menu.getByRole('link', { name: studio.username }).click()
    await expectText(page.locator('h1')).toBe('Your profile')
    await expectCount(menu).toBe(0)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('link', { name: 'Notes on days' }).click()
    await expectText(page.locator('h1')).toBe('Notes')
  })

  test('show five rows of a list on a phone, and all of them when asked', async () => {
    const { page } = await visit('/dashboard/audit', phone)
    const rows = page.locator('table.events tbody tr')
    await rows.first().waitFor()
    const count = await rows.count()
    expect(count).toBeGreaterThan(5)
    expect(await rows.filter({ visible: true }).count()).toBe(5)
    const button = page.getByRole('button', { name: /^Show/ })
    await expectText(button).toBe(`Show all ${count}`)
    await button.press('Enter')
    expect(await rows.filter({ visible: true }).count()).toBe(count)
    await expectText(page.locator(':focus')).toBe('Show fewer')
    await page.setViewportSize({ width: 1_440, height: 900 })
    await expectCount(button.filter({ visible: true })).toBe(0)
  })
})
