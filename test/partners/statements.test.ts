import { describe, expect, test } from 'vitest'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { addShare, endShare } from '../../src/use-cases/partners/add-share.ts'
import { adjustMonth } from '../../src/use-cases/partners/adjust-month.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { unassignApp } from '../../src/use-cases/partners/assign-app.ts'
import {
  listBalances,
  readOwnStatement,
  readStatement,
  showOwnShare,
} from '../../src/use-cases/partners/partner-statements.ts'
import { recordPayout } from '../../src/use-cases/partners/record-payouts.ts'
import { setPartner } from '../../src/use-cases/partners/set-partner.ts'
import { setPartnerMonth } from '../../src/use-cases/partners/set-partner-month.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf } from '../import/import-site.ts'
import { network, PartnerSite } from './partner-site.ts'

const site = renewSite(openSite)
const hop = { account: network, partner: 'hop' }

async function hopWith(lines: readonly string[]): Promise<PartnerSite> {
  const at = new PartnerSite(site)
  await at.addPartner('hop', '70', ['zap-ios', 'brick'])
  await at.import(lines)
  return at
}

const january = '2026-01-31,zap-ios,admob,banner,US,1000,10,,'
const february = '2026-02-28,zap-ios,admob,banner,US,1000,20,,'
const approve = (month: string) => site.call(approveMonth, { ...hop, month })

describe('a statement', () => {
  test('is gross × share ± adjustments', async () => {
    await hopWith([january, '2026-01-30,brick,vungle,video,DE,500,3.333333,,'])
    await site.call(setPartner, { ...hop, showsGross: true, netDays: 45, taxNote: 'No VAT.' })
    await site.call(addShare, { ...hop, ecpm: '4', country: 'DE' })
    const of = { ...hop, month: '2026-01' }
    await site.call(adjustMonth, { ...of, amount: '-0.5', reason: 'invalid traffic' })
    await site.call(adjustMonth, { ...of, kind: 'minimum', amount: '9.5', reason: 'guarantee' })
    const expected = {
      number: 'studio-hop-2026-01',
      state: 'approved',
      currency: 'USD',
      net: '9',
      total: '9',
      due_on: '2026-03-17',
      shares: [
        {
          app_id: 'hop-brick',
          network: 'vungle',
          share: 'eCPM 4',
          impressions: '500',
          gross: '3.333333',
          net: '2',
        },
        {
          app_id: 'hop-zap-ios',
          network: 'admob',
          share: '70 %',
          impressions: '1000',
          gross: '10',
          net: '7',
        },
      ],
      corrections: [],
      adjustments: [
        { kind: 'adjustment', amount: '-0.5', reason: 'invalid traffic' },
        { kind: 'minimum', amount: '0.5', reason: 'guarantee' },
      ],
    }
    expect(await site.call(approveMonth, { ...of, dryRun: true })).toMatchObject(expected)
    expect(await site.call(listBalances, hop)).toMatchObject([{ statements: [], open: '0' }])
    expect(await approve('2026-01')).toMatchObject(expected)
    const wanted = { statement: 'studio-hop-2026-01', format: 'json' } as const
    const { text } = await site.call(readStatement, { ...hop, ...wanted })
    expect(await site.call(readOwnStatement, { username: 'hop', ...wanted })).toMatchObject({
      text,
    })
    expect(JSON.parse(text)).toMatchObject({ statement: { tax_note: 'No VAT.', total: '9' } })
  })

  test('never changes, and the next one has what became known later', async () => {
    const at = await hopWith([january, february])
    await approve('2026-01')
    const read = async () =>
      Promise.all(
        (['json', 'csv', 'html'] as const).map((format) =>
          site.call(readStatement, { ...hop, statement: 'studio-hop-2026-01', format }),
        ),
      )
    const before = await read()
    const figures = await at.figuresOf('hop')
    const { import: restated } = await at.import(['2026-01-31,zap-ios,admob,banner,US,1000,9,,'])
    // A rule of past days is not one of an approved month.
    await site.call(addShare, { ...hop, percent: '80', replace: true })
    expect(await at.figuresOf('hop')).toEqual([
      figures[0]!,
      figures[1]!.replace('14000000', '16000000'),
    ])
    expect(await read()).toEqual(before)
    expect(await approve('2026-02')).toMatchObject({
      net: '16',
      total: '15.3',
      corrections: [{ month: '2026-01', amount: '-0.7' }],
    })
    await site.call(undoImport, { id: restated! })
    await at.make()
    await at.import(['2026-03-01,zap-ios,admob,banner,US,1,1,,'])
    site.passHour()
    const march = { ...hop, month: '2026-03', dryRun: true }
    expect(await refusalOf(site.call(approveMonth, march))).toMatchObject({
      facts: { why: 'it is not over yet' },
    })
    expect(await read()).toEqual(before)
  })

  test.each([
    ['2026-03', /not over yet/],
    ['2026-02', /2026-01 has figures. Approve it first/],
  ])('of %s is refused while it is not its turn', async (month, why) => {
    await hopWith([january, february])
    const refusal = await refusalOf(approve(month))
    expect(refusal).toMatchObject({ code: 'approval_refused', facts: { month } })
    expect(refusal.message).toMatch(why)
  })

  test('is refused while no share holds for figures', async () => {
    const at = await hopWith([january])
    const later = { ...hop, percent: '70', from: '2026-02-01', replace: true }
    const { shares } = await site.call(addShare, later)
    expect(shares.map(({ number, to }) => [number, to])).toEqual([
      [2, null],
      [3, '2026-01-31'],
    ])
    await site.call(endShare, { ...hop, number: 3 })
    expect(await at.figuresOf('hop')).toEqual([])
    const refusal = await refusalOf(approve('2026-01'))
    expect(refusal.message).toMatch(/no share holds for some of its figures of 2026-01-31/)
  })

  test('keeps nothing of its month from changing for other partners', async () => {
    const at = await hopWith([january])
    await approve('2026-01')
    for (const work of [
      () => site.call(setPartnerMonth, { ...hop, month: '2026-01', state: 'hidden' }),
      () => site.call(adjustMonth, { ...hop, month: '2026-01', amount: '1', reason: 'late' }),
      () => site.call(unassignApp, { ...hop, appId: 'zap-ios' }),
      () => approve('2026-01'),
    ]) {
      expect(await refusalOf(work())).toMatchObject({ code: 'month_approved' })
    }
    await site.call(unassignApp, { ...hop, appId: 'zap-ios', from: '2026-02-01' })
    await at.import([february])
    expect(await at.figuresOf('hop')).toEqual([
      '2026-01-31 hop-zap-ios admob banner US 1000 0 0 7000000',
    ])
  })
})

