import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, expectCount, openSetting, settled } from '../fixtures/dashboard-page.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import { barriersOn } from './axe.ts'

describeDashboard('accessibility', ({ visit }) => {
  test('axe finds no barrier in the sign-in, pop-ups and an empty account', async () => {
    const found: string[] = []
    const look = async (page: Page, what: string) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await barriersOn(page)).map((one) => `${what}, ${colorScheme}: ${one}`))
      }
    }
    const signIn = await visit('/dashboard', { as: null, bypassCSP: true })
    await signInOnWrongly(signIn.page)
    await look(signIn.page, 'sign-in')
    const empty = await visit('/dashboard', { as: novice, bypassCSP: true })
    await empty.page.locator('.state').waitFor()
    await look(empty.page, 'empty')
    const { page } = await visit('/dashboard', { bypassCSP: true })
    await settled(page)
    for (const name of [/^Last 28/, /^Country/]) {
      await page.getByRole('toolbar').getByRole('button', { name }).click()
      await page.getByRole('dialog').waitFor()
      await look(page, String(name))
      await page.keyboard.press('Escape')
      await expectCount(page.getByRole('dialog')).toBe(0)
    }
    await openSetting(page, 'Keys')
    await page.getByRole('button', { name: 'Replace', exact: true }).first().click()
    await page.getByRole('dialog').waitFor()
    await look(page, 'replace a key')
    expect(found).toEqual([])
  })

  test('axe finds no barrier in the dialogs of Explore, and in a shared view', async () => {
    const { page } = await visit('/dashboard/explore', { bypassCSP: true })
    await page.locator('table.report').waitFor()
    const found: string[] = []
    for (const name of ['Download', 'Report URL', 'Share']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        found.push(...(await barriersOn(page)).map((one) => `${name}, ${colorScheme}: ${one}`))
      }
      if (name !== 'Share') await page.keyboard.press('Escape')
    }
    await page.getByLabel('Name').fill('Seen by axe')
    await page.getByRole('button', { name: 'Create the link' }).click()
    await page.goto((await page.getByTestId('shared-url').textContent())!)
    await page.locator('table.report').waitFor()
    found.push(...(await barriersOn(page)))
    expect(found).toEqual([])
  })

  async function signInOnWrongly(page: Page) {
    await page.getByLabel('Username').fill('nobody')
    await page.getByLabel('Password').fill('nothing at all')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').waitFor()
  }
})
