import { expect, test } from 'vitest'
import { adtallyWorks, until } from '../cli/run-adtally.ts'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { newFolder } from '../cli/studio.ts'
import { expectText } from '../fixtures/dashboard-page.ts'
import { describeInBrowser } from './browser.ts'

describeInBrowser('the first minute of an empty server', (open) => {
  test('leads from the link in the log to the account, its key and the first file', async () => {
    const cwd = await newFolder()
    const server = await serveProcess([], { cwd })
    const printed = await until(
      () => /http:[^\s"]+#token=[\w-]+/.exec(server.stdout())?.[0] ?? null,
    )
    const { page, requests, errors } = await open(printed)
    await expectText(page.locator('h1')).toBe('Set up this server')
    expect(requests.filter((url) => new URL(url).search !== '')).toEqual([])
    await page.getByLabel('Name of the account').fill('studio')
    await page.getByLabel('Currency').selectOption('EUR')
    await page.getByLabel('Your e-mail address').fill('ada@example.com')
    await page.getByLabel(/^Choose a password/).fill('a long password')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await expectText(page.locator('h1')).toBe('studio is ready')
    expect(page.url()).not.toContain('token')
    const shown = await page.getByTestId('issued-secret').textContent()
    expect((await adtallyWorks(['keys', 'show', 'studio', 'default'], { cwd })).trim()).toBe(shown)
    await page.getByRole('link', { name: 'Upload your first file' }).click()
    await expectText(page.locator('h1')).toBe('Imports')
    await expectText(page.locator('.who')).toBe('ada@example.com')
    await page.goto(`${server.baseUrl}/dashboard/home`)
    await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Networks' }).click()
    await expectText(page.locator('h1')).toBe('Networks')
    expect(errors).toEqual([])

    const again = await open(printed)
    await expectText(again.page.getByRole('alert')).toMatch(/^This server is set up already/)
  })
})