describe('a partner', () => {
  test('sees what it is owed, and was paid', async () => {
    await hopWith([january, february])
    await approve('2026-01')
    await site.call(setPartner, { ...hop, minimumPayout: '5' })
    expect(await site.call(showOwnShare, { username: 'hop' })).toMatchObject({
      open: '7',
      next_payout: { date: '2026-03-02', amount: '7' },
      last_payout: null,
      month_to_date: '0',
      provisional: [{ month: '2026-02', net: '14' }],
      statements: [{ number: 'studio-hop-2026-01', state: 'approved' }],
      network: { name: 'studio' },
      key: expect.stringMatching(/^ed25519:/),
    })
    const payout = { amount: '4', date: '2026-03-02', reference: 'A 1' }
    await site.call(recordPayout, { ...hop, ...payout })
    expect(await refusalOf(site.call(recordPayout, { ...hop, ...payout }))).toMatchObject({
      code: 'payout_known',
    })
    expect(await site.call(showOwnShare, { username: 'hop' })).toMatchObject({
      open: '3',
      next_payout: null,
      last_payout: { partner: 'hop', ...payout },
    })
    await site.call(recordPayout, { ...hop, ...payout, amount: '3', reference: 'A 2' })
    expect(await site.call(showOwnShare, { username: 'hop' })).toMatchObject({
      open: '0',
      statements: [{ state: 'paid' }],
    })
  })

  test('changes none of its figures', async () => {
    const at = await hopWith([january])
    const own = '2026-01-31,hop-zap-ios,admob,banner,US,1000,10'
    const [entry] = await site.installation.ledger.entries(null, 1)
    const days = { startDate: '2026-01-01', endDate: '2026-01-31' }
    for (const [work, code] of [
      [() => site.importLines([own]), 'partner_account'],
      [() => site.call(deleteFigures, { account: 'hop', ...days }), 'partner_account'],
      [() => site.call(undoImport, { id: entry!.id }), 'entry_of_shares'],
    ] as const) {
      expect(await refusalOf(work())).toMatchObject({ code })
    }
    expect(await at.figuresOf('hop')).toHaveLength(1)
  })
})
