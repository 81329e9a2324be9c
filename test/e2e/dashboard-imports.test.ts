import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { describeDashboard, expectCount, expectText, fillDay } from '../fixtures/dashboard-page.ts'
import { refusedFile } from '../fixtures/dashboard-site.ts'
import { workbookFile } from '../fixtures/workbook-file.ts'
import { inmobiDashboard } from '../import/network-reports.ts'
import { lookAt } from './look-at.ts'

const header = 'date,app_id,network,format,country,impressions,revenue'
const file = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...rows, ''].join('\n')),
})
const inputOf = (page: Page) => page.locator('input[type=file]')
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const ledger = (page: Page) => page.getByRole('region', { name: 'Imports', exact: true })

/** Drags a file over an element as the system does, and drops it. */
async function dropOn(page: Page, target: Locator, path: string): Promise<void> {
  const { x, y } = (await target.boundingBox())!
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devTools.send('Input.dispatchDragEvent', { type, x: x + 5, y: y + 5, data })
  }
}

describeDashboard('imports', ({ visit, site }) => {
  const open = async (options = {}) => {
    const visited = await visit('/dashboard/imports', { bypassCSP: true, ...options })
    await ledger(visited.page).waitFor()
    return visited
  }

  test('a dropped file shows what would change, is imported, and is undone', async () => {
    const { page, errors } = await open()
    const rows = ['2026-03-09,hop-ios,vungle,video,US,1000,12.5']
    const path = join(site().installation.root, 'dropped.csv')
    await writeFile(path, [header, ...rows, ''].join('\n'))
    await dropOn(page, page.getByText(/^Drop reports/), path)
    const preview = page.getByRole('region', { name: 'What would change' })
    await expectText(preview.locator('tbody tr')).toBe(
      'Mar 9, 2026Vungle+$12.50– → $12.50– → 1,0001 added',
    )
    await page.getByText('Nothing is imported yet.').waitFor()
    await lookAt(page, 'imports-preview')
    await button(page, 'Import').click()
    await page.getByText(/^Import \d+ is done\.$/).waitFor()
    await lookAt(page, 'imports-done')
    const newest = ledger(page).locator('tbody tr').first()
    await expectText(newest).toContain('dropped.csv')
    const card = page.getByRole('region', { name: 'Import reports' })
    await card.getByRole('button', { name: /^Undo import/ }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
    await expectText(newest).toMatch(/^Mar 10.*Undo \d+ · of import \d+/)
    await button(page, 'Choose files').waitFor()
    expect(errors).toEqual([])
  })

  test('a workbook is previewed, with a warning of a day in the future', async () => {
    const { page, errors } = await open()
    const row = ['2027-12-31', 'hop-ios', 'vungle', 'video', 'US', '1000', '12.5']
    const buffer = workbookFile([header.split(','), row])
    await inputOf(page).setInputFiles({ name: 'a.xlsx', mimeType: 'application/zip', buffer })
    await page.getByText('A day in the future: Dec 31, 2027.').waitFor()
    await button(page, 'Cancel').click()
    expect(errors).toEqual([])
  })

  test('the page is usable by keyboard alone', async () => {
    const { page } = await open()
    const opened = page.waitForEvent('filechooser')
    await button(page, 'Choose files').focus()
    // On a busy machine, the browser begins to report choosers after the key is pressed.
    await expectText(page.locator(':focus')).toBe('Choose files')
    await page.keyboard.press('Enter')
    const chooser = await opened
    await chooser.setFiles(file('keys.csv', '2026-03-09,hop-ios,tapjoy,video,US,10,1'))
    await page.getByText('Nothing is imported yet.').waitFor()
    // The focus is at the preview, whose first button imports.
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Import')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await button(page, 'Choose files').waitFor()
  })

  test('a refused file tells why; options are changed and it is tried again', async () => {
    const { page } = await open()
    await inputOf(page).setInputFiles({
      name: 'days.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(inmobiDashboard(['Germany,1200,3.5'])),
    })
    const alert = page.getByRole('alert')
    await expectText(alert).toMatch(/^days\.csv.*day/)
    await lookAt(page, 'imports-refused')
    await fillDay(page, /^Day/, '2026-03-08')
    await page.getByLabel(/^App/).selectOption('hop-ios')
    await button(page, 'Try again').click()
    await expectText(page.getByRole('region', { name: 'What would change' })).toContain(
      'Mar 8, 2026',
    )
    await button(page, 'Cancel').click()
    await button(page, 'Choose files').waitFor()
  })

  test('a name that hides what kind of file it is is shown with its hidden characters', async () => {
    const { page } = await open()
    const shown = String.raw`photo\u202egpj.exe`
    const { accounts, failedImports } = site().installation
    const { id } = await accounts.get('studio')
    await failedImports.record({
      failedAtMs: 0,
      accountId: id,
      source: 'auto',
      files: ['photo\u202egpj.exe'],
      settings: {},
      why: { code: 'no_rows', facts: { file: 'photo\u202egpj.exe' } },
    })
    await page.reload()
    const failure = page.locator('[data-failure]', { hasText: 'gpj' })
    await expectText(failure.locator('b')).toBe(shown)
    await expectText(failure.locator('.failure')).toContain(shown)
    await button(page, `Dismiss ${shown}`).click()
    await expectCount(failure).toBe(0)
    await inputOf(page).setInputFiles(
      file('sums\u202evsc.exe', '2026-03-09,hop-ios,admob,video,US,x,1'),
    )
    await expectText(page.getByRole('alert')).toContain(String.raw`sums\u202evsc.exe`)
    expect(await page.locator('body').textContent()).not.toContain('\u202e')
  })

  test('a failed import is dismissed, or disappears once its file is imported', async () => {
    const { page } = await open()
    const failures = page.locator('[data-failure]')
    await expectCount(failures).toBe(1)
    const rows = ['2026-03-09,hop-ios,chartboost,video,US,10,1']
    await inputOf(page).setInputFiles(file(refusedFile.name, ...rows))
    await button(page, 'Import').click()
    await page.getByText(/^Import \d+ is done\.$/).waitFor()
    await expectCount(failures).toBe(0)
    const { accounts, failedImports } = site().installation
    const { id } = await accounts.get('studio')
    await failedImports.record({
      failedAtMs: 0,
      accountId: id,
      source: 'auto',
      files: ['again.csv'],
      settings: {},
      why: { code: 'no_rows', facts: { file: 'again.csv' } },
    })
    await page.reload()
    await button(page, 'Dismiss again.csv').click()
    await expectCount(failures).toBe(0)
    expect(await failedImports.ofAccount(id, 10)).toEqual([])
  })

  test('while the server is slow or away, the page tells so', async () => {
    const { page } = await open()
    await page.route('**/imports/request*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 700))
      await route.continue()
    })
    await inputOf(page).setInputFiles(file('slow.csv', '2026-03-09,hop-ios,admob,video,US,10,1'))
    await page.getByRole('progressbar').waitFor()
    await lookAt(page, 'imports-progress')
    await page.getByText('Nothing is imported yet.').waitFor()
    await page.route('**/imports/upload', (route) => route.abort())
    await button(page, 'Import').click()
    await expectText(page.getByRole('alert')).toContain('The server does not answer.')
    await expectText(page.getByRole('alert')).toContain('Trying again does not import it twice.')
    await page.unroute('**/imports/upload')
    await button(page, 'Try again').click()
    await page.getByText('Nothing is imported yet.').waitFor()
    await button(page, 'Cancel').click()
  })

  test('the table shows its last column at 1280 px, and its head stays', async () => {
    const { page } = await open({ viewport: { width: 1280, height: 900 } })
    const frame = ledger(page)
    await lookAt(page, 'imports')
    expect(await frame.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    for (const [path, name] of [
      ['/dashboard/imports', 'Imports'],
      ['/dashboard/keys', 'Keys'],
      ['/dashboard/users', 'Users'],
      ['/dashboard/audit', 'Events'],
    ] as const) {
      await page.goto(site().url + path)
      const region = page.getByRole('region', { name, exact: true })
      await region.waitFor()
      // As if there were many rows: how far it scrolls, and how far the head goes along.
      const shift = await region.evaluate((one) => {
        one.style.maxBlockSize = '70px'
        const head = one.querySelector('thead th')!
        const top = () => head.getBoundingClientRect().top - one.getBoundingClientRect().top
        one.scrollTop = 0
        const before = top()
        one.scrollTop = 40
        return [one.scrollTop, before - top()]
      })
      expect(shift[0], path).toBeGreaterThan(12)
      // At most the padding of the card.
      expect(shift[1], path).toBeLessThan(12)
    }
  })
})
