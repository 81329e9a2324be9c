import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { inviteUser } from '../../src/use-cases/invite-user.ts'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { readStatement } from '../../src/use-cases/partners/partner-statements.ts'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  expectTexts,
  linksOf,
  openDestination,
} from '../fixtures/dashboard-page.ts'
import { shown } from '../fixtures/dashboard-shown.ts'
import { novice, studio } from '../fixtures/dashboard-site.ts'
import { linesIn } from '../fixtures/dashboard-sums.ts'
import { button, dialog, press } from '../fixtures/money-page.ts'
import { lookAt } from './look-at.ts'

const february = { from: '2026-02-01', to: '2026-02-28' }
const december = { from: '2025-12-01', to: '2025-12-31' }
const of = { account: studio.username, partner: novice.username }
const statement = 'studio-novice-2025-12'
/** A yellow that no text on white can be read in. */
const yellow = '#ffd400'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAICAIAAAB/FOjAAAAAE0lEQVR4nGPgqo8iCTGMaqCFBgDEknGByZJs9gAAAABJRU5ErkJggg==',
  'base64',
)

/** The share of a partner in an app, rounded for each day and network, as the dashboard shows it. */
function netOf(span: { from: string; to: string }, percentOf: (network: string) => bigint): string {
  const grouped = Map.groupBy(
    linesIn(span, { app_id: ['hop-ios'] }),
    ({ day, network }) => `${day} ${network}`,
  )
  const net = [...grouped.values()].reduce((sum, lines) => {
    const gross = lines.reduce((all, { micros }) => all + micros, 0n)
    return sum + (gross * percentOf(lines[0]!.network) + 50n) / 100n
  }, 0n)
  return shown('revenue', `${Number(net) / 1e6}`)
}

const accentOf = (page: Page) =>
  page.evaluate("document.documentElement.style.getPropertyValue('--accent')")
const brand = (page: Page) => page.locator('header .brand')
const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const month = (page: Page, name: string) => page.locator(`[data-month="${name}"]`)

