import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { workbookFile } from '../fixtures/workbook-file.ts'
import { mintegralPage } from '../import/network-reports.ts'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  failureLines,
} from './run-adtally.ts'
import { newStudio, shareStudio, statsCsv } from './studio.ts'

const shared = shareStudio()

test('apps are imported and updated, printing a line or JSON', async () => {
  const { options } = await newStudio()
  const input = 'app_id,publisher,app_name,platform\nzap,studio,Zap 2,ios\nnew,studio,New,ios\n'
  const text = await adtallyWorks(['import', 'apps', '-'], { ...options, input })
  expect(text).toBe('1 app added, 1 updated.\n')
  const json = await adtallyJson(['import', 'apps', 'apps.csv'], options)
  expect(json).toEqual({ files: ['apps.csv'], added: 0, updated: 2 })
})

test('stats are imported, printing a summary or JSON', async () => {
  const { options } = await newStudio()
  const { code, stdout, stderr } = await adtally(['import', 'stats', 'stats.csv'], options)
  expect(code).toBe(0)
  expect(stdout).toContain('2 rows')
  expect(stdout).toContain('1,400 impressions')
  expect(stdout).toContain('13 USD')
  // Without a terminal, progress is only printed after ten seconds.
  expect(stderr).toBe('')
  for (const drawn of ['\u001b', '\r']) expect(stderr + stdout).not.toContain(drawn)
  const json = await adtallyJson(['import', 'stats', 'stats.csv'], options)
  expect(json).toEqual({
    import: 2,
    other_sources: {},
    kept_other_sources: {},
    recorded_at: expect.stringMatching(/^20\d\d-.*Z$/),
    later_than_clock: false,
    source: 'adtally',
    source_title: "Adtally's own format",
    day_zone: 'UTC',
    report: null,
    files: ['stats.csv'],
    accounts: ['studio'],
    networks: ['admob', 'ownnet'],
    rows: 2,
    slices: 2,
    replaced_slices: 2,
    unchanged_slices: 2,
    first_day: '2026-03-01',
    last_day: '2026-03-02',
    last_day_in_future: false,
    impressions: '1400',
    revenue: { USD: '13' },
    converted: {},
    created_apps: [],
    unknown_countries: {},
    unknown_formats: {},
    unused_columns: [],
    new_networks: {},
    set_aside: [],
    matched_apps: [],
    earlier_rates: [],
    more_earlier_rates: 0,
    secondary: [],
    skipped_rows: 0,
    skipped_slices: 0,
    reject_file: null,
  })
})

test('the same figures again, and days to come, are said in a line', async () => {
  const { options, folder } = await newStudio()
  const again = 'Nothing changed: the same figures were imported before.\n'
  expect(await adtallyWorks(['import', 'stats', 'stats.csv'], options)).not.toContain(again)
  expect(await adtallyWorks(['import', 'stats', 'stats.csv'], options)).toContain(again)
  const year = new Date().getUTCFullYear() + 1
  await writeFile(join(folder, 'future.csv'), statsCsv.replace('2026-03-02', `${year}-12-31`))
  const warning = `The last day, ${year}-12-31, is in the future.`
  const preview = await adtallyWorks(['import', 'stats', '--dry-run', 'future.csv'], options)
  expect(preview).toContain(`${warning}\n`)
  expect(await adtallyWorks(['import', 'stats', 'future.csv'], options)).toContain(
    `${warning} If it is wrong, undo the import: adtally imports undo 3\n`,
  )
})

test('a dry run of stats shows what would change, and changes nothing', async () => {
  const { options } = await newStudio()
  const lines = await adtallyWorks(['import', 'stats', '--dry-run', 'stats.csv'], options)
  expect(lines).toBe(`Source: Adtally's own format (adtally), days in UTC.
2 rows, 2 slices (day, app, network), 0 of them unchanged. Nothing was imported.
account  network  day         rows  slices   impressions  revenue
studio   admob    2026-03-02  1     1 added  0 -> 400     0 -> 0.5
studio   ownnet   2026-03-01  1     1 added  0 -> 1,000   0 -> 12.5
`)
  expect(await adtallyWorks(['imports'], options)).toMatch(/^No imports yet/)
  await adtallyWorks(['import', 'stats', 'stats.csv'], options)
  const json = await adtallyJson(['import', 'stats', '--dry-run', 'stats.csv'], options)
  expect(json).toMatchObject({ rows: 2, unchanged_slices: 2, removed_slices: 0, more_days: 0 })
})

