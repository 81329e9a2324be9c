import { test } from 'vitest'
import { describeDashboard, expectText } from '../fixtures/dashboard-page.ts'
import { studio } from '../fixtures/dashboard-site.ts'

describeDashboard('the account page', ({ visit }) => {
  test('shows the username, the currency and how many apps there are', async () => {
    const { page } = await visit('/dashboard/account')
    const card = page.getByRole('region', { name: studio.username })
    await expectText(card.locator('.note')).toBe('Currency USD, 3 apps.')
  })
})
