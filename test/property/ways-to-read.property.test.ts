import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordForCli } from '../../src/cli/word-for-cli.ts'
import { type FactName, factNames } from '../../src/facts/kinds.ts'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { shareSite } from '../import/import-site.ts'
import { caseCount, propertyTimeoutMs } from './batches.ts'

const site = shareSite()

/** How rows of each kind of fact are drawn. */
const kinds: Readonly<Record<FactName, Drawn>> = {
  figures: {
    columns: 'date,app_id,network,format,country,impressions,clicks,requests,revenue,ad_tag',
    key: ['date', 'app_id', 'network', 'format', 'country', 'ad_tag'],
    filler: (nth) =>
      `2025-06-01,zap-ios,filler,banner,US,${nth},,,0.${nth}1,tag number ${nth} of many`,
  },
  audience: {
    columns: 'date,app_id,source,country,dau,new_users,sessions',
    key: ['date', 'app_id', 'source', 'country'],
    filler: (nth) =>
      `${fillerDay(nth)},zap-ios,another_source_with_a_name_of_many_words,US,${nth},,${nth}`,
  },
}

interface Drawn {
  readonly columns: string
  /** Rows with the same cells of these are the same row. */
  readonly key: readonly Column[]
  /** The nth row of slices of their own. */
  readonly filler: (nth: number) => string
}

const fillerDay = (nth: number) => formatDay(addDays(parseDay('2020-01-01')!, nth))

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
  revenue: [
    ...['0', '-0', '1.5', '-2.25', '0.000001', '1.1234560', '1.500000000000', '9999999999.999999'],
    ...['0000000001.5', '"3.25"', '-9999999999'],
  ],
  ad_tag: ['', 'default', 'a', 'é', '" b"', '"a,b"', '"a ""b"""', "'"],
  dau: ['0', '7', '007', '"12"', '1000000000', '999999999999999'],
  new_users: ['', '0', '3', '1234567890'],
  sessions: ['', '5', '""'],
} as const

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
  clicks: ['-1', '1.0', '1e1', ' ', 'NaN', 'null', '99999999999999999999'],
  requests: ['+1', '-0', 'x'],
  revenue: [
    ...[
      '',
      ' 1',
      '1 ',
      '+1',
      '.5',
      '5.',
      '1e2',
      '1_0',
      '1.1234567',
      '12345678901',
      '-',
      '--1',
      '1-',
    ],
    ...['inf', 'nan', '0x1', '1,5', '"1,5"', '00000000001', '1.0000001'],
  ],
  ad_tag: ['"a\tb"', 'x'.repeat(256), '"a\nb"'],
  dau: ['', ' 7', '+7', '-7', '7.0', '1e3', '1234567890123456', 'NULL'],
  new_users: ['-1', '1.0', ' ', '99999999999999999999'],
  sessions: ['+1', '-0', 'x'],
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
  for (const lines of [[...fillerOf(kinds.figures), row], [row]]) {
    for (const keepOtherSources of [false, true]) {
      const { refused } = await outcomeOf(kinds.figures, lines, '\n', keepOtherSources)
      expect(refused?.details).toEqual([
        `figures.csv:${lines.length + 1}: row: "${10 + added.split(',').length - 1} cells" is not accepted; expected 10 cells, as the header has`,
      ])
    }
  }
})

test.each(factNames)(
  'a file of %s has the same outcome and the same rows, whether it is read in place, staged, or staged one by one',
  async (name) => {
    const kind = kinds[name]
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
