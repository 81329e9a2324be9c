import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  describeDashboard,
  expectCount,
  expectText,
  expectTexts,
  openSetting,
  textOf,
} from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'

const applications = '/api/v2/publisher/applications'
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const rowOf = (page: Page, name: string) => page.locator(`tr[data-key="${name}"]`)
const issued = (page: Page) => page.getByTestId('issued-secret')

describeDashboard('keys and the audit log', ({ visit, site }) => {
  const appsWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` }
    const url = `${site().url}${applications}?developer=${studio.username}`
    const answer = await fetch(url, { headers })
    if (!answer.ok) return answer.status
    const { data } = (await answer.json()) as { data: { app_id: string }[] }
    return data.map(({ app_id: appId }) => appId)
  }
  const act = async (page: Page, name: string, action: string) => {
    await rowOf(page, name).getByRole('button', { name: action, exact: true }).click()
    await page.getByRole('dialog').waitFor()
  }

  test('an owner creates a key for one app, limits, replaces and revokes it', async () => {
    const { page, errors } = await visit('/dashboard/keys', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await button(page, 'Create a key').click()
    await page.getByLabel('Name').fill('BI tool')
    await page.getByLabel('Import figures').check()
    await page.getByRole('button', { name: /^Apps/ }).click()
    await page.locator('.options .option').first().click()
    await page.keyboard.press('Escape')
    await button(page, 'Create').click()
    const key = await textOf(issued(page))
    await button(page, 'Copy the key').click()
    await button(page, 'Copied').waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
    const [app, ...others] = (await appsWith(key)) as string[]
    expect(others).toEqual([])
    await button(page, 'Done').click()
    const cells = rowOf(page, 'BI tool').locator('td')
    await expectText(cells.nth(0)).toBe('Read reports, Import figures')
    await expectText(cells.nth(1)).toBe(app)
    expect(await page.content()).not.toContain(key)

    await act(page, 'BI tool', 'Limit')
    await page.getByLabel('Import figures').uncheck()
    await page.getByRole('dialog').getByRole('button', { name: 'Limit', exact: true }).click()
    await expectText(cells.first()).toBe('Read reports')

    await act(page, 'BI tool', 'Replace')
    await page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }).click()
    const second = await textOf(issued(page))
    await button(page, 'Done').click()
    await rowOf(page, 'BI tool').getByText('The old key works until').waitFor()
    expect([await appsWith(key), await appsWith(second)]).toEqual([[app], [app]])

    await act(page, 'BI tool', 'Revoke')
    await button(page, 'Cancel').and(page.locator(':focus')).waitFor()
    await button(page, 'Revoke key').click()
    await expectCount(rowOf(page, 'BI tool')).toBe(0)
    expect([await appsWith(key), await appsWith(second)]).toEqual([401, 401])
    expect(errors).toEqual([])

    await openSetting(page, 'Audit')
    const lines = page.locator('tr[data-action^=key_] td:nth-child(3)')
    await expectTexts(lines).toEqual([
      'Revoked the key “BI tool”',
      'Replaced the key “BI tool”; the old one works for another 24 h',
      `Limited the key “BI tool”: may read; apps ${app}`,
      `Created the key “BI tool”: may read, import; apps ${app}`,
    ])
    await page.getByLabel('Show').selectOption({ label: 'Key limited' })
    await expectCount(page.locator('tbody tr')).toBe(1)
    await expectText(page.locator('tbody tr td').first()).toBe(studio.username)
    expect(errors).toEqual([])
  })

  test('a refused name is explained, and the form stays', async () => {
    const { page } = await visit('/dashboard/keys')
    await button(page, 'Create a key').click()
    await page.getByLabel('Name').fill('default')
    await button(page, 'Create').click()
    await expectText(page.getByRole('alert')).toMatch(/already has a key named "default"/)
    expect(await page.getByLabel('Name').inputValue()).toBe('default')
    await button(page, 'Cancel').click()
    await expectCount(page.getByRole('dialog')).toBe(0)
  })
})
