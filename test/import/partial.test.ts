import { describe, expect, test } from 'vitest'
import { csv, header, openSite, placesOf, refusedUnchanged } from './import-site.ts'
import { inmobiReport, pangleAnswer } from './network-reports.ts'

const partial = { partial: true }
const columns = `${header},clicks,installs,ad_tag`

describe('a partial import', () => {
  test('adds to rows of the same key and keeps the other rows of their slices', async () => {
    const site = await openSite()
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

  test('does not change slices of other days, apps and networks', async () => {
    const site = await openSite()
    await site.importLines([
      '2026-03-01,zap-ios,ownnet,banner,US,10,1',
      '2026-03-02,zap-ios,ownnet,banner,US,20,2',
      '2026-03-01,zap-android,ownnet,banner,US,30,3',
      '2026-03-01,zap-ios,admob,banner,US,40,4',
    ])
    await site.importLines(['2026-03-01,zap-ios,ownnet,banner,US,1,0.5'], partial)
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-android ownnet banner US 30 0 0 3000000',
      '2026-03-01 zap-ios admob banner US 40 0 0 4000000',
      '2026-03-01 zap-ios ownnet banner US 11 0 0 1500000',
      '2026-03-02 zap-ios ownnet banner US 20 0 0 2000000',
    ])
  })

  test('into an empty installation equals a normal import', async () => {
    const site = await openSite()
    const file = await site.file('a.csv', inmobiReport([{}]))
    expect(await site.importStats([file], partial)).toMatchObject({ rows: 1, replaced_slices: 0 })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios inmobi banner US 10 1 0 10000'])
  })

  test('that is repeated adds twice', async () => {
    const site = await openSite()
    const file = await site.file('a.csv', inmobiReport([{ earnings: '0.1' }]))
    for (let times = 0; times < 2; times++) await site.importStats([file], partial)
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios inmobi banner US 20 2 0 200000'])
  })

  test('is replaced by a normal import of the slice', async () => {
    const site = await openSite()
    const part = await site.file('part.csv', inmobiReport([{ country: 'DE' }]))
    const whole = await site.file('whole.csv', inmobiReport([{ country: 'US' }]))
    await site.importStats([part], partial)
    await site.importStats([whole])
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios inmobi banner US 10 1 0 10000'])
  })

  test("in Adtally's own format keeps ad tags apart, and rows without one add to the default tag", async () => {
    const site = await openSite()
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
})

describe('clicks and installs', () => {
  test('that are unknown count as 0 when counts are added', async () => {
    const site = await openSite()
    const row = '2026-03-01,zap-ios,ownnet,banner,US'
    await site.importLines([`${row},1,1,,4,`], { columns })
    await site.importLines([`${row},1,1,3,,`], { columns, ...partial })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet banner US 2 3 4 2000000'])
    await site.importLines([`${row},1,1,,,`], { columns, ...partial })
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet banner US 3 3 4 3000000'])
  })

  test('of a network that does not state them add to those of one that did', async () => {
    const site = await openSite()
    const answer = (clicks: string | null) => site.file('a.json', pangleAnswer([{ clicks }]))
    await site.importStats([await answer(null)])
    await site.importStats([await answer('6')], partial)
    await site.importStats([await answer(null)], partial)
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios pangle banner US 30 6 0 3000000'])
  })
})

describe('money of a partial import', () => {
  test('is added exactly, unlike floating point', async () => {
    const site = await openSite()
    const row = '2026-03-01,zap-ios,ownnet,banner,US,0'
    await site.importLines([`${row},9007199254.740993`])
    await site.importLines([`${row},0.000001`], partial)
    await site.importLines([`${row},-0.3`], partial)
    // 9,007,199,254,740,993 + 1 − 300,000 micros; no double can represent the first.
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet banner US 0 0 0 9007199254440994',
    ])
  })

  test('is rounded once for each import, half away from zero', async () => {
    const site = await openSite()
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

describe('the summary of a partial import', () => {
  test('counts only the added rows', async () => {
    const site = await openSite()
    await site.importLines([
      '2026-03-01,zap-ios,ownnet,banner,US,1000,100',
      '2026-03-01,brick,ownnet,banner,US,1000,100',
      '2026-03-02,zap-ios,ownnet,banner,US,1000,100',
    ])
    const summary = await site.importLines(
      [
        '2026-03-01,zap-ios,ownnet,banner,DE,3,0.5',
        '2026-03-01,brick,ownnet,banner,DE,4,0.25',
        '2026-03-03,zap-ios,ownnet,banner,DE,5,0.125',
      ],
      partial,
    )
    expect(summary).toMatchObject({
      rows: 3,
      slices: 3,
      replaced_slices: 2,
      first_day: '2026-03-01',
      last_day: '2026-03-03',
      impressions: '12',
      revenue: { USD: '0.875' },
    })
  })

  test('counts money by currency', async () => {
    const site = await openSite()
    await site.importLines(['2026-03-01,euro-app,ownnet,banner,US,1,10'])
    const summary = await site.importLines(
      ['2026-03-01,euro-app,ownnet,banner,US,1,2', '2026-03-01,brick,ownnet,banner,US,1,3'],
      partial,
    )
    expect(summary).toMatchObject({ impressions: '2', revenue: { EUR: '2', USD: '3' } })
  })
})

describe('a partial import is refused', () => {
  test('because of a bad cell, and nothing is added', async () => {
    const site = await openSite()
    await site.importLines(['2026-03-01,zap-ios,ownnet,banner,US,1,1'])
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(
        ['2026-03-01,zap-ios,ownnet,banner,DE,1,1', '2026-03-01,zap-ios,ownnet,banner,US,x,1'],
        partial,
      ),
    )
    expect(placesOf(refusal)).toEqual(['figures.csv:3: impressions: "x"'])
  })

  test("because of a repeated key in Adtally's own format", async () => {
    const site = await openSite()
    const row = '2026-03-01,zap-ios,ownnet,banner,US,1,1'
    const file = await site.file('figures.csv', csv([row, row]))
    const refusal = await refusedUnchanged(site, () => site.importStats([file], partial))
    expect(refusal.details).toHaveLength(1)
    expect(refusal.details[0]).toMatch(/^figures\.csv:3: /)
  })

  test('because the sum cannot be stored, and the current figures do not change', async () => {
    const site = await openSite()
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
  const site = await openSite()
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
