import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import type { FactKind } from '../../src/facts/fact-kind.ts'
import { factKinds, type ImportedFactName, importedFactNames } from '../../src/facts/kinds.ts'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { shareSite } from '../import/import-site.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'

const site = shareSite()

/** How rows of a kind of fact are drawn. */
function drawnOf(name: ImportedFactName): Drawn {
  if (name === 'figures') return ofFigures
  const { columns, keyColumns, sliceLabel, requiredColumns }: FactKind = factKinds[name]
  const given = columns.filter((column) => column !== 'currency') as Column[]
  return {
    columns: given.join(),
    key: keyColumns as Column[],
    filler: (nth) =>
      given
        .map((column) => {
          if (column === 'date') return fillerDay(nth)
          if (column === sliceLabel) return 'another_one_with_a_name_of_many_words'
          if (Object.hasOwn(fillerCells, column)) return fillerCells[column]
          return requiredColumns.includes(column) ? nth : ['', nth][nth % 2]
        })
        .join(),
  }
}

const fillerCells: Readonly<Record<string, string>> = {
  app_id: 'zap-ios',
  network: 'filler',
  format: 'banner',
  country: 'US',
  ad_tag: 'a tag',
  rung: 'a rung',
  floor: '2.5',
  placement: '',
  test_group: '',
  consent: 'no',
  device_type: 'tablet',
  channel: '',
  campaign: 'a campaign',
  age: '30',
}

const ofFigures: Drawn = {
  columns: 'date,app_id,network,format,country,impressions,clicks,requests,revenue,ad_tag',
  key: ['date', 'app_id', 'network', 'format', 'country', 'ad_tag'],
  filler: (nth) =>
    `2025-06-01,zap-ios,filler,banner,US,${nth},,,0.${nth}1,tag number ${nth} of many`,
}

interface Drawn {
  readonly columns: string
  /** Rows with the same cells of these are the same row. */
  readonly key: readonly Column[]
  /** The nth row of slices of their own. */
  readonly filler: (nth: number) => string
}

const fillerDay = (nth: number) => formatDay(addDays(parseDay('2020-01-01')!, nth))

const goodMoney = [
  ...['0', '-0', '1.5', '-2.25', '0.000001', '1.1234560', '1.500000000000', '9999999999.999999'],
  ...['0000000001.5', '"3.25"', '-9999999999'],
]
const goodCount = ['', '0', '3', '000000000000001', '1234567890']
const goodTags = ['', 'default', 'a', 'é', '" b"', '"a,b"', '"a ""b"""', "'"]
const goodNames = ['', 'unknown', 'a_1']

const goodCells = {
  date: ['2026-01-01', '2026-01-31', '2026-02-01', '2024-02-29'],
  app_id: ['zap-ios', 'zap-android'],
  network: ['admob', 'ownnet'],
  source: ['adjust', 'own'],
  format: ['banner', 'video'],
  country: ['US', 'DE', 'ZZ'],
  impressions: ['0', '7', '007', '"12"', '999999999', '1000000000', '999999999999999'],
  clicks: ['', '0', '3', '000000000000001', '1234567890'],
  requests: ['', '5', '""'],
  revenue: goodMoney,
  ad_tag: goodTags,
  dau: ['0', '7', '007', '"12"', '1000000000', '999999999999999'],
  new_users: ['', '0', '3', '1234567890'],
  sessions: ['', '5', '""'],
  rung: [...goodTags, 'unattributed', 'not_booked'],
  floor: ['', 'unknown', '0', '12.5', '"0.0001"', '999999.9999'],
  placement: goodTags,
  test_group: goodNames,
  consent: goodNames,
  device_type: goodNames,
  channel: ['unknown', 'search'],
  campaign: goodTags,
  age: ['0', '7', '"30"', '3650'],
  installs: goodCount,
  attempts: goodCount,
  responses: goodCount,
  cost: goodMoney,
  cohort_users: ['0', '7', '007', '"12"', '999999999999999'],
  active_users: goodCount,
  ad_revenue: ['', ...goodMoney],
  other_revenue: ['', ...goodMoney],
} as const

const oddCount = ['-1', '1.0', '1e1', ' ', 'NaN', 'null', '99999999999999999999']
const oddMoney = [
  ...[' 1', '1 ', '+1', '.5', '5.', '1e2', '1_0', '1.1234567', '12345678901', '-', '--1', '1-'],
  ...['inf', 'nan', '0x1', '1,5', '"1,5"', '00000000001', '1.0000001'],
]
const oddTags = ['"a\tb"', 'x'.repeat(256), '"a\nb"']
const oddNames = ['Unknown', 'a-b', ' ']

