import { describe, expect, test } from 'vitest'
import { figures } from '../../src/facts/figures.ts'
import { sources } from '../../src/sources/all-sources.ts'
import { defaultImportLimits } from '../../src/sources/import-limits.ts'
import { RecordTranslator } from '../../src/sources/record-translator.ts'
import { findColumn } from '../../src/sources/report-file.ts'
import type { CellReader } from '../../src/sources/source.ts'
import { stagedColumns } from '../../src/sources/staged-columns.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { csv, openSite, placesOf, refusedUnchanged, shareSite } from '../import/import-site.ts'

const header = 'Country Name,Payout,Impressions,Ecpm Payout,Clicks'
const dashboard = { day: '2026-03-01', app: 'zap-ios' }

// Every import has the same day, app and network, so it replaces the one before.
const shared = shareSite()

/** The figures of a table of Verve's, by country. */
async function figuresOf(text: string | Uint8Array, name = 'report.csv') {
  const site = shared()
  const summary = await site.importStats([await site.file(name, text)], dashboard)
  expect(summary.source).toBe('verve')
  return (await site.figures()).map((line) => line.replace('2026-03-01 zap-ios verve unknown ', ''))
}

const row = (country: string, payout: string, impressions = '10', clicks = '1') =>
  `${country},${payout},${impressions},0.5,${clicks}`

describe('money', () => {
  test.each([
    ['0.000404', 404],
    ['0.036300000000000006', 36_300],
    ['1.0E-4', 100],
    ['9.000000000000001E-4', 900],
    ['9.6e-05', 96],
    ['5E-7', 1],
    ['4.9E-7', 0],
    ['1.2E+3', 1_200_000_000],
    ['0', 0],
    ['0.0', 0],
    ['$12.50', 12_500_000],
    ['"$1,234,567.89"', 1_234_567_890_000],
    ['"1,000"', 1_000_000_000],
  ])('written as %s is %d micros', async (payout, micros) => {
    expect(await figuresOf(csv([row('US', payout)], header))).toEqual([`US 10 1 0 ${micros}`])
  })

  test('is added up before it is rounded', async () => {
    // Three times 0.4 micros are 1.2; rounded separately they would be 0. Three times 0.5 are 1.5;
    // rounded separately they would be 3.
    const rows = [
      ...['US', 'USA', 'United States'].map((name) => row(name, '0.0000004')),
      ...['DE', 'DEU', 'Germany'].map((name) => row(name, '5.0E-7')),
    ]
    expect(await figuresOf(csv(rows, header))).toEqual(['DE 30 3 0 2', 'US 30 3 0 1'])
  })

  test.each(['1,5', '"12,34"', 'free', '€5', '--1'])(
    'is refused when ambiguous or invalid: %s',
    async (payout) => {
      const site = shared()
      const columns = header.replaceAll(',', ';')
      const text = csv([row('US', '@', '10').replaceAll(',', ';').replace('@', payout)], columns)
      const file = await site.file('report.csv', text)
      const refusal = await refusedUnchanged(site, () => site.importStats([file], dashboard))
      const value = JSON.stringify(payout.replaceAll('"', ''))
      expect(placesOf(refusal)).toEqual([`report.csv:2: revenue: ${value}`])
    },
  )
})

describe('counts', () => {
  test.each([
    ['"12,345"', 12_345],
    ['12.0', 12],
    ['1.2E3', 1_200],
    ['0', 0],
  ])('written as %s are %d', async (impressions, count) => {
    expect(await figuresOf(csv([row('US', '1', impressions)], header))).toEqual([
      `US ${count} 1 0 1000000`,
    ])
  })
})

