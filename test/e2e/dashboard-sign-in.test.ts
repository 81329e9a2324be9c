import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectPath,
  expectText,
  settled,
  signInOn,
  signOutOn,
} from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'
import type { Visit } from './browser.ts'

const week = 7 * 86_400
const heading = 'h1'

describeDashboard('signing in', ({ visit, site }) => {
  /** Ends all sessions. First waits for the page's requests, which would otherwise be refused. */
  async function endSessions({ pendingRequests }: Visit) {
    await eventually(() => pendingRequests.size).toBe(0)
    site().installation.pass(week + 1)
  }

  test('a wrong password shows an error and opens no session', async () => {
    const { page } = await visit('/dashboard', { as: null })
    await signInOn(page, studio.username, 'not the password')
    const words = 'The username or the password is wrong.'
    await expectText(page.getByRole('alert')).toBe(words)
    await expectText(page.locator(heading)).toBe('Sign in')
    expect(await page.getByLabel('Username').inputValue()).toBe(studio.username)
    expect(await page.context().cookies()).toEqual([])
  })

  test('the right password opens the overview, and signing out closes it', async () => {
    const { page } = await visit('/dashboard', { as: null })
    await signInOn(page, studio.username, studio.password)
    await expectText(page.locator(heading)).toBe('Overview')
    await expectText(page.locator('.who')).toBe(studio.username)
    await page.reload()
    await expectText(page.locator(heading)).toBe('Overview')
    await signOutOn(page)
    await expectText(page.locator(heading)).toBe('Sign in')
    await page.reload()
    await expectText(page.locator(heading)).toBe('Sign in')
    // The cookie that is left is the proof that this browser has signed in before.
    const names = (await page.context().cookies()).map(({ name }) => name)
    expect(names).toEqual(['adtally_browser'])
  })

  test('the session is in a cookie that no script can read', async () => {
    const { page } = await visit('/dashboard', { as: null })
    await signInOn(page, studio.username, studio.password)
    await expectText(page.locator(heading)).toBe('Overview')
    const cookies = (await page.context().cookies()).sort((a, b) => (a.name < b.name ? 1 : -1))
    expect(cookies).toMatchObject([
      { name: 'adtally_session', httpOnly: true, sameSite: 'Lax', path: '/dashboard' },
      {
        name: 'adtally_browser',
        httpOnly: true,
        sameSite: 'Strict',
        path: '/dashboard/api/sign-in',
      },
    ])
    expect(await page.evaluate('document.cookie')).toBe('')
    expect(
      await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'),
    ).toBe('[{},{}]')
  })

  test('a link to a page leads there after the sign-in', async () => {
    const path = '/dashboard/apps/hop-ios?days=last_7&rows=country'
    const { page } = await visit(path, { as: null })
    await expectText(page.locator(heading)).toBe('Sign in')
    await signInOn(page, studio.username, studio.password)
    await expectText(page.locator(heading)).toBe('Hop')
    await expectPath(page).toBe(path)
  })

  test('an expired session asks for a sign-in, and then continues on the same page', async () => {
    const visited = await visit('/dashboard?days=last_90&network=admob')
    const { page } = visited
    await settled(page)
    await endSessions(visited)
    await page.getByRole('group', { name: 'Break down by' }).getByText('Format').click()
    await expectText(page.locator(heading)).toBe('Sign in')
    const path = '/dashboard?days=last_90&network=admob&rows=ad_format'
    await expectPath(page).toBe(path)
    await page.getByText('You are signed out. Sign in to continue.').waitFor()
    expect(await page.locator('main').textContent()).not.toContain('$')
    await signInOn(page, studio.username, studio.password)
    await expectText(page.locator('table.report thead th').first()).toBe('Format')
    await expectPath(page).toBe(path)
    const filter = page.getByRole('button', { name: /^Network/ })
    await expectText(filter).toBe('NetworkAdMob')
  })

  test('an expired session is noticed when moving to another page, each time', async () => {
    const visited = await visit('/dashboard')
    const { page } = visited
    await settled(page)
    for (const [name, content] of [
      ['Data', 'table.networks'],
      ['Imports', 'table.ledger'],
    ] as const) {
      await endSessions(visited)
      await page.getByRole('link', { name, exact: true }).click()
      await expectText(page.locator(heading)).toBe('Sign in')
      await signInOn(page, studio.username, studio.password)
      await expectText(page.locator(heading)).toBe(name === 'Data' ? 'Networks' : name)
      await page.locator(content).waitFor()
    }
  })

  test('an expired session is noticed when revealing the key', async () => {
    const visited = await visit('/dashboard/keys')
    const { page } = visited
    const show = page.getByRole('button', { name: 'Show', exact: true }).first()
    await show.waitFor()
    await endSessions(visited)
    await show.click()
    await expectText(page.locator(heading)).toBe('Sign in')
  })

  test('too many attempts show how long to wait', async () => {
    const { page } = await visit('/dashboard', { as: null })
    const alert = page.getByRole('alert')
    const button = page.getByRole('button', { name: 'Sign in' })
    for (let attempt = 0; attempt < 5; attempt++) {
      const answered = page.waitForResponse('**/sign-in')
      await signInOn(page, 'nobody', `guess ${attempt}`)
      expect((await answered).status()).toBe(401)
      await expectText(alert).toMatch(/is wrong/)
      await button.and(page.locator(':enabled')).waitFor()
    }
    await signInOn(page, 'nobody', 'guess 6')
    await expectText(alert).toMatch(/^Too many failed attempts; try again in 1[45] minutes\.$/)
  })
})
