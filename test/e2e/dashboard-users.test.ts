import { URI } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { OidcProvider } from '../../src/oidc/oidc-provider.ts'
import type { IdentityProvider } from '../../src/publishers/provider-sign-in.ts'
import { inviteUser } from '../../src/use-cases/invite-user.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectPath,
  expectText,
  expectTexts,
  linksOf,
  openDestination,
  openSetting,
  signInOn,
  signOutOn,
} from '../fixtures/dashboard-page.ts'
import { novice, openDashboardSite, studio } from '../fixtures/dashboard-site.ts'
import { openProvider } from '../fixtures/identity-provider.ts'

const password = 'a password of the invited'
const heading = 'h1'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describeDashboard('users on the dashboard', ({ visit, open, site }) => {
  /** A link to an invitation, made by a command. */
  async function linkFor(
    user: string,
    role: 'owner' | 'viewer',
    username: string = studio.username,
  ) {
    const { token } = await site().installation.call(inviteUser, { username, user, role })
    return `/dashboard/invitation/${token}`
  }

  async function join(page: Page) {
    await page.getByLabel(/^Choose a password/).fill(password)
    await page.getByRole('button', { name: 'Join' }).click()
    await expectText(page.locator(heading)).toBe('Overview')
  }

  test('an owner invites, the invited accepts, and a viewer sees no page about keys and users', async () => {
    const { page: owner } = await visit('/dashboard/users')
    await owner.getByLabel('E-mail').fill('ada@example.com')
    await button(owner, 'Invite').click()
    const link = await owner.getByTestId('invitation-link').textContent()
    await expectText(owner.locator('[data-invited="ada@example.com"]')).toMatch(
      /^ada@example\.com as viewer, until /,
    )

    const { page, errors } = await visit(new URL(link!).pathname, { as: null })
    await expectText(page.locator(heading)).toBe('Join studio')
    expect(page.url()).not.toContain('invitation')
    await join(page)
    await expectText(page.locator('.who')).toBe('ada@example.com')
    await openSetting(page, 'Account')
    await expectText(page.locator(heading)).toBe('Account')
    await expectTexts(linksOf(page, 'Settings')).toEqual([
      'Account',
      'Currency rates',
      'Your profile',
    ])
    await page.goto(`${site().url}/dashboard/users`)
    await page.getByText('Only owners see users').waitFor()
    // Before the sign-in, the page asks who is signed in.
    expect(errors.filter((error) => !/status of 401/.test(error))).toEqual([])

    const replay = await visit(new URL(link!).pathname, { as: null })
    await page.waitForLoadState()
    await expectText(replay.page.getByRole('alert')).toMatch(/^This invitation was used/)
    await button(replay.page, 'Go to the dashboard').click()
    await expectText(replay.page.locator(heading)).toBe('Sign in')
  })

  test('an owner limits a user to an app, which is all that the user sees from then on', async () => {
    const { page: owner } = await visit('/dashboard/users')
    await owner.getByLabel('E-mail').fill('lea@example.com')
    const all = (scope: Page | Locator) => scope.getByLabel('All apps, later ones too')
    await all(owner).uncheck()
    expect(await button(owner, 'Invite').isDisabled()).toBe(true)
    await owner.getByRole('button', { name: /^Apps ?Choose$/ }).click()
    await owner.getByRole('option', { name: /^Hop.*ios/i }).click()
    await owner.keyboard.press('Escape')
    await button(owner, 'Invite').click()
    const link = await owner.getByTestId('invitation-link').textContent()
    await expectText(owner.locator('[data-invited="lea@example.com"]')).toMatch(
      /as viewer of hop-ios, until/,
    )
    const { page } = await visit(new URL(link!).pathname, { as: null })
    await join(page)
    await openDestination(page, 'Settings')
    await expectTexts(linksOf(page, 'Settings')).toEqual(['Account', 'Your profile'])
    await openDestination(page, 'Data')
    const pages = linksOf(page, 'Data')
    await expectTexts(pages).toEqual(['Networks', 'Imports', 'Restatements', 'Apps'])
    await page.locator('table.networks').waitFor()
    await pages.getByText('Apps').click()
    await expectCount(page.locator('[data-app]')).toBe(1)
    const seen = page.url()
    await page.goto(new URL('/dashboard/rates', seen).href)
    await page.getByRole('heading', { name: 'You cannot see this page' }).waitFor()
    await expectText(page.getByRole('alert')).toMatch(/sees only some apps/)
    await page.goto(seen)
    const row = owner.locator('[data-user="lea@example.com"]')
    await owner.reload()
    await row.getByRole('button', { name: 'Apps' }).click()
    const dialog = owner.getByRole('dialog')
    await all(dialog).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectText(row.getByRole('cell').nth(1)).toBe('All')
    await page.reload()
    await eventually(() => page.locator('[data-app]').count()).toBeGreaterThan(1)
  })

  test('an owner changes a role and removes a user, who is signed out', async () => {
    const { page } = await visit(await linkFor('bob@example.com', 'viewer'), { as: null })
    await join(page)
    const { page: owner } = await visit('/dashboard/users')
    const row = owner.locator('[data-user="bob@example.com"]')
    await row.getByLabel('Role of bob@example.com').selectOption('owner')
    await eventually(async () => {
      await page.reload()
      await openDestination(page, 'Settings')
      return linksOf(page, 'Settings').getByText('Users').count()
    }).toBe(1)
    await row.getByRole('button', { name: 'Remove' }).click()
    await owner.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expectCount(row).toBe(0)
    await openDestination(page, 'Data')
    await expectText(page.locator(heading)).toBe('Sign in')
  })

  test('the only owner stays, and the page says why', async () => {
    const { page } = await visit('/dashboard/users', { as: novice })
    await page.getByLabel('Role of novice').selectOption('viewer')
    await expectText(page.getByRole('alert')).toBe(
      '"novice" is the only owner of the account "novice". Make another user an owner first.',
    )
    expect(await page.getByLabel('Role of novice').inputValue()).toBe('owner')
  })

  test('a user signs in to accept, and switches between accounts', async () => {
    const { page } = await visit(await linkFor('eve@example.com', 'viewer'), { as: null })
    await join(page)
    await signOutOn(page)
    await expectText(page.locator(heading)).toBe('Sign in')
    const second = await linkFor('eve@example.com', 'owner', novice.username)
    await page.goto(site().url + second)
    await expectText(page.locator(heading)).toBe('Join novice')
    await button(page, 'I have a password already').click()
    await page.getByLabel('Password', { exact: true }).fill(password)
    await button(page, 'Sign in').click()
    const switcher = page.getByLabel('Account', { exact: true })
    await eventually(() => switcher.inputValue()).toBe('novice')
    await switcher.selectOption('studio')
    await page.locator('table.report').waitFor()
    await openDestination(page, 'Settings')
    await expectTexts(linksOf(page, 'Settings')).not.toContain('Users')
    expect(await page.locator('.notice').count()).toBe(0)
  })

  test('a second factor is set up, asked for and turned off', async () => {
    const { page } = await visit(await linkFor('fay@example.com', 'viewer'), { as: null })
    await join(page)
    await openSetting(page, 'Your profile')
    await button(page, 'Set up').click()
    await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
    const secret = (await page.getByTestId('factor-secret').textContent())!.replaceAll(' ', '')
    const app = URI.parse(`otpauth://totp/x?secret=${secret}`)
    const codeAt = (seconds: number) =>
      (app as { generate(at: object): string }).generate({
        timestamp: site().installation.now().getTime() + seconds * 1_000,
      })
    const code = page.getByLabel('Then type the code that it shows')
    await code.fill('123')
    await button(page, 'Turn on').click()
    await expectText(page.getByRole('alert')).toMatch(/^The code is wrong/)
    await code.fill(codeAt(0))
    await button(page, 'Turn on').click()
    const codes = (await page.getByTestId('recovery-codes').textContent())!.split('\n')
    expect(codes).toHaveLength(10)
    await signOutOn(page)
    await signInOn(page, 'fay@example.com', password)
    const asked = page.getByLabel(/^Code of your authenticator app/)
    await asked.and(page.locator(':focus')).waitFor()
    await asked.fill(codes[0]!)
    await button(page, 'Sign in').click()
    await page.getByText('You have 9 recovery codes left').waitFor()
    await page.getByLabel('Type a code to turn it off').fill(codes[1]!)
    await button(page, 'Turn off').click()
    await button(page, 'Set up').waitFor()
  })

  test('a user changes their own password, and stays signed in', async () => {
    const next = 'a password of her own'
    const { page } = await visit(await linkFor('ida@example.com', 'viewer'), { as: null })
    await join(page)
    await openSetting(page, 'Your profile')
    await page.getByLabel('Current password').fill('not the password')
    await page.getByLabel(/^New password/).fill(next)
    await button(page, 'Change the password').click()
    await expectText(page.getByRole('alert')).toBe('The current password is wrong.')
    await page.getByLabel('Current password').fill(password)
    await button(page, 'Change the password').click()
    await page.getByText('Password changed.').waitFor()
    expect(await page.getByLabel('Current password').inputValue()).toBe('')
    await signOutOn(page)
    await signInOn(page, 'ida@example.com', next)
    await expectText(page.locator('.who')).toBe('ida@example.com')
  })

  test('the own sessions are listed, and another one is ended', async () => {
    const { page: other } = await visit('/dashboard', { as: novice })
    const { page } = await visit('/dashboard/profile', { as: novice })
    const rows = page.locator('[data-session]')
    await rows.getByText('(this one)').waitFor()
    await rows.getByRole('button', { name: 'End' }).first().waitFor()
    while ((await rows.count()) > 1) {
      const count = await rows.count()
      await rows.getByRole('button', { name: 'End' }).first().click()
      await expectCount(rows).toBe(count - 1)
    }
    await other.getByRole('navigation').getByRole('link', { name: 'Data', exact: true }).click()
    await expectText(other.locator(heading)).toBe('Sign in')
  })

  test('the provider signs in, and its refusal is told in plain words', async () => {
    let real: IdentityProvider
    const own = await openDashboardSite({
      name: 'login.studio.example',
      begin: (callback) => real.begin(callback),
      finish: (url, state) => real.finish(url, state),
    })
    onTestFinished(() => own.close())
    const provider = await openProvider(`${own.url}/dashboard/api/provider/callback`)
    onTestFinished(() => provider.close())
    real = new OidcProvider(provider.settings)
    const invited = { username: studio.username, user: 'gus@example.com', role: 'viewer' } as const
    provider.people.set('gus', { email: 'gus@example.com', email_verified: true })
    provider.signInNext('gus')
    const { page } = await open(`${own.url}/dashboard/imports`)
    page.setDefaultTimeout(10_000)
    await button(page, 'Sign in with login.studio.example').click()
    await expectText(page.getByRole('alert')).toMatch(/^You are not a user here\./)
    await expectPath(page).toBe('/dashboard')
    expect(page.url()).not.toContain('#')
    await own.installation.call(inviteUser, invited)
    await button(page, 'Sign in with login.studio.example').click()
    await expectText(page.locator('.who')).toBe('gus@example.com')
    await signOutOn(page)
    await page.goto(`${own.url}/dashboard/imports`)
    await button(page, 'Sign in with login.studio.example').click()
    await expectText(page.locator(heading)).toBe('Imports')
  })
})
