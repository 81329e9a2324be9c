import type { SettledRevenue } from '../reporting/settled-revenue.ts'

/** What networks owe and paid. No closes and statements are stored yet, so there are no rows. */
export const openSettledRevenue = (): SettledRevenue => ({
  rows: async () => ({ version: '', rows: [] }),
})
