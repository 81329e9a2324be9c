import { describe, expect, test } from 'vitest'
import { networkNumberRules, ownNumberRules } from '../../src/sources/staged-columns.ts'
import type { RowChecks } from '../../src/staging/check-rows.ts'
import { apps, type Row, type ScratchSite, useScratch } from './scratch-site.ts'

const open = useScratch()

const noChecks: RowChecks = {
  badLabels: [],
  foreignCurrencies: [],
  numbers: ownNumberRules,
  refuseDuplicates: false,
}

/** Checks rows. @returns the outcome, and the bad cells as `line column value` */
async function check(rows: readonly Row[], checks: Partial<RowChecks> = {}, site?: ScratchSite) {
  const stage = await (site ?? (await open())).stage(rows)
  const { badCells, unreadable } = await stage.check({ ...noChecks, ...checks })
  const cells = badCells === 0 ? [] : await stage.badCells()
  expect(cells).toHaveLength(badCells)
  const lines = cells.map(({ line, column, value }) => `${line} ${column} ${value}`)
  return { badCells, unreadable, lines, cells }
}

describe('numbers', () => {
  test.each<[Row, string]>([
    [{ impressions: '-1' }, 'impressions -1'],
    [{ impressions: '1234567890123456' }, 'impressions 1234567890123456'],
    [{ impressions: null }, 'impressions null'],
    [{ clicks: '1.5' }, 'clicks 1.5'],
    [{ installs: 'x' }, 'installs x'],
    [{ requests: '-1' }, 'requests -1'],
    [{ requests: '1234567890123456' }, 'requests 1234567890123456'],
    [{ matched_requests: '0.5' }, 'matched_requests 0.5'],
    [{ revenue: '1.2345678' }, 'revenue 1.2345678'],
    [{ revenue: null }, 'revenue null'],
  ])('%o is bad', async (row, cell) => {
    const { lines } = await check([{ date: '2026-03-02' }, row])
    expect(lines).toEqual([`3 ${cell}`])
  })

  test('that are missing are bad only where they are required', async () => {
    const unknown = { clicks: null, installs: null, requests: null, matched_requests: null }
    expect((await check([unknown])).lines).toEqual([])
  })

  test('may be more matched requests than requests, which networks do report', async () => {
    expect((await check([{ requests: '3', matched_requests: '4' }])).lines).toEqual([])
  })

  test('of a network may have more decimal places', async () => {
    const { lines } = await check([{ revenue: '1.2345678' }], { numbers: networkNumberRules })
    expect(lines).toEqual([])
  })

  test('of unreadable rows are not checked', async () => {
    const fault = { column: 'row', value: 'a,b', accepts: 'eleven cells' }
    const { lines, cells, unreadable } = await check([{ fault, unreadable: true }])
    expect(lines).toEqual(['2 row a,b'])
    expect(cells[0]?.accepts).toBe('eleven cells')
    expect(unreadable).toBe(1)
  })
})

describe('labels', () => {
  test('that are not accepted are bad wherever they are, missing ones too', async () => {
    const rows = [{ country: 'XX' }, {}, { country: 'XX' }, { country: null }, { network: 'XX' }]
    const badLabels = [
      { column: 'country', value: 'XX' },
      { column: 'country', value: null },
    ] as const
    expect((await check(rows, { badLabels })).lines).toEqual([
      ...['2 country XX', '4 country XX', '5 country null'],
    ])
  })

  test('without which the slice of a row is unknown are counted apart', async () => {
    const rows = [{ date: 'soon' }, { app_id: 'nobody' }, { network: '?' }, { format: '?' }]
    const badLabels = [
      { column: 'date', value: 'soon' },
      { column: 'app_id', value: 'nobody' },
      { column: 'network', value: '?' },
      { column: 'format', value: '?' },
    ] as const
    expect(await check(rows, { badLabels })).toMatchObject({ badCells: 4, unreadable: 3 })
  })
})

test('bad cells are sorted by file, line and column, and a limit keeps the first', async () => {
  const site = await open()
  const stage = await site.stage([
    { file: 1, line: 9, impressions: '-1' },
    { line: 4, revenue: 'ten', clicks: '?', country: 'XX' },
    { line: 3, fault: { column: 'date', value: 'no', accepts: 'a day' }, clicks: '?' },
  ])
  await stage.check({ ...noChecks, badLabels: [{ column: 'country', value: 'XX' }] })
  const places = (await stage.badCells()).map(({ file, line, column }) => [file, line, column])
  expect(places).toEqual([
    [0, 3, 'date'],
    [0, 3, 'clicks'],
    [0, 4, 'country'],
    [0, 4, 'clicks'],
    [0, 4, 'revenue'],
    [1, 9, 'impressions'],
  ])
  expect(await stage.badCells(2)).toHaveLength(2)
})

test('a currency is bad for the apps of accounts in another', async () => {
  const rows = [
    { currency: 'EUR' },
    { app_id: 'eur', currency: 'EUR', impressions: '-1' },
    { app_id: 'eur', currency: 'USD' },
    { currency: null },
  ]
  const foreignCurrencies = [
    ['zap', 'EUR'],
    ['eur', 'USD'],
  ] as const
  const { lines, cells } = await check(rows, { foreignCurrencies })
  expect(lines).toEqual(['2 currency EUR', '3 impressions -1', '4 currency USD'])
  expect(cells[0]).toEqual({ file: 0, line: 2, column: 'currency', value: 'EUR' })
})