async function download(page: Page, format: string): Promise<string> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${statement} as ${format}` }).click()
  const file = await started
  expect(file.suggestedFilename()).toBe(`${statement}.${format.toLowerCase()}`)
  return readFile(await file.path(), 'utf8')
}

describeDashboard('partners', ({ visit, site }) => {
  let viewer: { readonly username: string }
  let both: { readonly username: string }
  beforeAll(async () => {
    const { call, invitations, users } = site().installation
    const join = async (username: string, user: string, role: 'viewer' | 'owner') => {
      const { token } = await call(inviteUser, { username, user, role })
      const known = await users.byLogin(user)
      const password = `the password of ${user}`
      await invitations.accept(token, known ? { user: known } : { password })
      return { username: user }
    }
    viewer = await join(novice.username, 'viewer@novice.example', 'viewer')
    both = await join(studio.username, 'both@studio.example', 'owner')
    await join(novice.username, both.username, 'owner')
  })

  test('a network assigns an app, adds a share, approves a month, downloads its statement and pays it', async () => {
    const { page, errors } = await visit('/dashboard/partners', { bypassCSP: true })
    await expectText(page.locator('main .state')).toContain(
      'adtally partners add studio PARTNER --percent 70',
    )
    await site().installation.call(addPartner, { ...of, percent: '70' })
    await page.reload()
    const row = page.locator('[data-partner=novice]')
    await expectText(row).toBe('novicenovice0$0.00––')
    await lookAt(page, 'partners')
    await row.getByRole('link').click()
    await expectText(page.locator('h1')).toBe('novice')

    await press(page, 'Assign an app')
    await dialog(page).getByLabel(/^App/).selectOption('hop-ios')
    await button(dialog(page), 'Assign app').press('Enter')
    await expectText(page.locator('[data-app="hop-ios"]')).toBe(
      'Hophop-ioshop-ios.noviceAll daysUnassign',
    )

    await press(page, 'Add a share')
    await dialog(page).getByRole('textbox', { name: 'Percentage' }).fill('50')
    await dialog(page).getByLabel('Network').selectOption('admob')
    await lookAt(page, 'partners-share')
    await button(dialog(page), 'Preview').press('Enter')
    const before = netOf(february, () => 70n)
    const after = netOf(february, (network) => (network === 'admob' ? 50n : 70n))
    await expectText(dialog(page).locator('[data-changed="2026-02"]')).toBe(
      `Feb 2026: ${before} → ${after}`,
    )
    await expectText(dialog(page).getByRole('status')).toContain('Nothing is changed yet.')
    await expectCount(page.locator('[data-share]')).toBe(1)
    await button(dialog(page), 'Add share').press('Enter')
    await expectCount(page.locator('[data-share]')).toBe(2)

    await button(page, 'Hide Mar 2026').press('Enter')
    await expectText(month(page, '2026-03')).toBe('Mar 2026HiddenShow')
    await button(page, 'Show Mar 2026').press('Enter')
    await expectText(month(page, '2026-03')).toBe('Mar 2026ProvisionalHide')

    await press(page, 'Approve Jan 2026')
    await expectText(dialog(page).getByRole('alert')).toContain('2025-12 has figures')
    await button(dialog(page), 'Cancel').press('Enter')
    await press(page, 'Approve Dec 2025')
    const total = netOf(december, (network) => (network === 'admob' ? 50n : 70n))
    const sure = dialog(page).getByLabel(`${total} is right. The statement will never change.`)
    await sure.check()
    await lookAt(page, 'partners-approve')
    await button(dialog(page), 'Approve the month').press('Enter')
    await expectText(month(page, '2025-12')).toBe('Dec 2025Approved')
    const issued = page.locator('[data-issued="2025-12"]')
    await expectText(issued).toContain(`Dec 2025 ${statement}Approved${total}${total}`)
    for (const format of ['HTML', 'CSV', 'JSON'] as const) {
      const asked = { statement, format: format.toLowerCase() as Lowercase<typeof format> }
      const { text } = await site().installation.call(readStatement, { ...of, ...asked })
      expect(await download(page, format)).toBe(text)
    }

    await press(page, 'Record a payout')
    await dialog(page).getByLabel('Reference').fill('WIRE 1')
    await button(dialog(page), 'Record payout').press('Enter')
    await expectText(page.locator('[data-payout="WIRE 1"]')).toBe(
      `Mar 10, 2026WIRE 1${total}Remove`,
    )
    await expectText(month(page, '2025-12')).toBe('Dec 2025Paid')
    await lookAt(page, 'partner')
    expect(errors.filter((error) => !error.includes('status of 422'))).toEqual([])
  })

  test('a network sets its name, colour and logo, of a type and size that fit', async () => {
    const { page, errors } = await visit('/dashboard/partners')
    await press(page, 'Change what partners see of you')
    const file = dialog(page).getByLabel(/^Logo/)
    const svg = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') }
    await file.setInputFiles(svg)
    await expectText(dialog(page).getByRole('alert')).toBe(
      'The logo has to be a PNG, JPEG or WebP.',
    )
    const large = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(90_000) }
    await file.setInputFiles(large)
    await expectText(dialog(page).getByRole('alert')).toContain('The logo has 90 kB.')
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await dialog(page).getByAltText('The chosen logo').waitFor()
    await dialog(page).getByLabel('Name').fill('Studio Networks')
    await dialog(page)
      .getByLabel(/^Colour/)
      .fill(yellow)
    await button(dialog(page), 'Save').press('Enter')
    await expectText(card(page, 'What partners see of you')).toContain(
      `NameStudio NetworksColour${yellow}Powered by AdtallyShown`,
    )
    // It changes nothing of the network's own pages.
    await expectText(brand(page)).toBe('Adtally')
    expect(await accentOf(page)).toBe('')
    expect(await page.title()).toBe('Partners · Adtally')
    expect(errors).toEqual([])
  })

  test('a partner sees what it earned, is owed and was paid, under the mark of its network', async () => {
    const { page, errors } = await visit('/dashboard/home', { as: novice })
    const share = card(page, 'Your share from Studio Networks')
    await expectText(share).toContain('Provisional, so they may still change: Mar 2026')
    await expectText(share).toMatch(/Month to date\$[\d,.]+Next payout–Last payout\$/)
    await expectText(brand(page)).toBe('Studio Networks')
    await eventually(() => page.title()).toBe('Home · Studio Networks')
    await expectText(page.getByRole('contentinfo')).toBe('Powered by Adtally')
    expect(await accentOf(page)).toMatch(/^light-dark\(#[0-9a-f]{6}, #ffd400\)$/)

    await openDestination(page, 'Money')
    await expectTexts(linksOf(page, 'Money')).toEqual([
      ...['Money', 'Months', 'Statements', 'Terms', 'Payouts'],
    ])
    await linksOf(page, 'Money').getByText('Payouts', { exact: true }).click()
    await expectText(page.locator('[data-issued="2025-12"]')).toContain('Paid')
    await expectText(page.locator('[data-payout="WIRE 1"]')).toContain('WIRE 1$')
    await expectText(page.locator('[data-provisional="2026-02"]')).toBe(
      `Feb 2026Provisional${netOf(february, (network) => (network === 'admob' ? 50n : 70n))}`,
    )
    await expectText(card(page, 'Signatures')).toContain('ed25519:')
    expect(JSON.parse(await download(page, 'JSON'))).toMatchObject({
      statement: { number: statement },
    })
    expect(errors).toEqual([])
  })

  test('a partner never sees another mark while the page loads', async () => {
    const { page } = await visit('/dashboard/home', { as: novice })
    await page.addInitScript(`{
      window.marks = new Set()
      const look = () => {
        const brand = document.querySelector('header .brand')
        if (brand) marks.add(brand.textContent + ' ' + brand.querySelector('img')?.getBoundingClientRect().width)
        requestAnimationFrame(look)
      }
      look()
    }`)
    await page.reload()
    await card(page, /^Your share/).waitFor()
    expect(await page.evaluate('[...marks]')).toEqual([
      expect.stringMatching(/^Studio Networks \d+(\.\d+)?$/),
    ])
  })

  test('a partner meets no barrier in the colour of its network', async () => {
    const { page } = await visit('/dashboard/home', { as: novice, bypassCSP: true })
    await card(page, /^Your share/).waitFor()
    await lookAt(page, 'partner-home')
    await page.goto(`${site().url}/dashboard/payouts`)
    await page.locator('[data-issued]').waitFor()
    await lookAt(page, 'partner-payouts')
    const isWhole = '(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)'
    const name = "document.querySelector('header .brand bdi')"
    expect(await page.evaluate(`${isWhole}(${name})`)).toBe(true)
  })

  test('a viewer of a partner sees the mark, and nothing of money', async () => {
    const { page, errors } = await visit('/dashboard/home', { as: viewer })
    await expectText(brand(page)).toBe('Studio Networks')
    await page.locator('.home-groups').first().waitFor()
    await expectCount(card(page, /^Your share/)).toBe(0)
    await expectCount(page.getByRole('link', { name: 'Money' })).toBe(0)
    expect(errors).toEqual([])
  })

  test('a tab has the mark of its account when another tab chooses another one', async () => {
    const { page } = await visit('/dashboard/home', { as: both })
    await expectText(brand(page)).toBe('Studio Networks')
    await eventually(() => accentOf(page)).toContain(yellow)
    const other = await page.context().newPage()
    await other.goto(`${site().url}/dashboard/home`)
    await other.getByLabel('Account', { exact: true }).selectOption(studio.username)
    await expectText(brand(other)).toBe('Adtally')
    await openDestination(page, 'Data')
    await expectText(brand(page)).toBe('Adtally')
    await eventually(() => accentOf(page)).toBe('')
    await eventually(() => page.title()).toBe('Networks · Adtally')
    await page.getByLabel('Account', { exact: true }).selectOption(novice.username)
    await expectText(brand(page)).toBe('Studio Networks')
    await openDestination(other, 'Data')
    await expectText(brand(other)).toBe('Studio Networks')
    await eventually(() => accentOf(other)).toContain(yellow)
    await eventually(() => other.title()).toBe('Networks · Studio Networks')
  })
})
