import { expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { listAuditEvents } from '../../src/use-cases/list-audit-events.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { recordPayout, removePayout } from '../../src/use-cases/partners/record-payouts.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite } from '../import/import-site.ts'
import { network, PartnerSite } from './partner-site.ts'

const site = renewSite(openSite)
const hop = { account: network, partner: 'hop' }

test('an account that has the username of a deleted partner learns nothing of it', async () => {
  const at = new PartnerSite(site)
  await at.addPartner('hop', '70', ['zap-ios'])
  await at.import(['2026-01-31,zap-ios,admob,banner,US,1000,10,,'])
  await site.call(deleteAccount, { username: 'hop' })
  await site.call(createAccount, { username: 'hop' })
  await site.call(approveMonth, { ...hop, month: '2026-01' })
  const payout = { amount: '1', date: '2026-03-02', reference: 'A 1' }
  await site.call(recordPayout, { ...hop, ...payout })
  await site.call(removePayout, { ...hop, reference: 'A 1' })
  const actionsOf = async (account: string) =>
    (await site.call(listAuditEvents, { account, limit: 100 })).map(({ action }) => action)
  const told = ['statement_issued', 'payouts_recorded', 'payout_removed']
  expect(await actionsOf(network)).toEqual(expect.arrayContaining(told))
  expect(await actionsOf('hop')).not.toEqual(
    expect.arrayContaining([expect.stringMatching(told.join('|'))]),
  )
})