describe('standard input', () => {
  const stats = (input: string | Uint8Array, ...more: string[]) =>
    adtallyJson(['import', 'stats', '-', ...more], { ...shared().options, input })
  const object =
    '{"date":"2026-03-05","app_id":"zap","network":"ownnet","format":"video","country":"US","impressions":1,"revenue":1}'

  test("is read as what it is: CSV, NDJSON, a network's JSON or a workbook", async () => {
    const read = { files: ['standard input'] }
    expect(await stats(statsCsv)).toMatchObject({ ...read, rows: 2 })
    expect(await stats(`${object}\n`)).toMatchObject({ ...read, rows: 1 })
    const other = object.replace('US', 'DE')
    expect(await stats(`\uFEFF${object}\n${other}\n`)).toMatchObject({ ...read, rows: 2 })
    const answer = mintegralPage(1, 1, [{ country: 'US', impressions: 3 }])
    const created = await stats(answer, '--create-apps', 'studio')
    expect(created).toMatchObject({ ...read, source: 'mintegral', rows: 1 })
    const rows = statsCsv.trim().split('\n')
    const workbook = workbookFile(rows.map((line) => line.split(',')))
    expect(await stats(workbook)).toMatchObject({ ...read, rows: 2 })
  })

  test('is read as what --input-format says', async () => {
    const { options } = shared()
    const args = ['import', 'stats', '-', '--input-format', 'ndjson']
    const outcome = await adtally(args, { ...options, input: statsCsv })
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    expect(failureLines(outcome)[1]).toMatch(/a JSON object on a line of its own/)
  })

  test('may be gzipped', async () => {
    const options = { ...shared().options, input: gzipSync(statsCsv) }
    expect(await adtallyJson(['import', 'stats', '-'], options)).toMatchObject({ rows: 2 })
  })

  test('that is empty is refused with one clear line', async () => {
    const { options } = shared()
    const outcome = await adtally(['import', 'stats', '-'], options)
    expect(expectOneClearLine(outcome)).toMatch(/standard input.*empty/)
  })

  test.each(['a list', 'a list over several lines', 'one object over several lines'])(
    "is refused as %s of Adtally's own format, and what is accepted is named",
    async (form) => {
      const row = { date: '2026-03-01', app_id: 'zap', network: 'ownnet', format: 'video' }
      const whole = { ...row, country: 'US', impressions: 1, revenue: '1' }
      const input = JSON.stringify(
        form.startsWith('a list') ? [whole] : whole,
        null,
        form === 'a list' ? 0 : 2,
      )
      const { options } = await newStudio()
      const outcome = await adtally(['import', 'stats', '-'], { ...options, input })
      expect(expectOneClearLine(outcome)).toMatch(/standard input: .*one JSON object on each line/)
    },
  )
})

describe('a bad row', () => {
  test('prints one line on stderr for each bad cell, and the command fails', async () => {
    const { options } = shared()
    const outcome = await adtally(['import', 'stats', 'bad.csv'], options)
    expect(outcome).toMatchObject({ code: 1, stdout: '' })
    const [first, ...cells] = failureLines(outcome)
    expect(first).toBe('adtally: Nothing was imported. Fix these 4 cells:')
    expect(cells).toHaveLength(4)
    expect(cells[0]).toMatch(/^bad\.csv:2: country: "XX" .*; expected /)
    expect(cells[1]).toMatch(/^bad\.csv:2: impressions: "-1" .*; expected /)
    expect(cells[2]).toMatch(/^bad\.csv:4: .*bad\.csv:3/)
    expect(cells[3]).toMatch(/^bad\.csv:5: revenue: "0\.1234567" .*; expected /)
  })

  test('is skipped with its slice on request, and the reject file is named', async () => {
    const { options, folder } = shared()
    const good = '2026-03-09,zap,ownnet,video,US,1,1\n'
    const bad = '2026-03-08,zap,ownnet,video,US,x,1\n'
    await writeFile(join(folder, 'some.csv'), `${statsCsv.split('\n')[0]}\n${good}${bad}`)
    const text = await adtallyWorks(['import', 'stats', '--skip-bad-rows', 'some.csv'], options)
    expect(text).toMatch(/Skipped: 1 slice with 1 row\. See .*rejects-.*\.csv/)
  })
})

describe('one clear line and exit code 1 for', () => {
  test.each<[string, string[], RegExp]>([
    ['a missing file', ['import', 'stats', 'gone.csv'], /gone\.csv: There is no such file/],
    ['a folder', ['import', 'stats', 'data'], /data: .*folder, not a file\. Name the files in it/],
    ['an unknown extension', ['import', 'stats', 'stats.txt'], /stats\.txt: .*--input-format/],
    [
      'a file given twice',
      ['import', 'stats', 'stats.csv', './stats.csv'],
      /same file as stats\.csv/,
    ],
  ])('%s', async (_fault, args, expected) => {
    const { options, folder } = shared()
    await writeFile(join(folder, 'stats.txt'), 'x')
    expect(expectOneClearLine(await adtally(args, options))).toMatch(expected)
  })
})
