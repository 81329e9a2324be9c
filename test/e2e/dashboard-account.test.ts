import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  eventually,
  expectCount,
  expectText,
  openSetting,
} from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'

const applications = '/api/v2/publisher/applications'
const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }
const key = (page: Page) => page.getByTestId('api-key')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pasted = (page: Page) => page.evaluate('navigator.clipboard.readText()')

describeDashboard('the account page', ({ visit, site }) => {
  const statusWith = async (shown: string) => {
    const headers = { authorization: `Bearer ${shown}` }
    const url = `${site().url}${applications}?developer=${studio.username}`
    return (await fetch(url, { headers })).status
  }

  test('shows the username', async () => {
    const { page } = await visit('/dashboard/account')
    const card = page.getByRole('region', { name: studio.username })
    await expectText(card.locator('.note')).toBe('Currency USD, 3 apps.')
  })

  test('hides the key until it is revealed, and hides it again', async () => {
    const real = await site().keyOf(studio.username)
    const { page, requests } = await visit('/dashboard/account')
    await expectText(key(page)).toMatch(/^•+$/)
    expect(await page.content()).not.toContain(real)
    expect(requests.filter((url) => url.includes('/key/'))).toEqual([])
    await button(page, 'Show').click()
    await expectText(key(page)).toBe(real)
    await button(page, 'Hide').click()
    await expectText(key(page)).toMatch(/^•+$/)
    expect(await page.content()).not.toContain(real)
    await button(page, 'Show').click()
    await expectText(key(page)).toBe(real)
    await page.getByRole('link', { name: 'Overview' }).click()
    await openSetting(page, 'Account')
    await expectText(key(page)).toMatch(/^•+$/)
  })

  test('copies the key', async () => {
    const { page } = await visit('/dashboard/account', clipboard)
    await button(page, 'Copy the key').click()
    await button(page, 'Copied').waitFor()
    expect(await pasted(page)).toBe(await site().keyOf(studio.username))
    await expectText(key(page)).toMatch(/^•+$/)
    await button(page, 'Copy the key').waitFor()
  })

  test('shows an error when the browser does not allow copying', async () => {
    const { page } = await visit('/dashboard/account')
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))')
    await button(page, 'Copy the key').click()
    await button(page, 'Not copied: the browser does not allow it').waitFor()
  })

  test('replaces the key after a confirmation, and the old key is refused', async () => {
    const old = await site().keyOf(studio.username)
    const { page } = await visit('/dashboard/account')
    const dialog = page.getByRole('alertdialog', { name: 'Replace the API key?' })
    await button(page, 'Replace the key').click()
    await button(page, 'Cancel').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await expectCount(dialog).toBe(0)
    await button(page, 'Replace the key').click()
    await page.keyboard.press('Escape')
    await expectCount(dialog).toBe(0)
    expect(await site().keyOf(studio.username)).toBe(old)
    expect(await statusWith(old)).toBe(200)
    await button(page, 'Replace the key').click()
    await button(page, 'Replace key').click()
    await page.getByText('This is the new key. The old key no longer works.').waitFor()
    await expectCount(dialog).toBe(0)
    const renewed = await site().keyOf(studio.username)
    expect(renewed).not.toBe(old)
    await expectText(key(page)).toBe(renewed)
    expect([await statusWith(old), await statusWith(renewed)]).toEqual([401, 200])
  })

  test.each([
    ['V2: your apps', (body: unknown) => expect(body).toMatchObject({ data: [{}, {}, {}] })],
    ['V2: a week by network', (body: unknown) => expect(body).toMatchObject({ stats: 'full' })],
    ['Earlier interface: a week', (body: unknown) => expect(body).toBeInstanceOf(Object)],
    ['Public v1: the network', (body: unknown) => expect(body).toBeInstanceOf(Object)],
    ['Public v1: games', (body: unknown) => expect(body).toMatchObject({ data: [] })],
  ])('runs the example “%s”, and shows the answer', async (example, check) => {
    const { page } = await visit('/dashboard/account')
    await page.getByLabel('Example').selectOption({ label: example })
    const path = await page.getByLabel('Request').inputValue()
    await button(page, 'Send').click()
    const run = page.locator('.run')
    await expectText(run.locator('p')).toMatch(/^200 OK · [\d,]+ ms · [\d,]+ bytes$/)
    const body = await run.locator('pre').textContent()
    check(JSON.parse(body!))
    const isPublic = example.startsWith('Public')
    const headers = { authorization: `Bearer ${await site().keyOf(studio.username)}` }
    const answer = await fetch(site().url + path, isPublic ? {} : { headers })
    expect(JSON.parse(body!)).toEqual(await answer.json())
  })

  test('all examples get an answer', async () => {
    const { page } = await visit('/dashboard/account')
    const select = page.getByLabel('Example')
    await select.waitFor()
    const paths: string[] = await select
      .locator('option')
      .evaluateAll((options) => options.map((one) => one.getAttribute('value') ?? ''))
    expect(paths.length).toBeGreaterThan(9)
    for (const path of paths.filter((one) => one !== '')) {
      await select.selectOption(path)
      const answered = page.waitForResponse((answer) => answer.url() === site().url + path)
      await button(page, 'Send').click()
      expect({ path, status: (await answered).status() }).toEqual({ path, status: 200 })
    }
  })

  test('a refused request shows the reason', async () => {
    const { page } = await visit('/dashboard/account')
    await page.getByLabel('Request').fill('/api/v2/publisher/applications/stats?developer=studio')
    await button(page, 'Send').click()
    await expectText(page.locator('.run p')).toMatch(/^400 Bad Request/)
    const body = JSON.parse((await page.locator('.run pre').textContent())!)
    expect(body).toMatchObject({ code: 'bad_parameters' })
  })

  test('has a command for the terminal, which contains the key once it is revealed', async () => {
    const { page } = await visit('/dashboard/account', clipboard)
    const line = page.locator('.curl pre')
    const real = await site().keyOf(studio.username)
    const withKey = (shown: string) =>
      `curl -H 'Authorization: Bearer ${shown}' '${site().url}${applications}?developer=studio'`
    await expectText(line).toBe(withKey('KEY'))
    await button(page, 'Copy as curl').click()
    await eventually(() => pasted(page)).toBe(withKey(real))
    expect(await line.textContent()).toBe(withKey('KEY'))
    await button(page, 'Show').click()
    await expectText(line).toBe(withKey(real))
    await page.getByLabel('Example').selectOption({ label: 'Public v1: games' })
    await expectText(line).toBe(`curl '${site().url}/api/v1/games'`)
  })

  test('the key is sent to no other server', async () => {
    const { page, requests } = await visit('/dashboard/account')
    for (const path of ['//evil.example/api/', 'https://evil.example/api/', '/api/../dashboard']) {
      await page.getByLabel('Request').fill(path)
      await button(page, 'Send').click()
    }
    const [first] = await Promise.all([
      page.locator('.failure').or(page.locator(':invalid')).first(),
    ])
    await first.waitFor({ state: 'attached' })
    expect(requests.filter((url) => !url.startsWith(`${site().url}/`))).toEqual([])
    expect(await page.locator('.run').count()).toBe(0)
  })
})