describe('duplicates', () => {
  const refuseDuplicates = true
  const other: [string, Row][] = [
    ['day', { date: '2026-03-02' }],
    ['app', { app_id: 'pop' }],
    ['network', { network: 'vungle' }],
    ['ad format', { format: 'banner' }],
    ['country', { country: 'DE' }],
    ['ad tag', { ad_tag: 'menu' }],
  ]

  test('are bad from the second row of a key on, which names the first', async () => {
    const rows = [{ line: 7 }, { country: 'DE' }, { line: 5 }, { file: 1, line: 2, clicks: '4' }]
    const { cells, unreadable } = await check(rows, { refuseDuplicates })
    const duplicate = {
      column: 'date, app_id, network, format, country, ad_tag',
      value: '2026-03-01, zap, admob, video, US, default',
      sameAs: { file: 0, line: 5 },
    }
    expect(cells).toEqual([
      { file: 0, line: 7, ...duplicate },
      { file: 1, line: 2, ...duplicate },
    ])
    expect(unreadable).toBe(0)
  })

  test.each(other)('are not rows of another %s', async (_title, row) => {
    expect((await check([{}, row], { refuseDuplicates })).lines).toEqual([])
  })

  test('are a row without an ad tag and one with the default', async () => {
    const { lines } = await check([{ ad_tag: 'default' }, {}], { refuseDuplicates })
    expect(lines).toHaveLength(1)
  })

  test('are no faults where they are added up, nor rows that a reader refused', async () => {
    expect((await check([{}, {}])).lines).toEqual([])
    const fault = { column: 'clicks', value: '?', accepts: 'a number' }
    const rows = [{ fault }, { fault }, {}]
    expect((await check(rows, { refuseDuplicates })).lines).toEqual(['2 clicks ?', '3 clicks ?'])
    const { lines } = await check([{}, {}, { fault }], { refuseDuplicates })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['3', '4'])
    expect(lines[1]).toBe('4 clicks ?')
  })

  test('sort after the other cells of their row', async () => {
    const { lines } = await check([{}, { revenue: 'ten', currency: 'usd' }], {
      refuseDuplicates,
      badLabels: [{ column: 'currency', value: 'usd' }],
    })
    expect(lines.map((line) => line.split(' ')[1])).toEqual(['revenue', 'currency', 'date,'])
  })
})

describe('rejected slices', () => {
  /** Rejects bad slices. @returns the lines of the rows and those that stay */
  async function reject(rows: readonly Row[]) {
    const site = await open()
    const stage = await site.stage(rows)
    await stage.check(noChecks)
    const rejected = await stage.rejectBadSlices(apps)
    const left = await site.lines('SELECT file, line FROM stage ORDER BY ALL')
    expect(stage.rowCount).toBe(left.length)
    const places = rejected.rows.map(({ file, line }) => `${file} ${line}`)
    return { ...rejected, places, left }
  }

  test('take the good rows of their day, app and network with them, and no others', async () => {
    const { places, left, slices } = await reject([
      { impressions: '-1' },
      { country: 'DE' },
      { date: '2026-03-02' },
      { app_id: 'pop' },
      { network: 'vungle' },
      { file: 1, line: 2, format: 'banner', clicks: '?' },
    ])
    expect(places).toEqual(['0 2', '0 3', '1 2'])
    expect(left).toEqual(['0 4', '0 5', '0 6'])
    expect(slices).toBe(1)
  })

  test('include rows that name the same app differently', async () => {
    const { places, left, slices } = await reject([
      { app_id: 'zap-2', clicks: '?' },
      {},
      { app_id: 'pop' },
    ])
    expect([places, left, slices]).toEqual([['0 2', '0 3'], ['0 4'], 1])
  })

  test('of unknown apps are told apart', async () => {
    const { places, left, slices } = await reject([
      { app_id: 'new-1', clicks: '?' },
      { app_id: 'new-1' },
      { app_id: 'new-2' },
      { app_id: '11' },
    ])
    expect([places, left, slices]).toEqual([['0 2', '0 3'], ['0 4', '0 5'], 1])
  })

  test('are counted, and give the cells of their rows', async () => {
    const { rows, slices } = await reject([
      { line: 9, clicks: '?', installs: '?' },
      { line: 3, date: '2026-03-02', clicks: '!', requests: '8', ad_tag: 'menu' },
    ])
    expect(slices).toBe(2)
    expect(rows).toEqual([
      {
        file: 0,
        line: 3,
        cells: [
          ...['2026-03-02', 'zap', 'admob', 'video', 'US', '1', '!', null, '8', null],
          ...['0', 'menu', null],
        ],
      },
      {
        file: 0,
        line: 9,
        cells: [
          ...['2026-03-01', 'zap', 'admob', 'video', 'US', '1', '?', '?', null, null],
          ...['0', null, null],
        ],
      },
    ])
  })
})
