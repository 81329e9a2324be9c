import { describe, expect, test } from 'vitest'
import type { SliceScope } from '../../src/staging/staged-slices.ts'
import { parseDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { type ImportOptions, type Row, useScratch } from './scratch-site.ts'

const open = useScratch()
const day = (date: number) => parseDay(`2026-03-0${date}`)!
const on = (date: number, more: Row = {}): Row => ({ date: `2026-03-0${date}`, ...more })

describe('the effect of an import', () => {
  const noEffect = {
    rows: 0,
    slices: 0,
    replacedSlices: 0,
    unchangedSlices: 0,
    removedSlices: 0,
    firstDay: null,
    lastDay: null,
    impressions: 0n,
    revenueMicros: new Map(),
    converted: new Map(),
    otherSources: new Map(),
    keptSlices: [],
    uncounted: [],
    changes: expect.anything(),
  }

  test('counts rows, slices, days and money by account', async () => {
    const site = await open()
    const effect = await site.put([
      on(2, { impressions: '5', revenue: '1.5' }),
      on(2, { country: 'DE', impressions: '7', revenue: '-0.25' }),
      on(4, { app_id: 'pop', impressions: '1', revenue: '0.000001' }),
      on(3, { app_id: 'eur', impressions: '2', revenue: '3', currency: 'EUR' }),
    ])
    expect(effect).toEqual({
      ...noEffect,
      rows: 4,
      slices: 3,
      firstDay: day(2),
      lastDay: day(4),
      impressions: 15n,
      revenueMicros: new Map([
        [1, 1_250_001n],
        [2, 3_000_000n],
      ]),
    })
  })

  test('counts replaced slices, and those that stay the same', async () => {
    const site = await open()
    await site.put([on(1), on(2), on(3), on(4)])
    const effect = await site.put([on(1), on(2, { impressions: '9' }), on(5)])
    expect(effect).toMatchObject({ slices: 3, replacedSlices: 2, unchangedSlices: 1 })
    expect(await site.changes()).toEqual([
      ...['1 11 0 unchanged', '2 11 0 restated', '5 11 0 added'],
    ])
  })

  test('without any rows has no days', async () => {
    const scope = { days: { firstDay: day(1), lastDay: day(1) }, networks: ['admob'], accountId: 1 }
    const site = await open()
    expect(await site.plan([], { scope })).toEqual(noEffect)
  })

  test('is only of the slices that it states', async () => {
    const site = await open()
    const others = [on(2), on(1, { app_id: 'pop' }), on(1, { network: 'vungle' })]
    await site.put([on(1), ...others, on(1, { app_id: 'eur' })])
    expect(await site.put([on(1, { impressions: '9' })])).toMatchObject({ replacedSlices: 1 })
    expect(await site.slices()).toEqual([
      ...['1 11 0 9 0', '1 11 1 1 0', '1 12 0 1 0', '1 21 1 1 0', '2 11 0 1 0'],
    ])
  })
})

describe('a slice', () => {
  const before: Row[] = [
    { country: 'US', impressions: '5', clicks: '2', installs: null, revenue: '1' },
    { country: 'DE', impressions: '6', clicks: '3', installs: '0', revenue: '2' },
  ]
  const first = (more: Row): Row[] => [{ ...before[0]!, ...more }, before[1]!]

  test.each<[string, Row[]]>([
    ['its rows are the same', before],
    ['its rows come in another order', before.toReversed()],
    ['its ad tag is written out', first({ ad_tag: 'default' })],
    ['its amounts have more zeros', first({ revenue: '1.000000' })],
    [
      'a row is split into two',
      [
        ...first({ impressions: '2', clicks: '1', revenue: '0.25' }),
        ...first({ impressions: '3', clicks: '1', revenue: '0.75' }).slice(0, 1),
      ],
    ],
  ])('is unchanged when %s', async (_title, rows) => {
    const site = await open()
    await site.put(before)
    expect(await site.put(rows)).toMatchObject({ replacedSlices: 1, unchangedSlices: 1 })
    expect(await site.lines('SELECT since, changed, restatements FROM history ORDER BY 1')).toEqual(
      ['1 1 0', '2 1 0'],
    )
  })

  const others: [string, Row[], restatements: number][] = [
    ['impressions', first({ impressions: '4' }), 1],
    ['clicks', first({ clicks: '4' }), 1],
    ['unknown clicks', first({ clicks: null }), 1],
    ['revenue', first({ revenue: '1.000001' }), 1],
    ['a row less', before.slice(0, 1), 1],
    // Its totals stay, so nobody is told that it was restated.
    ['installs that were unknown', first({ installs: '0' }), 0],
    ['requests that were unknown', first({ requests: '0' }), 0],
    ['matched requests that were unknown', first({ matched_requests: '0' }), 0],
    ['a country', first({ country: 'FR' }), 0],
    ['an ad format', first({ format: 'banner' }), 0],
    ['an ad tag', first({ ad_tag: 'menu' }), 0],
    ['a row of zeros more', [...before, { country: 'FR', impressions: '0', revenue: '0' }], 0],
    [
      'two countries changed places',
      [
        { ...before[0]!, country: 'DE' },
        { ...before[1]!, country: 'US' },
      ],
      0,
    ],
  ]
  test.each(others)('is changed by %s', async (_title, rows, restatements) => {
    const site = await open()
    await site.put(before)
    expect(await site.put(rows)).toMatchObject({ replacedSlices: 1, unchangedSlices: 0 })
    expect(await site.lines('SELECT since, changed, restatements FROM history ORDER BY 1')).toEqual(
      ['1 1 0', `2 2 ${restatements}`],
    )
  })

  test.each<[string, Row]>([
    ['other requests', { requests: '10', matched_requests: '3' }],
    ['other matched requests', { requests: '9', matched_requests: '4' }],
    ['unknown requests', { requests: null, matched_requests: '3' }],
    ['unknown matched requests', { requests: '9', matched_requests: null }],
  ])('with requests is restated by %s', async (_title, more) => {
    const site = await open()
    const stated = first({ requests: '9', matched_requests: '3' })
    await site.put(stated)
    expect(await site.put(stated)).toMatchObject({ unchangedSlices: 1 })
    expect(await site.put(first(more))).toMatchObject({ replacedSlices: 1, unchangedSlices: 0 })
    const totals = 'SELECT impressions, clicks, installs, revenue_micros FROM history'
    expect(new Set(await site.lines(totals))).toEqual(new Set(['11 5 0 3000000']))
  })

  test('counts its restatements, and starts again once it ended', async () => {
    const site = await open()
    const scope = { days: { firstDay: day(1), lastDay: day(1) }, networks: ['admob'], accountId: 1 }
    for (const impressions of ['1', '2', '2', '3']) await site.put([{ impressions }])
    await site.put([], { scope })
    await site.put([{}])
    expect(await site.lines('SELECT since, changed, restatements, until FROM history')).toEqual([
      ...['1 1 0 2', '2 2 1 3', '3 2 1 4', '4 4 2 5', '6 6 0 '],
    ])
  })

  test('has its totals before and after in the changes', async () => {
    const site = await open()
    await site.put([on(1, { clicks: '2' })])
    await site.plan([
      on(1, { impressions: '9', clicks: '3', installs: '4', revenue: '2' }),
      on(1, { country: 'DE', clicks: '5', installs: '6', revenue: '1' }),
    ])
    expect(
      await site.lines(`SELECT old_impressions, old_clicks, old_installs, old_revenue_micros,
        new_impressions, new_clicks, new_installs, new_revenue_micros FROM slice_changes`),
    ).toEqual(['1 2  0 10 8 10 3000000'])
  })

  test.each([
    ['of the same figures is unchanged', before, 2],
    ['of other figures is restated', first({ country: 'FR' }), 1],
  ])('with a fingerprint of an earlier version %s', async (_title, rows, unchangedSlices) => {
    const site = await open()
    await site.put([...before, on(2)])
    await site.scratch.run('UPDATE history SET fingerprint = 1, fingerprint_version = 0')
    const effect = await site.put([...rows, on(2)])
    expect(effect).toMatchObject({ replacedSlices: 2, unchangedSlices })
    expect(
      await site.rows('SELECT DISTINCT fingerprint_version FROM history WHERE since = 2'),
    ).toEqual([[1]])
  })
})

describe('a scope', () => {
  const scope: SliceScope = {
    days: { firstDay: day(2), lastDay: day(3) },
    networks: ['admob', 'tapjoy'],
    accountId: 1,
  }
  const stored = [
    ...[1, 2, 3, 4].map((date) => on(date)),
    ...[on(2, { network: 'vungle' }), on(2, { app_id: 'eur' }), on(3, { app_id: 'pop' })],
  ]

  test('ends the slices of its days, networks and account that have no rows', async () => {
    const site = await open()
    await site.put(stored)
    const effect = await site.put([on(2, { impressions: '7' }), on(4)], { scope })
    expect(effect).toMatchObject({ slices: 2, replacedSlices: 2, removedSlices: 2 })
    expect(await site.changes()).toEqual([
      ...['2 11 0 restated', '3 11 0 removed', '3 12 0 removed', '4 11 0 unchanged'],
    ])
    expect(await site.slices()).toEqual([
      ...['1 11 0 1 0', '2 11 0 7 0', '2 11 1 1 0', '2 21 1 1 0', '4 11 0 1 0'],
    ])
  })

  test('of networks without figures ends nothing', async () => {
    const site = await open()
    await site.put(stored)
    const none = { ...scope, networks: ['nobody'] }
    expect(await site.put([on(2)], { scope: none })).toMatchObject({ removedSlices: 0 })
    // The name of an ad format is no network.
    const format = { ...scope, networks: ['video'] }
    expect(await site.put([on(2)], { scope: format })).toMatchObject({ removedSlices: 0 })
  })
})

test('a secondary report is stored apart, and its money is that of the account', async () => {
  const site = await open()
  await site.put([on(1, { revenue: '1' })])
  const reportIds = new Map([[1, 2_000_000_000]])
  const effect = await site.put([on(1, { revenue: '2' })], { reportIds })
  expect(effect).toMatchObject({ replacedSlices: 0, revenueMicros: new Map([[1, 2_000_000n]]) })
  expect(await site.slices()).toEqual(['1 11 0 1 1000000', '1 11 1 1 2000000'])
})

describe('a partial import', () => {
  const isPartial = true

  test('adds to the current figures, and counts only its own rows and money', async () => {
    const site = await open()
    await site.put([
      on(1, { impressions: '5', clicks: '1', revenue: '1' }),
      on(1, { country: 'DE', impressions: '6', revenue: '2' }),
      on(2, { impressions: '8' }),
    ])
    const rows = [
      on(1, { impressions: '2', installs: '3', revenue: '0.5' }),
      on(1, { impressions: '1', revenue: '0.25' }),
      on(1, { country: 'FR', impressions: '4', revenue: '0' }),
      on(3, { impressions: '9' }),
    ]
    expect(await site.put(rows, { isPartial })).toMatchObject({
      rows: 3,
      slices: 2,
      replacedSlices: 1,
      unchangedSlices: 0,
      removedSlices: 0,
      impressions: 16n,
      revenueMicros: new Map([[1, 750_000n]]),
    })
    expect(await site.slices()).toEqual(['1 11 0 18 3750000', '2 11 0 8 0', '3 11 0 9 0'])
    const figures = `SELECT impressions, clicks, installs, revenue_micros FROM stored_figures
      WHERE day(day) = 1 ORDER BY ALL`
    expect(await site.lines(figures)).toEqual(['4   0', '6   2000000', '8 1 3 1750000'])
  })

  test('counts what it adds to slices with equal totals', async () => {
    const site = await open()
    await site.put([on(1), on(2)])
    const effect = await site.put([on(1), on(2)], { isPartial })
    expect(effect).toMatchObject({ slices: 2, impressions: 2n })
  })

  test('adds rows that have no repeated keys too', async () => {
    const site = await open()
    await site.put([on(1, { impressions: '5' })])
    await site.put([on(1, { impressions: '2' })], { isPartial, repeatedKeys: 'none' })
    expect(await site.slices()).toEqual(['1 11 0 7 0'])
  })

  test('adds without loss to the largest amounts', async () => {
    const site = await open()
    await site.put([on(1, { revenue: '9999999999.999999' })])
    await site.put([on(1, { revenue: '9999999999.000001' })], { isPartial })
    expect(await site.slices()).toEqual(['1 11 0 2 19999999999000000'])
  })
})

describe('the next figures', () => {
  const figures = `SELECT day(day), account, app, network, format, country, ad_tag,
    impressions, clicks, installs, revenue_micros FROM next_figures`
  const plan = async (rows: readonly Row[], options: ImportOptions = {}) => {
    const site = await open()
    const { converted } = await site.plan(rows, options)
    return { lines: await site.lines(figures), converted, site }
  }

  test.each(['none', 'added up'] as const)(
    'have the codes of their names, with keys that are repeated: %s',
    async (repeatedKeys) => {
      const row = on(5, {
        network: 'tapjoy',
        format: 'banner',
        country: 'DE',
        ad_tag: 'menu',
      })
      const counts = { impressions: '7', clicks: '0', installs: null, revenue: '-1.25' }
      const { lines } = await plan([{ ...row, ...counts }], { repeatedKeys })
      // D is the fourth letter, E the fifth: 3 × 26 + 4.
      expect(lines).toEqual(['5 1 11 2 1 82 1 7 0  -1250000'])
    },
  )

  test.each<[string, string]>([
    ['0.000001', '1'],
    ['-0.000001', '-1'],
    ['1234567890.123456', '1234567890123456'],
    ['9999999999.999999', '9999999999999999'],
    ['-9999999999.999999', '-9999999999999999'],
    ['1.50', '1500000'],
    ['7', '7000000'],
  ])('of %s are %s micros, added up or not', async (revenue, micros) => {
    for (const repeatedKeys of ['none', 'added up'] as const) {
      const { lines } = await plan([{ revenue }], { repeatedKeys })
      expect(lines[0]?.split(' ').at(-1)).toBe(micros)
    }
  })

  test('add money up before it is rounded, once', async () => {
    const { lines } = await plan([
      ...[{ revenue: '0.0000004' }, { revenue: '0.0000004' }],
      ...[
        { country: 'DE', revenue: '0.0000004' },
        { country: 'FR', revenue: '-0.0000005' },
      ],
    ])
    // 0.8, 0.4 and -0.5 micros; DE sorts before FR and US.
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['0', '-1', '1'])
  })

  test('round money once for all ad tags, each of which gets what it adds', async () => {
    const tags = (revenue: string, country = 'US') =>
      [null, 'menu'].map((adTag) => ({ ad_tag: adTag, revenue, country }))
    const { lines } = await plan([
      ...tags('0.0000005'),
      ...tags('-0.0000005', 'DE'),
      ...tags('0.0000004', 'FR'),
      { ad_tag: 'menu', country: 'JP', revenue: '0.0000005' },
    ])
    // DE: -0.5 and -1 micros, FR: 0.4 and 0.8, JP: 0.5 alone, US: 0.5 and 1.
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual([
      '-1',
      '0',
      '0',
      '1',
      '1',
      '1',
      '0',
    ])
  })

  test('add counts up; a count is unknown only when every row is', async () => {
    const { lines } = await plan([
      { impressions: '2', clicks: '1', installs: null },
      { impressions: '3', clicks: null, installs: null },
      { country: 'DE', installs: '4' },
      { country: 'DE', installs: '3' },
    ])
    expect(lines).toEqual(['1 1 11 0 0 82 0 2  7 0', `1 1 11 0 0 ${20 * 26 + 18} 0 5 1  0`])
  })

  test('have requests like other counts, added up or not and in any currency', async () => {
    const rowsIn = (currency: string | null) => [
      { requests: '9', matched_requests: null, currency },
      { country: 'DE', requests: '0', matched_requests: '7' },
      { country: 'FR' },
    ]
    const requests = 'SELECT requests, matched_requests FROM next_figures ORDER BY country'
    for (const repeatedKeys of ['none', 'added up'] as const) {
      for (const currency of [null, 'EUR']) {
        const options = { repeatedKeys, rates: currency ? rates : [] }
        const { site } = await plan(rowsIn(currency), options)
        expect(await site.lines(requests)).toEqual(['0 7', ' ', '9 '])
      }
    }
    const { site } = await plan(
      [
        ...rowsIn('EUR'),
        { requests: '1', matched_requests: '2' },
        { country: 'DE', requests: '5' },
      ],
      { rates },
    )
    expect(await site.lines(requests)).toEqual(['5 7', ' ', '10 2'])
  })

  test('are in the order in which they are stored: month, account, app, day, network', async () => {
    const { site } = await plan([
      { date: '2026-04-01' },
      { app_id: 'eur' },
      { app_id: 'pop' },
      { date: '2026-03-09' },
      { network: 'vungle' },
      {},
    ])
    const order = ['2026-03-01 11 0', '2026-03-01 11 1', '2026-03-09 11 0', '2026-03-01 12 0']
    const expected = [...order, '2026-03-01 21 1', '2026-04-01 11 0']
    for (const table of ['next_figures', 'next_slices']) {
      expect(await site.lines(`SELECT day, app, network FROM ${table}`)).toEqual(expected)
    }
  })

  const rates = [
    { day: '2026-03-01', currency: 'EUR', accountId: 1, rate: '1.0842' },
    { day: '2026-03-02', currency: 'EUR', accountId: 1, rate: '2' },
    { day: '2026-03-01', currency: 'JPY', accountId: 1, rate: '0.006' },
  ]

  test('are converted with the rate of their day and currency', async () => {
    const { lines, converted } = await plan(
      [
        on(1, { revenue: '1.5', currency: 'EUR', impressions: '4', clicks: '2', installs: '1' }),
        on(2, { revenue: '1.5', currency: 'EUR' }),
        on(1, { country: 'JP', revenue: '100', currency: 'JPY' }),
        on(2, { country: 'JP', revenue: '3', currency: 'USD' }),
        on(2, { country: 'DE', revenue: '4', currency: null }),
        on(1, { app_id: 'eur', revenue: '5', currency: 'EUR' }),
      ],
      { rates },
    )
    const money = lines
      .map((line) => line.split(' '))
      .map((cells) => [cells[0], cells[2], cells.at(-1)])
    expect(money).toEqual([
      ['1', '11', '600000'],
      ['1', '11', '1626300'],
      ['2', '11', '4000000'],
      ['2', '11', '3000000'],
      ['2', '11', '3000000'],
      ['1', '21', '5000000'],
    ])
    expect(lines[1]).toContain(' 4 2 1 1626300')
    expect(converted).toEqual(
      new Map([
        ['EUR', '3'],
        ['JPY', '100'],
      ]),
    )
  })

  test('are converted where no keys are repeated, too', async () => {
    const rows = [{ revenue: '1.5', currency: 'EUR' }, { country: 'DE' }]
    const { lines } = await plan(rows, { rates, repeatedKeys: 'none' })
    expect(lines.map((line) => line.split(' ').at(-1))).toEqual(['0', '1626300'])
  })

  test('add converted amounts and those in the account’s currency up, and round once', async () => {
    const { lines, site } = await plan(
      [
        { revenue: '0.0000004', currency: 'EUR', impressions: '1', clicks: '1', installs: '2' },
        { revenue: '0.0000004', currency: 'EUR', impressions: '2', clicks: '1', installs: '3' },
        { revenue: '0.0000001', impressions: '4', installs: '6' },
      ],
      { rates: [{ day: '2026-03-01', currency: 'EUR', accountId: 1, rate: '0.5' }] },
    )
    // 0.4 + 0.1 micros.
    expect(lines).toEqual([`1 1 11 0 0 ${20 * 26 + 18} 0 7 2 11 1`])
    expect(
      await site.lines(
        'SELECT currency, rate, impressions, clicks, CAST(revenue AS DOUBLE) * 1e7 FROM foreign_rows',
      ),
    ).toEqual(['EUR 0.5 3 2 8'])
  })

  test('keep 18 places of a product, so that later roundings go the right way', async () => {
    const rate = '0.333333333333333'
    const { lines } = await plan([{ revenue: '1.000000000000000001', currency: 'EUR' }], {
      rates: [{ day: '2026-03-01', currency: 'EUR', accountId: 1, rate }],
    })
    expect(lines[0]?.split(' ').at(-1)).toBe('333333')
    // 0.5000005 and a little less: 0.500000 499999…
    const half = await plan([{ revenue: '0.500000499999999999', currency: 'EUR' }], {
      rates: [{ day: '2026-03-01', currency: 'EUR', accountId: 1, rate: '1' }],
    })
    expect(half.lines[0]?.split(' ').at(-1)).toBe('500000')
  })
})

