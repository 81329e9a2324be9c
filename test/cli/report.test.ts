import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { adtally, adtallyWorks, expectOneClearLine } from './run-adtally.ts'
import { newStudio, shareServer, shareStudio, statsCsv } from './studio.ts'

const days = ['--start-date', '2026-03-01', '--end-date', '2026-03-02']

describe.each([
  ['without a server', false],
  ['through a server', true],
])('report %s', (_title, through) => {
  const shared = shareStudio()
  beforeAll(
    async () => void (await adtallyWorks(['import', 'stats', 'stats.csv'], shared().options)),
  )
  if (through) shareServer(shared)
  const report = (...args: string[]) => adtally(['report', 'studio', ...args], shared().options)
  const printed = async (...args: string[]) => (await report(...args)).stdout

  test('prints an aligned table with totals', async () => {
    const table = await printed(
      ...days,
      ...['--dimensions', 'date,app_name,country', '--metrics', 'impressions,revenue,ecpm,clicks'],
    )
    // 13 ÷ 1400 × 1000 = 9.28571…
    expect(table).toBe(`date        app_name  country  impressions  revenue     ecpm  clicks
2026-03-01  Zap       US              1000     12.5  12.5000       -
2026-03-02  Brick     DE               400      0.5   1.2500       -
total                                 1400     13.0   9.2857       -
2026-03-01 to 2026-03-02, in USD
`)
  })

  test('takes the parameters of the endpoint as options', async () => {
    const rows = await printed(
      ...[...days, '--dimensions', 'network', '--metrics', 'revenue', '--format', 'csv'],
      ...['--order-by', 'revenue:desc', '--country', 'US,DE', '--ad-format-not', 'native'],
    )
    expect(rows).toBe('network,revenue\r\nownnet,12.5\r\nadmob,0.5\r\n')
    const one = await printed(
      ...[...days, '--dimensions', 'network', '--metrics', 'revenue', '--format', 'csv'],
      ...['--network', 'admob', '--network', 'vungle', '--platform', 'android'],
    )
    expect(one).toBe('network,revenue\r\nadmob,0.5\r\n')
  })

  test('compares, and prints JSON with exact numbers', async () => {
    const text = await printed(
      ...['--start-date', '2026-03-02', '--end-date', '2026-03-02', '--metrics', 'revenue'],
      ...['--compare', 'previous_period', '--format', 'json'],
    )
    const { meta, totals, data, has_more } = JSON.parse(text)
    expect(meta.compare).toEqual({ start_date: '2026-03-01', end_date: '2026-03-01' })
    // (0.5 - 12.5) ÷ 12.5
    expect(totals).toEqual({ revenue: 0.5, previous_revenue: 12.5, change_revenue: -0.96 })
    expect([data, has_more]).toEqual([[totals], false])
  })

  test('prints a line of JSON for each row', async () => {
    const lines = await printed(
      ...[...days, '--dimensions', 'date', '--metrics', 'revenue', '--format', 'ndjson'],
    )
    expect(lines).toBe(
      '{"date":"2026-03-01","revenue":12.5}\n{"date":"2026-03-02","revenue":0.5}\n',
    )
  })

  test('says on stderr that there are more rows, and which values no figure has', async () => {
    const { stdout, stderr, code } = await report(
      ...[...days, '--dimensions', 'date', '--limit', '1', '--country', 'US,DE,NZ'],
      ...['--format', 'csv'],
    )
    expect(stdout.split('\r\n')).toHaveLength(3)
    expect([code, stderr]).toEqual([
      0,
      'No figures have this value of --country: NZ\nThere are more rows: raise --limit, or use --format csv.\n',
    ])
  })

  test.each<[string, string[], RegExp]>([
    ['no days', [], /--start-date: is required: .*days=last_28/],
    ['half of the days', ['--start-date', '2026-03-01'], /--end-date: is required/],
    ['a bad day', ['--start-date', '1', '--end-date', '2'], /--start-date: "1" is not accepted/],
    ['days in two ways', [...days, '--days', 'last_7'], /--days: excludes start_date and end_date/],
    [
      'an unknown metric',
      [...days, '--metrics', 'money'],
      /--metrics: "money".*did you mean revenue/,
    ],
    [
      'days in the wrong order',
      ['--start-date', '2026-03-02', '--end-date', '2026-03-01'],
      /--end-date: 2026-03-01 is before/,
    ],
    ['a bad limit', [...days, '--limit', 'all'], /--limit/],
    [
      'an unknown app',
      [...days, '--app-id', 'nothing'],
      /--app-id: .*no app with the app_id nothing/,
    ],
    ['an unknown format', [...days, '--format', 'xml'], /--format/],
    ['an unknown option', [...days, '--geo', 'us'], /--geo/],
  ])('is refused with %s', async (_, args, message) => {
    const outcome = await report(...args)
    expect([outcome.code, outcome.stdout]).toEqual([1, ''])
    expect(outcome.stderr).toMatch(message)
  })

  test('an unknown account is refused in one line', async () => {
    expectOneClearLine(await adtally(['report', 'nobody', ...days], shared().options))
  })

  test('a link answers the report endpoint', async () => {
    const { options } = shared()
    const create = 'links create studio sheet --days last_365 --format ndjson'.split(' ')
    const link = await adtallyWorks(
      [...create, '--dimensions', 'month,country', '--country', 'US', '--json'],
      options,
    )
    expect(JSON.parse(link)).toMatchObject({
      format: 'ndjson',
      question: { days: 'last_365', dimensions: 'month,country', country: 'US' },
    })
    const refused = await adtally(
      [...create.toSpliced(3, 1, 'other'), '--metrics', 'money'],
      options,
    )
    expect(refused.stderr).toMatch(/--metrics: "money" is not ac/)
  })
})

test('a report of thousands of rows is printed whole, and cut in a table', async () => {
  const { options, folder } = await newStudio()
  const rows = Array.from({ length: 6_001 }, (_, nth) => {
    const tag = `t${String(nth).padStart(4, '0')}`
    return `2026-03-01,zap,ownnet,video,US,${nth},0.1,${tag}`
  })
  const header = `${statsCsv.split('\n')[0]},ad_tag`
  await writeFile(join(folder, 'many.csv'), [header, ...rows, ''].join('\n'))
  await adtallyWorks(['import', 'stats', 'many.csv'], options)
  const question = [
    ...'report studio --dimensions ad_tag --metrics impressions'.split(' '),
    ...days,
  ]
  const csv = await adtally([...question, '--format', 'csv'], options)
  expect(csv.stdout.trimEnd().split('\r\n')).toEqual([
    'ad_tag,impressions',
    ...rows.map((_, nth) => `t${String(nth).padStart(4, '0')},${nth}`),
  ])
  const table = await adtally(question, options)
  // A header, 1,000 rows, totals and days.
  expect(table.stdout.trimEnd().split('\n')).toHaveLength(1_003)
  expect(table.stderr).toMatch(/There are more rows/)
})
