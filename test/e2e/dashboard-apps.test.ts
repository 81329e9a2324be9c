import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, expectCount, expectText } from '../fixtures/dashboard-page.ts'
import { lookAt } from './look-at.ts'

const rowOf = (page: Page, appId: string) => page.locator(`[data-app="${appId}"]`)
const dialog = (page: Page) => page.locator('[role=dialog], [role=alertdialog]')

describeDashboard('apps', ({ visit, site }) => {
  const open = async (options = {}) => {
    const visited = await visit('/dashboard/apps', options)
    await rowOf(visited.page, 'hop-ios').waitFor()
    return visited
  }

  test('an app is linked and unlinked', async () => {
    const { page, errors } = await open()
    const row = rowOf(page, 'hop-ios')
    await row.getByRole('button', { name: 'Link', exact: true }).click()
    await dialog(page)
      .getByLabel(/^Network,/)
      .fill('AdMob')
    await dialog(page).getByLabel('The network’s id of the app').fill('ca-app-pub-1~2')
    await lookAt(page, 'apps-link')
    await dialog(page).getByRole('button', { name: 'Link' }).click()
    await expectText(row).toContain('AdMob ca-app-pub-1~2')
    await lookAt(page, 'apps')
    await row.getByRole('button', { name: 'Unlink AdMob ca-app-pub-1~2' }).click()
    await dialog(page).getByRole('button', { name: 'Unlink' }).click()
    await expectCount(row.getByRole('button', { name: /^Unlink/ })).toBe(0)
    expect(errors).toEqual([])
  })

  test('an app is renamed and found by its name', async () => {
    const { page } = await open()
    await rowOf(page, 'hop-ios').getByRole('button', { name: 'Rename' }).click()
    await dialog(page).getByLabel('Name').fill('Hop anew')
    await dialog(page).getByRole('button', { name: 'Rename' }).click()
    await expectText(rowOf(page, 'hop-ios')).toContain('Hop anew')
    await page.getByLabel('Search apps').fill('HOP ANEW')
    await expectCount(page.locator('[data-app]')).toBe(1)
    await page.getByLabel('Search apps').fill('nothing of the kind')
    await page.getByText('No app fits the search.').waitFor()
    const [app] = await site().installation.apps.byIds(['hop-ios'])
    await site().installation.apps.rename(app!.key, 'Hop')
  })

  test('a merge shows what would move, on a phone too', async () => {
    const { page } = await open({ viewport: { width: 360, height: 800 }, colorScheme: 'dark' })
    await lookAt(page, 'apps-phone')
    await rowOf(page, 'hop-ios').getByRole('button', { name: 'Merge' }).click()
    const into = dialog(page).getByLabel('Into')
    await into.selectOption({ index: 1 })
    await dialog(page).getByRole('button', { name: 'Show what would move' }).click()
    await page.getByText(/would move\. .* would get figures added/).waitFor()
    await lookAt(page, 'apps-merge')
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await rowOf(page, 'hop-ios').waitFor()
  })

  test('a refused file’s apps are linked as suggested or created, and the file is checked again', async () => {
    const { page, errors } = await visit('/dashboard/imports')
    const buffer = Buffer.from(
      [
        'Date,App,Platform,Ad unit,Country,Format,Estimated earnings (USD),Requests,Impressions,Clicks',
        '2026-03-09,Hop,iOS,Start,Germany,Rewarded,1.00,9,5,1',
        '2026-03-09,Hop,Android,Start,Germany,Rewarded,2.00,9,5,1',
        '2026-03-09,Leap,Android,Start,Germany,Rewarded,4.00,9,5,1',
        '',
      ].join('\n'),
    )
    const report = { name: 'admob-report.csv', mimeType: 'text/csv', buffer }
    await page.locator('input[type=file]').setInputFiles(report)
    const form = page.getByRole('form', { name: 'Link these apps' })
    await form.waitFor()
    const choices = form.locator('select')
    await expectCount(choices).toBe(3)
    const chosen = () => choices.evaluateAll((all) => all.map((one) => 'value' in one && one.value))
    expect(await chosen()).toEqual(['hop-ios', 'hop-android', ''])
    await lookAt(page, 'imports-link')
    await form.getByRole('button', { name: 'Create the others (1)' }).click()
    await form.getByRole('button', { name: 'Link and check again' }).click()
    await page.getByText('Nothing is imported yet.').waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText(/^Import \d+ is done\.$/).waitFor()
    const { accounts, apps } = site().installation
    const { id } = await accounts.get('studio')
    const links = (await apps.linksOf(id)).map(({ networkAppId, app }) => [networkAppId, app.name])
    expect(links).toEqual([
      ['Hop', 'Hop'],
      ['Hop', 'Hop'],
      ['Leap', 'Leap'],
    ])
    expect(errors).toEqual([])
  })
})
