import { describe, expect, test } from 'vitest'
import { renewSite } from '../fixtures/share-site.ts'
import { header, openSite, refusedUnchanged } from './import-site.ts'
import { inmobiReport, pangleAnswer } from './network-reports.ts'

const site = renewSite(openSite)

const partial = { partial: true }
const columns = `${header},clicks,installs,ad_tag`

describe('a partial import', () => {
  test('adds to rows of the same key and keeps the other rows of their slices', async () => {
    const whole = inmobiReport([{ country: 'US' }, { country: 'DE', impressions: '20' }])
    await site.importStats([await site.file('whole.csv', whole)])
    const more = inmobiReport([
      { country: 'US', impressions: '5', clicks: '2', earnings: '0.25' },
      { country: 'FR', impressions: '7', clicks: '0', earnings: '0.125' },
    ])
    await site.importStats([await site.file('more.csv', more)], partial)
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios inmobi banner DE 20 1 0 10000',
      '2026-03-01 zap-ios inmobi banner FR 7 0 0 125000',
      '2026-03-01 zap-ios inmobi banner US 15 3 0 260000',
    ])
    // 20 + 7 + 15 impressions, 1 + 0 + 3 clicks, 10,000 + 125,000 + 260,000 micros
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios inmobi 42 4 0 395000'])
  })

  test("in Adtally's own format keeps ad tags apart, and rows without one add to the default tag", async () => {
    const row = '2026-03-01,zap-ios,ownnet,banner,US'
    await site.importLines([`${row},10,1,,,`, `${row},20,2,,,menu`], { columns })
    await site.importLines([`${row},1,0.000001,,,default`], { columns, ...partial })
    const counted = await site.importLines([`${row},2,0.5,,,menu`], { columns, ...partial })
    expect(counted.impressions).toBe('2')
    // Stated: 10 + 20 impressions and 3 USD. Added: 1 + 2 impressions and 0.500001 USD.
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet banner US 33 0 0 3500001'])
    await site.importLines([`${row},5,5,,,menu`], { columns })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet banner US 5 0 0 5000000'])
  })

  test('adds unknown clicks to known ones as 0', async () => {
    const answer = (clicks: string | null) => site.file('a.json', pangleAnswer([{ clicks }]))
    await site.importStats([await answer(null)])
    await site.importStats([await answer('6')], partial)
    await site.importStats([await answer(null)], partial)
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios pangle banner US 30 6 0 3000000'])
  })

  test('rounds its money once, half away from zero', async () => {
    const importEarnings = async (earnings: string) => {
      const rows = [{ earnings }, { earnings }]
      await site.importStats([await site.file('a.csv', inmobiReport(rows))], partial)
    }
    // 0.7 + 0.7 micros are 1.4, stored as 1; 0.75 + 0.75 are 1.5, which adds 2.
    await importEarnings('0.0000007')
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios inmobi 20 2 0 1'])
    await importEarnings('0.00000075')
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios inmobi 40 4 0 3'])
    await importEarnings('-0.00000125')
    // −2.5 and 3 are 0.5 together, which adds 1.
    expect(await site.slices()).toEqual(['2026-03-01 zap-ios inmobi 60 6 0 1'])
  })
})

describe('a partial import is refused', () => {
  test("because of a bad cell, and of a repeated key in Adtally's own format", async () => {
    const row = '2026-03-01,zap-ios,ownnet,banner,US,1,1'
    await site.importLines([row])
    const { details } = await refusedUnchanged(site, () =>
      site.importLines([row, '2026-03-01,zap-ios,ownnet,banner,DE,x,1', row], partial),
    )
    expect(details).toEqual([
      expect.stringMatching(/^figures\.csv:3: impressions: "x"/),
      expect.stringMatching(/^figures\.csv:4: .*figures\.csv:2/),
    ])
  })

  test('because the sum cannot be stored, and the current figures do not change', async () => {
    const row = '2026-03-01,zap-ios,ownnet,banner'
    const all = Array.from({ length: 900 }, (_, tag) => `${row},US,0,9999999999,,,${tag}`)
    await site.importLines(all, { columns })
    // 900 times 9,999,999,999 USD are stored; 30 more would exceed the largest number of micros.
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(
        Array.from({ length: 30 }, (_, tag) => `${row},DE,0,9999999999,,,${tag}`),
        { columns, ...partial },
      ),
    )
    expect(refusal.message).toContain('add up to more than Adtally can store')
  })
})

test('a partial import skips slices with bad rows on request', async () => {
  await site.importLines(['2026-03-01,zap-ios,ownnet,banner,US,1,1'])
  const summary = await site.importLines(
    ['2026-03-01,zap-ios,ownnet,banner,US,x,1', '2026-03-02,zap-ios,ownnet,banner,US,2,2'],
    { ...partial, skipBadRows: true },
  )
  expect(summary).toMatchObject({ slices: 1, skipped_slices: 1, impressions: '2' })
  expect(await site.figures()).toEqual([
    '2026-03-01 zap-ios ownnet banner US 1 0 0 1000000',
    '2026-03-02 zap-ios ownnet banner US 2 0 0 2000000',
  ])
})
