import { describe, expect, test } from 'vitest'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { addShare, endShare } from '../../src/use-cases/partners/add-share.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { showPartner } from '../../src/use-cases/partners/list-partners.ts'
import { listBalances } from '../../src/use-cases/partners/partner-statements.ts'
import { setPartnerMonth } from '../../src/use-cases/partners/set-partner-month.ts'
import { renameAccount } from '../../src/use-cases/rename-account.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf } from '../import/import-site.ts'
import { network, PartnerSite } from './partner-site.ts'

const site = renewSite(openSite)
const hop = { account: network, partner: 'hop' }
const approve = (month: string) => site.call(approveMonth, { ...hop, month })

async function hopWith(lines: readonly string[]): Promise<PartnerSite> {
  const at = new PartnerSite(site)
  await at.addPartner('hop', '70', ['zap-ios', 'brick'])
  await at.import(lines)
  return at
}
const january = '2026-01-31,zap-ios,admob,banner,US,1000,10,,'
const february = '2026-02-28,zap-ios,admob,banner,US,1000,20,,'

describe('an approval', () => {
  test('of a hidden month shows all of its days', async () => {
    const at = await hopWith([january, '2026-01-01,zap-ios,admob,banner,US,1000,1,,'])
    await site.call(setPartnerMonth, { ...hop, month: '2026-01', state: 'hidden' })
    expect(await at.figuresOf('hop')).toEqual([])
    expect(await approve('2026-01')).toMatchObject({ net: '7.7' })
    expect(await at.figuresOf('hop')).toHaveLength(2)
  })

  test('that is refused leaves its month hidden', async () => {
    const at = await hopWith([january, february])
    await site.call(setPartnerMonth, { ...hop, month: '2026-02', state: 'hidden' })
    expect(await refusalOf(approve('2026-02'))).toMatchObject({ code: 'approval_refused' })
    expect(await at.figuresOf('hop')).toHaveLength(1)
    const { months } = await site.call(showPartner, hop)
    expect(months).toEqual([{ month: '2026-02', state: 'hidden' }])
  })

  test('is not held up by figures that came later for an earlier month', async () => {
    const at = await hopWith([january])
    await approve('2026-01')
    const december = '2025-12-31,zap-ios,admob,banner,US,1000,10,,'
    await at.import([december, january.replace(',10,', ',20,'), february])
    expect(await refusalOf(approve('2026-02'))).toMatchObject({
      facts: { why: '2025-12 has figures. Approve it first' },
    })
    expect(await approve('2025-12')).toMatchObject({ total: '7', corrections: [] })
    expect(await approve('2026-02')).toMatchObject({
      total: '21',
      corrections: [{ month: '2026-01', amount: '7' }],
    })
    expect(await site.call(listBalances, hop)).toMatchObject([{ open: '35' }])
  })

  test('of more than 53 bits is exact, and its correction too', async () => {
    const at = await hopWith([
      january.replace(',10,', ',9000000000,'),
      january.replace('31', '30').replace(',10,', ',7000000000.000001,'),
    ])
    const total = '11200000000.000001'
    expect(await approve('2026-01')).toMatchObject({ total })
    expect(await site.call(listBalances, hop)).toMatchObject([{ open: total }])
    await at.import([january.replace(',10,', ',9000000000.00001,')])
    expect(await approve('2026-02')).toMatchObject({
      total: '0.000007',
      corrections: [{ month: '2026-01', amount: '0.000007' }],
    })
  })

  test('is possible after the account of the partner was deleted', async () => {
    await hopWith([january])
    await site.call(deleteAccount, { username: 'hop' })
    expect(await approve('2026-01')).toMatchObject({ total: '7', shares: [{ app_id: 'zap-ios' }] })
  })

  test('gives a number that no other partner has, whatever it was called', async () => {
    await hopWith([january])
    await approve('2026-01')
    await site.call(renameAccount, { username: 'hop', newUsername: 'run' })
    for (const [nth, partner] of ['hop', 'HOP'].entries()) {
      const of = { account: network, partner }
      await site.call(createAccount, { username: partner })
      await site.call(addPartner, { ...of, percent: '50' })
      expect(await site.call(approveMonth, { ...of, month: '2026-01' })).toMatchObject({
        number: `studio-${partner}-2026-01-${nth + 2}`,
      })
    }
  })

  test('loses no later figures that none of its rules is for', async () => {
    const at = await hopWith([january])
    await site.call(addShare, { ...hop, percent: '60', network: 'admob' })
    await site.call(endShare, { ...hop, number: 1 })
    expect(await approve('2026-01')).toMatchObject({ total: '6' })
    await at.import([january.replace('admob', 'vungle')])
    await site.call(addShare, { ...hop, percent: '50' })
    expect(await approve('2026-02')).toMatchObject({
      total: '5',
      corrections: [{ month: '2026-01', amount: '5' }],
    })
  })
})
