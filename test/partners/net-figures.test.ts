import { describe, expect, test } from 'vitest'
import { addShare, endShare } from '../../src/use-cases/partners/add-share.ts'
import { setPartnerMonth } from '../../src/use-cases/partners/set-partner-month.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite } from '../import/import-site.ts'
import { network, PartnerSite } from './partner-site.ts'

const site = renewSite(openSite)
const partners = () => new PartnerSite(site)

const lines = [
  '2026-02-28,zap-ios,admob,banner,US,10,1,,',
  '2026-03-01,zap-ios,admob,banner,US,10,0.000001,3,',
  '2026-03-01,zap-ios,admob,banner,DE,20,0.000001,,',
  '2026-03-01,zap-ios,admob,video,DE,30,0.000001,,level',
  '2026-03-01,brick,admob,banner,US,1000,2.5,,',
]

describe('net figures', () => {
  test('are those of the apps of a partner, with their share as revenue', async () => {
    const at = partners()
    await at.addPartner('hop', '70', ['zap-ios'])
    await at.import(lines)
    expect(await at.figuresOf('hop')).toEqual([
      '2026-02-28 hop-zap-ios admob banner US 10 0 0 700000',
      // 2.1 micros are 2: the last of three equal remainders, by country, gets nothing.
      '2026-03-01 hop-zap-ios admob banner DE 20 0 0 1',
      '2026-03-01 hop-zap-ios admob banner US 10 3 0 0',
      '2026-03-01 hop-zap-ios admob video DE 30 0 0 1',
    ])
  })

  test('follow restatements, undos, rules, and apps', async () => {
    const at = partners()
    await at.addPartner('hop', '70', ['zap-ios', 'brick'])
    await at.import(lines)
    const { import: id } = await at.import(['2026-03-01,brick,admob,banner,US,1000,5,,'])
    expect(await at.figuresOf('hop')).toContain(
      '2026-03-01 hop-brick admob banner US 1000 0 0 3500000',
    )
    await site.call(undoImport, { id: id! })
    await at.make()
    const brick = (micros: number) => `2026-03-01 hop-brick admob banner US 1000 0 0 ${micros}`
    expect(await at.figuresOf('hop')).toContain(brick(1_750_000))
    const rule = { account: network, partner: 'hop', ecpm: '2', country: 'US' }
    const preview = await site.call(addShare, { ...rule, dryRun: true })
    expect(preview.months).toEqual([
      { partner: 'hop', month: '2026-02', net_before: '0.7', net_after: '0.02' },
      { partner: 'hop', month: '2026-03', net_before: '1.750002', net_after: '2.020001' },
    ])
    expect(await at.figuresOf('hop')).toContain(brick(1_750_000))
    const { shares } = await site.call(addShare, rule)
    expect(shares.map(({ number, share }) => [number, share])).toEqual([
      [2, 'eCPM 2'],
      [1, '70 %'],
    ])
    expect(await at.figuresOf('hop')).toContain(brick(2_000_000))
    await site.call(endShare, { account: network, partner: 'hop', number: 2 })
    expect(await at.figuresOf('hop')).toContain(brick(1_750_000))
  })

  test('of hidden months are not there', async () => {
    const at = partners()
    await at.addPartner('hop', '70', ['zap-ios'])
    await at.import(lines)
    const march = { account: network, partner: 'hop', month: '2026-03' }
    await site.call(setPartnerMonth, { ...march, state: 'hidden' })
    expect(await at.figuresOf('hop')).toEqual([
      '2026-02-28 hop-zap-ios admob banner US 10 0 0 700000',
    ])
    await site.call(setPartnerMonth, { ...march, state: 'provisional' })
    expect(await at.figuresOf('hop')).toHaveLength(4)
  })

  test('are made anew after stores were restored: entries may be others then', async () => {
    const at = partners()
    await at.addPartner('hop', '70', ['brick'])
    const { id } = await site.installation.accounts.get(network)
    const { version } = (await site.installation.shareBooks.progressOf(id))!
    await site.installation.shareBooks.noteMade(id, version, { entry: 1_000, generation: 7 })
    await at.import(lines)
    expect(await at.figuresOf('hop')).toEqual([
      '2026-03-01 hop-brick admob banner US 1000 0 0 1750000',
    ])
  })

  test('are not made again when nothing changed', async () => {
    const at = partners()
    await at.addPartner('hop', '70', ['zap-ios'])
    await at.import(lines)
    const entries = async () => (await site.installation.ledger.entries(null, 100)).length
    const before = await entries()
    await at.make()
    expect(await entries()).toBe(before)
  })
})