describe('a line of totals', () => {
  test.each(['Total', 'Totals', 'TOTAL', 'Grand Total', 'Total:', 'Subtotal'])(
    'at the end is not a figure: %s',
    async (word) => {
      const rows = [row('US', '0.5'), row('DE', '0.25'), row(word, '0.75', '20', '2')]
      expect(await figuresOf(csv(rows, header))).toEqual(['DE 10 1 0 250000', 'US 10 1 0 500000'])
    },
  )

  test('whose first cells are empty is not a figure', async () => {
    const site = await openSite()
    await site.call(linkApp, { network: 'adcolony', networkAppId: 'Hop', appId: 'zap-ios' })
    const text = csv(
      ['2026-03-01,Hop,0.5,10,1', ',Total,0.5,10,1'],
      'Start Date,App Name,Earnings ($),Impressions,Clicks',
    )
    await site.importStats([await site.file('report.csv', text)])
    expect(await site.figures()).toEqual(['2026-03-01 zap-ios adcolony unknown ZZ 10 1 0 500000'])
  })
})

describe('a table', () => {
  const lines = [header, row('"Korea, Republic of"', '0.5'), row("Cote d'Ivoire", '"0.000404"')]
  const figures = ['CI 10 1 0 404', 'KR 10 1 0 500000']
  const quoted = (delimiter: string) =>
    lines.map((line) => line.replace(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/g, delimiter)).join('\n')

  test.each<[string, string | Uint8Array]>([
    ['with commas', quoted(',')],
    ['with semicolons', quoted(';')],
    ['with tabs', quoted('\t')],
    ['with a byte order mark', `\uFEFF${quoted(',')}`],
    ['with a byte order mark and semicolons', `\uFEFF${quoted(';')}`],
    ['with CRLF and a final newline', `${lines.join('\r\n')}\r\n`],
    ['in little-endian UTF-16', Buffer.from(`\uFEFF${quoted('\t')}`, 'utf16le')],
    ['in big-endian UTF-16', Buffer.from(`\uFEFF${quoted('\t')}`, 'utf16le').swap16()],
  ])('is read %s', async (_how, text) => {
    expect(await figuresOf(text)).toEqual(figures)
  })

  test('with a byte order mark and a quoted first column is read', async () => {
    const text = csv([row('US', '0.5')], header.replace('Country Name', '"Country Name"'))
    expect(await figuresOf(`\uFEFF${text}`)).toEqual(['US 10 1 0 500000'])
  })
})

describe('clicks and installs', () => {
  const toCells = (source: string, row: Readonly<Record<string, string>>) => {
    const network = sources.get(source)!
    const reading = { limits: defaultImportLimits, signal: new AbortController().signal }
    const cell: CellReader = (column) => row[findColumn(Object.keys(row), column) ?? ''] ?? ''
    const record = network.reports[0]!.read(cell, () => '')
    const read = new RecordTranslator(
      network,
      { kind: figures, name: source },
      {},
      reading,
    ).toCells(record, 'report')!
    if ('fault' in read) expect.fail(JSON.stringify(read.fault))
    return Object.fromEntries(stagedColumns.map((column, index) => [column, read.cells[index]]))
  }

  test('that a source does not report are unknown, not zero', () => {
    const unity = { timestamp: '2026-03-01T00:00:00.000Z', source_game_id: '1', platform: 'ios' }
    expect(toCells('unity-ads', { ...unity, start_count: '5', revenue_sum: '0' })).toMatchObject({
      impressions: '5',
      clicks: null,
      installs: null,
    })
    const app = { day: '2026-03-01', application: 'Hop', platform: 'ios' }
    const max = { ...app, network: 'ADMOB', impressions: '5' }
    expect(toCells('applovin-max', { ...max, revenue: '0' })).toMatchObject({ clicks: null })
  })

  test('that a source reports as zero are zero', () => {
    const row = { dt: '2026-03-01', appId: '1', impressionsDelivered: '5', moneyEarned: '0' }
    expect(
      toCells('chartboost', { ...row, clicksDelivered: '0', installDelivered: '0' }),
    ).toMatchObject({
      clicks: '0',
      installs: '0',
    })
  })
})
