import { expect, test } from 'vitest'
import { importStatements } from '../../src/use-cases/money/import-statements.ts'
import { saveMapping } from '../../src/use-cases/money/mappings.ts'
import { setTerms } from '../../src/use-cases/money/set-terms.ts'
import { showMoney } from '../../src/use-cases/money/show-money.ts'
import { trustStatementKey } from '../../src/use-cases/money/statement-keys.ts'
import { adjustMonth } from '../../src/use-cases/partners/adjust-month.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { importPayouts } from '../../src/use-cases/partners/import-payouts.ts'
import { readOwnStatement, showOwnShare } from '../../src/use-cases/partners/partner-statements.ts'
import { showSigningKey } from '../../src/use-cases/partners/signing-key.ts'
import { openSite, refusalOf } from '../import/import-site.ts'
import { network, PartnerSite } from './partner-site.ts'

const hop = { account: network, partner: 'hop' }

test('a network approves, its partner imports the statement elsewhere, and both agree until it is paid', async () => {
  const site = await openSite()
  const at = new PartnerSite(site)
  await at.addPartner('hop', '70', ['zap-ios', 'brick'])
  await at.import([
    '2026-01-31,zap-ios,admob,banner,US,1000,10.123457,,',
    '2026-01-31,brick,vungle,video,DE,500,3.333333,,',
    '2026-02-28,zap-ios,admob,banner,US,1000,20,,',
  ])
  const reason = 'invalid traffic'
  await site.call(adjustMonth, { ...hop, month: '2026-01', amount: '-0.25', reason })
  const january = await site.call(approveMonth, { ...hop, month: '2026-01' })
  await at.import(['2026-01-31,zap-ios,admob,banner,US,1000,9.5,,'])
  const february = await site.call(approveMonth, { ...hop, month: '2026-02' })
  const { key } = await site.call(showSigningKey, { account: network })

  const publisher = await openSite()
  const username = 'studio'
  const fileOf = async (number: string) => {
    const asked = { username: 'hop', statement: number, format: 'json' } as const
    return publisher.file(`${number}.json`, (await site.call(readOwnStatement, asked)).text)
  }
  const files = [await fileOf(january.number), await fileOf(february.number)]
  const account = username
  const give = (given = files) => publisher.call(importStatements, { account }, { files: given })
  expect(await refusalOf(give())).toMatchObject({ code: 'statement_key_unknown' })
  await publisher.call(trustStatementKey, { username, name: 'Acme', network: 'acme', key })
  await publisher.call(setTerms, { username, network: 'acme', from: '2026-01', netDays: 30 })
  await give()
  expect((await give()).statements.map((one) => one.is_repeated)).toEqual([true, true])
  const rows = async () =>
    (await publisher.call(showMoney, { username })).months
      .filter((one) => one.network === 'acme')
      .map(({ month, billed, deducted, paid, open }) => ({ month, billed, deducted, paid, open }))
  // 70 % of 10.123457 and 3.333333 are 7.08642 and 2.333333; 70 % of 9.5 are 6.65.
  expect([january, february].map(({ total, corrections }) => [total, corrections])).toEqual([
    ['9.169753', []],
    ['13.56358', [{ month: '2026-01', amount: '-0.43642' }]],
  ])
  expect(await rows()).toEqual([
    { month: '2026-01', billed: '9.419753', deducted: '0.68642', paid: '0', open: '8.733333' },
    { month: '2026-02', billed: '14', deducted: '0', paid: '0', open: '14' },
  ])

  // One bank has the transfer of both: it goes out of one account, and comes into the other.
  const columns = { date: 'Date', amount: 'Amount', reference: 'Reference' }
  const forms = { dateFormat: 'YYYY-MM-DD', decimal: '.', delimiter: 'comma' } as const
  const mapping = { name: 'bank', columns, ...forms, currency: 'USD', payers: [] }
  const lines = [
    ['2026-03-02', january.total, january.number],
    ['2026-03-03', february.total, february.number],
  ]
  const csvOf = (sign: string) =>
    [
      'Date,Amount,Reference',
      ...lines.map(([day, amount, text]) => `${day},${sign}${amount},${text}`),
      '',
    ].join('\n')
  await site.call(saveMapping, { username: network, ...mapping })
  const bank = await site.file('bank.csv', csvOf('-'))
  const recorded = await site.call(
    importPayouts,
    { account: network, mapping: 'bank' },
    { files: [bank] },
  )
  expect(recorded).toMatchObject({ payouts: [{ partner: 'hop' }, { partner: 'hop' }], others: 0 })
  const again = await site.call(
    importPayouts,
    { account: network, mapping: 'bank' },
    { files: [bank] },
  )
  expect(again).toMatchObject({ payouts: [], repeated: 2 })
  expect(await site.call(showOwnShare, { username: 'hop' })).toMatchObject({
    open: '0',
    statements: [{ state: 'paid' }, { state: 'paid' }],
  })
  await publisher.call(saveMapping, {
    username,
    ...mapping,
    payers: [{ contains: `${network}-hop`, network: 'acme' }],
  })
  const received = await publisher.file('bank.csv', csvOf(''))
  await publisher.call(importStatements, { account, mapping: 'bank' }, { files: [received] })
  const paid = await rows()
  const sum = (member: 'paid' | 'open') =>
    paid.reduce((all, one) => all + Math.round(Number(one[member]) * 1e6), 0)
  expect({ paid: sum('paid'), open: sum('open') }).toEqual({ paid: 22_733_333, open: 0 })
})

test('a file that anyone changed, or another key signed, is not imported', async () => {
  const site = await openSite()
  const at = new PartnerSite(site)
  await at.addPartner('hop', '70', ['zap-ios'])
  await at.import(['2026-01-31,zap-ios,admob,banner,US,1000,10,,'])
  const { number } = await site.call(approveMonth, { ...hop, month: '2026-01' })
  const asked = { username: 'hop', statement: number, format: 'json' } as const
  const { text } = await site.call(readOwnStatement, asked)
  const { key } = await site.call(showSigningKey, { account: network })
  await site.call(trustStatementKey, { username: 'euros', name: 'Acme', network: 'acme', key })
  const file = await site.file('s.json', text.replace('"7"', '"8"'))
  expect(text).toContain('"7"')
  const refusal = await refusalOf(
    site.call(importStatements, { account: 'euros' }, { files: [file] }),
  )
  expect(refusal.code).toMatch(/^statement_(changed|member_refused)$/)
})
