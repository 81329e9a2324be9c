import { expect, test } from 'vitest'
import { describeDashboard, expectCount, expectText } from '../fixtures/dashboard-page.ts'
import { lookAt } from './look-at.ts'

const text = 'day,currency,rate\n2026-03-02,EUR,1.0842\n2026-03-03,EUR,1.0917\n'

describeDashboard('rates of currencies', ({ visit }) => {
  test('own rates are previewed, added and listed, and figures that have them need nothing', async () => {
    const { page, errors } = await visit('/dashboard/rates')
    await page.getByText('No rates yet').waitFor()
    await lookAt(page, 'rates-empty')
    await page.getByRole('button', { name: 'Add own rates' }).click()
    const dialog = page.getByRole('dialog')
    const file = { name: 'treasury.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await dialog.getByLabel('File').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expectText(dialog.getByRole('status')).toContain('2 added, 0 corrected, 0 unchanged.')
    await lookAt(page, 'rates-add')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const row = page.locator('[data-source="treasury.csv"]')
    await expectText(row).toContain('This account, used first1 EUR in USD')
    await lookAt(page, 'rates')
    await page.getByRole('button', { name: 'Apply corrected rates' }).click()
    await expectText(dialog).toContain('All money has the stored rates.')
    await lookAt(page, 'rates-apply')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expectCount(dialog).toBe(0)
    expect(errors).toEqual([])
  })

  test('a bad file is refused with its line', async () => {
    const { page } = await visit('/dashboard/rates')
    await page.getByRole('button', { name: 'Add own rates' }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from('day,currency,rate\n2026-03-02,EUR,none\n')
    await dialog.getByLabel('File').setInputFiles({ name: 'bad.csv', mimeType: 'text/csv', buffer })
    await dialog.getByRole('button', { name: 'Preview' }).click()
    await expectText(dialog.getByRole('alert')).toContain('bad.csv:2: rate')
  })
})
