import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  choose,
  describeDashboard,
  expectCount,
  openSetting,
  settled,
} from '../fixtures/dashboard-page.ts'
import { pages } from '../fixtures/dashboard-paths.ts'
import { novice } from '../fixtures/dashboard-site.ts'
import { barriersOn } from './axe.ts'

const looks = [
  { colorScheme: 'light', viewport: { width: 360, height: 800 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  { colorScheme: 'dark', viewport: { width: 360, height: 800 } },
  { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
] as const

describeDashboard('accessibility', ({ visit }) => {
  test.each(pages)('axe finds no barrier in %s', async (path, sign) => {
    const { page } = await visit(path, { ...looks[0], bypassCSP: true })
    const found: string[] = []
    for (const { colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize(viewport)
      await page.locator(sign).first().waitFor()
      await expectCount(page.locator('.skeleton')).toBe(0)
      const own = await barriersOn(page)
      found.push(...own.map((one) => `${colorScheme} ${viewport.width}: ${one}`))
    }
    expect(found).toEqual([])
  })

  test('axe finds no barrier in the sign-in, pop-ups, the days table and an empty account', async () => {
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
    await choose(page, 'Show as', 'Table')
    await look(page, 'days table')
    await openSetting(page, 'Account')
    await page.getByRole('button', { name: 'Replace the key' }).click()
    await page.getByRole('alertdialog').waitFor()
    await look(page, 'replace the key')
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