describe('figures that are too large', () => {
  // 9,223 × 10^15 fits 64 bits, 9,224 × 10^15 does not.
  const impressions = '999999999999999'
  const revenue = '9999999999'
  const rates = [{ day: '2026-03-01', currency: 'EUR', accountId: 1, rate: '999999999' }]

  test('are accepted while they fit 64 bits', async () => {
    const effect = await (await open()).plan([{ impressions }], { copies: 9_223 })
    expect(effect.impressions).toBe(9_223n * 999_999_999_999_999n)
  })

  test.each<[string, Row, ImportOptions]>([
    ['the impressions of a row', { impressions }, { copies: 9_224 }],
    ['the revenue of a row', { revenue }, { copies: 923 }],
    ['the impressions of a slice', { impressions }, { copies: 9_224, repeatedKeys: 'none' }],
    ['the revenue of a slice', { revenue }, { copies: 923, repeatedKeys: 'none' }],
    ['converted money', { revenue, currency: 'EUR' }, { rates }],
    ['the requests of a row', { requests: impressions }, { copies: 9_224 }],
    ['the matched requests of a row', { matched_requests: impressions }, { copies: 9_224 }],
    ['converted impressions', { impressions, currency: 'EUR' }, { rates, copies: 9_224 }],
  ])('are refused: %s', async (_title, row, options) => {
    const error = await (await open()).plan([row], options).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ code: 'figures_too_large', facts: {}, cause: expect.any(Error) })
  })

  test('are not the reason of other failures', async () => {
    const plan = (await open()).plan([{ impressions: 'many' }])
    await expect(plan).rejects.toThrow()
    await expect(plan).rejects.not.toBeInstanceOf(Refusal)
  })
})
