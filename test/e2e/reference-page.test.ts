import { expect, test } from 'vitest'
import { openDashboardSite, studio } from '../fixtures/dashboard-site.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { describeInBrowser } from './browser.ts'

describeInBrowser('the API reference', (open) => {
  const site = shareSite(openDashboardSite)

  test('shows the interfaces without any other server, and tries a request with a key', async () => {
    const { page, requests, errors } = await open(`${site.url}/docs`)
    await page
      .getByPlaceholder('Token')
      .first()
      .fill(await site.keyOf(studio.username))
    await page
      .getByRole('button', { name: /Test Request/ })
      .first()
      .click()
    const dialog = page.getByRole('dialog')
    const send = dialog.getByRole('button', { name: /^Send get request/ })
    await send.waitFor()
    const developer = dialog.locator('tr,[role=row]').filter({ hasText: 'developer' })
    await developer.getByRole('combobox', { name: 'Value' }).fill(studio.username)
    const answered = page.waitForResponse((answer) => answer.url().includes('/applications'))
    await send.click()
    const answer = await answered
    expect(answer.request().headers().authorization).toMatch(/^Bearer ./)
    expect(answer.status()).toBe(200)
    await dialog.getByText('app_name').first().waitFor()
    expect(
      requests.filter((url) => !url.startsWith(site.url) && !/^(data|blob):/.test(url)),
    ).toEqual([])
    expect(errors).toEqual([])
  })
})
