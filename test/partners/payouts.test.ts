import { expect, test } from 'vitest'
import { saveMapping } from '../../src/use-cases/money/mappings.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { importPayouts } from '../../src/use-cases/partners/import-payouts.ts'
import { listBalances } from '../../src/use-cases/partners/partner-statements.ts'
import { recordPayout, removePayout } from '../../src/use-cases/partners/record-payouts.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite } from '../import/import-site.ts'
import { network, PartnerSite } from './partner-site.ts'

const site = renewSite(openSite)
const hop = { account: network, partner: 'hop' }
const number = 'studio-hop-2026-01'

test('payments of a bank are recorded once each, also equal ones and those recorded by hand', async () => {
  const at = new PartnerSite(site)
  await at.addPartner('hop', '70', ['zap-ios'])
  await at.import(['2026-01-31,zap-ios,admob,banner,US,1000,10,,'])
  await site.call(approveMonth, { ...hop, month: '2026-01' })
  const columns = { date: 'Date', amount: 'Amount', reference: 'Reference' }
  const forms = { dateFormat: 'YYYY-MM-DD', decimal: '.', delimiter: 'comma' } as const
  const mapping = { name: 'bank', columns, ...forms, currency: 'USD', payers: [] }
  await site.call(saveMapping, { username: network, ...mapping })
  const open = async () => (await site.call(listBalances, hop))[0]!.open
  const importLines = async (name: string, lines: readonly string[]) => {
    const text = ['Date,Amount,Reference', ...lines, ''].join('\n')
    const files = [await site.file(name, text)]
    return site.call(importPayouts, { account: network, mapping: 'bank' }, { files })
  }
  const byHand = { amount: '1', date: '2026-03-02', reference: number.toUpperCase() }
  await site.call(recordPayout, { ...hop, ...byHand })
  const long = 'x'.repeat(200 - number.length)
  const lines = [
    `2026-03-02,-1,Pay ${number}`,
    `2026-03-03,-1.5,${number}`,
    `2026-03-03,-0.5,${number}`,
    `2026-03-03,-0.5,${number}`,
    `2026-03-04,-2,${number}${long}`,
  ]
  const read = await importLines('one.csv', lines)
  expect({ ...read, payouts: read.payouts.length }).toEqual({ payouts: 4, repeated: 1, others: 0 })
  expect(await open()).toBe('1.5')
  expect(await importLines('two.csv', lines)).toMatchObject({ payouts: [], repeated: 5 })
  expect(await open()).toBe('1.5')
  for (const { reference } of read.payouts) await site.call(removePayout, { ...hop, reference })
  expect(await open()).toBe('6')
})