const oddCells = {
  date: [
    '',
    '2026-02-30',
    '2026-1-1',
    ' 2026-01-01',
    '20260101',
    '2026-01-01T00:00',
    '0000-01-01',
    '9999-12-31',
  ],
  app_id: ['', 'nobody', ' zap-ios', 'ZAP-IOS'],
  network: ['', 'AdMob', 'a-b'],
  source: ['', 'Adjust', 'a-b'],
  format: ['', 'Banner'],
  country: ['', 'us', 'XX', 'USA', 'U'],
  impressions: [
    '',
    ' 7',
    '7 ',
    '+7',
    '-7',
    '7.0',
    '7.5',
    '1e3',
    '1_000',
    '0x10',
    '1234567890123456',
    '٣',
    'true',
    'NULL',
  ],
  clicks: oddCount,
  requests: ['+1', '-0', 'x'],
  revenue: ['', ...oddMoney],
  ad_tag: oddTags,
  dau: ['', ' 7', '+7', '-7', '7.0', '1e3', '1234567890123456', 'NULL'],
  new_users: ['-1', '1.0', ' ', '99999999999999999999'],
  sessions: ['+1', '-0', 'x'],
  rung: oddTags,
  floor: ['012', '1.50', '.5', '5.', '-1', '1.23456', '1234567', '1e3', 'Unknown', ' 1'],
  placement: oddTags,
  test_group: oddNames,
  consent: oddNames,
  device_type: oddNames,
  channel: ['', ...oddNames],
  campaign: oddTags,
  age: ['', '-1', '07', '3651', '1.0', ' 7', 'x', '99999999999999999999'],
  installs: oddCount,
  attempts: oddCount,
  responses: oddCount,
  cost: ['', ...oddMoney],
  cohort_users: ['', ' 7', '+7', '-7', '7.0', '1e3'],
  active_users: oddCount,
  ad_revenue: oddMoney,
  other_revenue: oddMoney,
} as const

type Column = keyof typeof goodCells

const line = (row: readonly string[]) => row.join(',')

/** Most files have at most one odd row, else nearly all would be refused. */
function drawnLines({ columns, key }: Drawn) {
  const names = columns.split(',') as Column[]
  const goodRow = fc.tuple(...names.map((name) => fc.constantFrom<string>(...goodCells[name])))
  const oddRow = fc
    .tuple(goodRow, fc.nat(names.length - 1), fc.nat(1_000))
    .map(([row, index, choice]) => {
      const odd = oddCells[names[index]!]
      return row.with(index, odd[choice % odd.length]!)
    })
  const keyOf = (row: readonly string[]) => key.map((name) => row[names.indexOf(name)]).join()
  return fc
    .tuple(
      fc.uniqueArray(goodRow, { maxLength: 8, selector: keyOf }),
      fc.array(oddRow, { maxLength: 1 }),
      fc.array(fc.nat(7), { maxLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([good, odd, repeated, end]) => {
      const rows = [...good, ...odd].map(line)
      for (const index of repeated) if (index === 0 && rows.length > 0) rows.push(rows[0]!)
      return { rows, end }
    })
}

/** Rows of slices of their own, so many that those of ad figures are read in place, and others staged all at once. */
const fillerOf = ({ filler }: Drawn) => Array.from({ length: 1_400 }, (_, nth) => filler(nth))

/** Imports a file. @returns what its user is told: the result, or the words of the refusal */
async function outcomeOf(
  { columns }: Drawn,
  lines: readonly string[],
  end: string,
  keepOtherSources: boolean,
) {
  const file = await site().file('figures.csv', [columns, ...lines, ''].join(end))
  try {
    const told = await site().importStats([file], { keepOtherSources })
    const { rows, slices, impressions, revenue, totals, first_day, last_day, networks } = told
    const summary = { rows, slices, impressions, revenue, totals, first_day, last_day, networks }
    return { refused: null, summary, unchanged: told.unchanged_slices }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refused: { code: error.code, ...wordForCli(error) }, summary: null }
  }
}

test.each([
  ['an empty cell too many', ','],
  ['a quoted empty cell too many', ',""'],
  ['two empty cells too many', ',,'],
])('a row with %s is refused, whether it is read in place or staged', async (_what, added) => {
  const row = `2026-01-01,zap-ios,admob,banner,US,7,,,1.5,5${added}`
  for (const lines of [[...fillerOf(ofFigures), row], [row]]) {
    for (const keepOtherSources of [false, true]) {
      const { refused } = await outcomeOf(ofFigures, lines, '\n', keepOtherSources)
      expect(refused?.details).toEqual([
        `figures.csv:${lines.length + 1}: row: "${10 + added.split(',').length - 1} cells" is not accepted; expected 10 cells, as the header has`,
      ])
    }
  }
})

test.each(importedFactNames)(
  'a file of %s has the same outcome and the same rows, whether it is read in place, staged, or staged one by one',
  async (name) => {
    const kind = drawnOf(name)
    const filler = fillerOf(kind)
    await fc.assert(
      fc.asyncProperty(drawnLines(kind), async ({ rows, end }) => {
        const all = [...rows, ...filler]
        const inPlace = await outcomeOf(kind, all, end, false)
        // Sources are only looked up for staged rows.
        const staged = await outcomeOf(kind, all, end, true)
        expect(staged.refused).toEqual(inPlace.refused)
        expect(staged.summary).toEqual(inPlace.summary)
        // The fingerprints of all slices are the same.
        expect(staged.unchanged).toBe(staged.summary?.slices)
        if (rows.length === 0) return
        const oneByOne = await outcomeOf(kind, rows, end, false)
        expect(oneByOne.refused).toEqual(inPlace.refused)
        expect(oneByOne.unchanged).toBe(oneByOne.summary?.slices)
      }),
      { numRuns: caseCount },
    )
  },
  propertyTimeoutMs,
)
