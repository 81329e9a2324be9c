import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sum } from '../../src/reporting/metrics.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { Dimension } from '../../src/reporting/report-request.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { base, fine, groupings, march, subsets, tables } from './contract-plans.ts'
import {
  type Answer,
  asBigInts,
  type Figure,
  never,
  type OpenStore,
  put,
  readPlan,
} from './stored-figures.ts'

/** Account 1 has the apps 11, 12 and 13; account 2 has the app 21. */
const stored: Figure[] = [
  // Names are first seen in another order than they sort in: zeta, then admob, then the rest.
  row(1, 11, 'zeta video US', [100n, 5n, 1n, 2_000_001n]),
  row(1, 11, 'zeta video DE', [50n, null, null, 500_000n]),
  row(1, 11, 'zeta banner US', [0n, 0n, 0n, 0n]),
  row(2, 12, 'admob video US', [7n, 1n, 0n, -30_000n]),
  // Two ad tags of one combination.
  row(2, 12, 'admob native FR top', [10n, 2n, 2n, 1n]),
  row(2, 12, 'admob native FR end', [20n, null, 3n, 2n]),
  row(3, 13, 'a_1 app_open AD', [1n, 0n, 0n, 10n]),
  row(3, 11, 'ab video ZZ', [2n, 0n, 0n, 20n]),
  row(3, 11, 'a1 a XK', [4n, 0n, 0n, 40n]),
  row(1, 21, 'zeta video US', [9_000n, 900n, 90n, 9_000_000n]),
]

function row(
  date: number,
  app: number,
  names: string,
  [impressions, clicks, installs, revenueMicros]: [bigint, bigint | null, bigint | null, bigint],
): Figure {
  const [network = '', format = '', country = '', adTag] = names.split(' ')
  return {
    day: march(date),
    app,
    network,
    format,
    country,
    ...(adTag && { adTag }),
    impressions,
    clicks,
    installs,
    revenueMicros,
  }
}

/** The answers of every store about the same few figures. */
export function readingCases(open: () => Promise<OpenStore>): void {
  let opened: OpenStore
  let read: (plan: Partial<ReportPlan>) => Promise<Answer>
  beforeAll(async () => {
    opened = await open()
    await put(opened.slices, stored.slice(0, 3))
    await put(opened.slices, stored.slice(3))
    read = (plan) => readPlan(opened.store, { ...base, ...plan })
  })
  afterAll(() => opened.close())

  /** Rows as lists: the dimensions' values, then impressions and micros. */
  async function lists(plan: Partial<ReportPlan>): Promise<unknown[][]> {
    const sums: Sum[] = ['impressions', 'revenueMicros']
    const { rows } = await read({ sums, ...plan })
    return rows.map(({ keys, sums }) => [
      ...keys,
      Number(sums.impressions),
      Number(sums.revenueMicros),
    ])
  }

  describe.each(tables)('%s', (table) => {
    test('without dimensions there is one row of totals', async () => {
      // 100 + 50 + 7 + 30 + 1 + 2 + 4 impressions.
      expect(await lists({ table })).toEqual([[194, 2_470_074]])
    })

    test('rows are grouped by network, in the byte order of its names', async () => {
      // 1 < _ < b < d in ASCII, in whatever order the names arrived.
      expect(await lists({ table, dimensions: ['network'] })).toEqual([
        ['a1', 4, 40],
        ['a_1', 1, 10],
        ['ab', 2, 20],
        ['admob', 37, -29_997],
        ['zeta', 150, 2_500_001],
      ])
    })

    test('rows are sorted by the dimensions in their order', async () => {
      const dimensions: Dimension[] = ['day', 'app', 'network']
      expect((await lists({ table, dimensions })).map((row) => row.slice(0, 3))).toEqual([
        [march(1), 11, 'zeta'],
        [march(2), 12, 'admob'],
        [march(3), 11, 'a1'],
        [march(3), 11, 'ab'],
        [march(3), 13, 'a_1'],
      ])
    })

    test.each([[[13, 11, 12]], [[12, 13, 11]], [[11, 12, 13]]])(
      'apps are in the order of the plan: %j',
      async (apps) => {
        for (const totals of [null, []]) {
          const order = (await lists({ table, apps, dimensions: ['app'], totals })).map(
            ([app]) => app,
          )
          expect(order).toEqual(apps)
          const dimensions: Dimension[] = ['app', 'network']
          const found = (await lists({ table, apps, dimensions, totals })).map(([app]) => app)
          expect([...new Set(found)]).toEqual(apps)
          const byDay = await lists({ table, apps, dimensions: ['day', 'app'], totals })
          const onThird = byDay.filter(([on]) => on === march(3)).map(([, app]) => app)
          expect(onThird).toEqual(apps.filter((app) => app !== 12))
        }
      },
    )

    test('the range includes its first and last day', async () => {
      const days = { firstDay: march(2), lastDay: march(3) }
      expect(await lists({ table, days })).toEqual([[44, -29_927]])
      expect(await lists({ table, days: { firstDay: march(2), lastDay: march(2) } })).toEqual([
        [37, -29_997],
      ])
    })

    test('an app filter restricts the rows, and apps of other accounts give none', async () => {
      expect(await lists({ table, apps: [12, 13] })).toEqual([[38, -29_987]])
      expect(await lists({ table, apps: [21], dimensions: ['app'] })).toEqual([])
      expect(await lists({ table, apps: [12, 21], dimensions: ['app'] })).toEqual([
        [12, 37, -29_997],
      ])
    })

    test('an account sees only its own figures', async () => {
      expect(await lists({ table, account: 2, dimensions: ['app'] })).toEqual([
        [21, 9_000, 9_000_000],
      ])
      expect(await lists({ table, account: 3, dimensions: ['app'] })).toEqual([])
    })

    test('a network filter restricts the rows', async () => {
      const filters = { networks: ['zeta', 'a1'] }
      expect(await lists({ table, filters })).toEqual([[154, 2_500_041]])
      expect(await lists({ table, filters: { networks: ['admob'] } })).toEqual([[37, -29_997]])
    })

    test('an unknown network gives no rows and does not affect known ones', async () => {
      const dimensions: Dimension[] = ['network']
      for (const networks of [['nobody'], ['nobody', 'no_one'], ['ZETA'], ['']]) {
        expect(await lists({ table, dimensions, filters: { networks } })).toEqual([])
      }
      const filters = { networks: ['nobody', 'zeta'] }
      expect(await lists({ table, dimensions, filters })).toEqual([['zeta', 150, 2_500_001]])
    })

    test('an empty filter and an empty list of apps give no rows', async () => {
      const dimensions: Dimension[] = ['day']
      expect(await lists({ table, dimensions, filters: { networks: [] } })).toEqual([])
      expect(await lists({ table, dimensions, apps: [] })).toEqual([])
    })

    test('a name that looks like an SQL expression is only a name', async () => {
      const networks = ["zeta' OR '1'='1", '$1', "'; DROP TABLE figures; --"]
      expect(await lists({ table, dimensions: ['network'], filters: { networks } })).toEqual([])
    })
  })

  test('rows are grouped by format, in the byte order of its names', async () => {
    expect(await lists({ dimensions: ['format'] })).toEqual([
      ['a', 4, 40],
      ['app_open', 1, 10],
      ['banner', 0, 0],
      ['native', 30, 3],
      ['video', 159, 2_470_021],
    ])
  })

  test('with all dimensions there is a row for each combination, with its ad tags added up', async () => {
    expect(await lists({ dimensions: fine })).toEqual([
      [march(1), 11, 'zeta', 'banner', 'US', 0, 0],
      [march(1), 11, 'zeta', 'video', 'DE', 50, 500_000],
      [march(1), 11, 'zeta', 'video', 'US', 100, 2_000_001],
      [march(2), 12, 'admob', 'native', 'FR', 30, 3],
      [march(2), 12, 'admob', 'video', 'US', 7, -30_000],
      [march(3), 11, 'a1', 'a', 'XK', 4, 40],
      [march(3), 11, 'ab', 'video', 'ZZ', 2, 20],
      [march(3), 13, 'a_1', 'app_open', 'AD', 1, 10],
    ])
  })

  test('a country filter restricts the rows, also together with networks', async () => {
    expect(await lists({ filters: { countries: ['US', 'FR'] } })).toEqual([[137, 1_970_004]])
    expect(await lists({ filters: { countries: ['US'], networks: ['zeta'] } })).toEqual([
      [100, 2_000_001],
    ])
    const dimensions: Dimension[] = ['country']
    const unknown = [['AQ'], ['QQ'], [], ['AQ', 'QQ']]
    for (const list of unknown) {
      expect(await lists({ dimensions, filters: { countries: list } })).toEqual([])
    }
    const filters = { countries: ['DE'], networks: ['admob'] }
    expect(await lists({ dimensions, filters })).toEqual([])
  })

  test('a format filter restricts the rows', async () => {
    expect(await lists({ filters: { formats: ['video'] } })).toEqual([[159, 2_470_021]])
    expect(await lists({ filters: { formats: ['native', 'a', 'nobody'] } })).toEqual([[34, 43]])
    const dimensions: Dimension[] = ['format']
    for (const formats of [['nobody'], [], ['VIDEO'], ['']]) {
      expect(await lists({ dimensions, filters: { formats } })).toEqual([])
    }
    const filters = { formats: ['video'], networks: ['zeta'], countries: ['DE'] }
    expect(await lists({ filters })).toEqual([[50, 500_000]])
  })

  test('an ad tag filter restricts the rows; rows without one have the tag default', async () => {
    const dimensions: Dimension[] = ['app', 'country']
    expect(await lists({ dimensions, filters: { adTags: ['top'] } })).toEqual([[12, 'FR', 10, 1]])
    expect(await lists({ dimensions, filters: { adTags: ['top', 'end'] } })).toEqual([
      [12, 'FR', 30, 3],
    ])
    expect(await lists({ filters: { adTags: ['default'] } })).toEqual([[164, 2_470_071]])
    for (const adTags of [['Top'], ['nobody'], [''], []]) {
      expect(await lists({ dimensions, filters: { adTags } })).toEqual([])
    }
  })

  test('a reported row of zeros is a row', async () => {
    const filters = { networks: ['zeta'] }
    const { rows } = await read({ dimensions: ['format'], filters })
    const zeros = { impressions: 0n, clicks: 0n, installs: 0n, revenueMicros: 0n }
    expect(rows[0]).toEqual({ keys: ['banner'], sums: zeros })
  })

  test('unknown counts are read as 0', async () => {
    const germany = { filters: { countries: ['DE'] } }
    expect((await read(germany)).rows[0]?.sums).toMatchObject({ clicks: 0n, installs: 0n })
    // 2 clicks and an unknown count.
    const france = { filters: { countries: ['FR'] } }
    expect((await read(france)).rows[0]?.sums).toMatchObject({ clicks: 2n, installs: 5n })
  })

  test('only the requested sums are returned', async () => {
    for (const sums of subsets<Sum>(['impressions', 'clicks', 'installs', 'revenueMicros'])) {
      if (sums.length === 0) continue
      const { rows, totals } = await read({ sums, dimensions: ['day'], totals: [] })
      expect(Object.keys(rows[0]?.sums ?? {}).sort()).toEqual([...sums].sort())
      expect(Object.keys(totals[0]?.sums ?? {}).sort()).toEqual([...sums].sort())
    }
  })

  describe.each([true, false])('totals, when sorting the rows is %s,', (sorted) => {
    const zeros = { impressions: 0n, clicks: 0n, installs: 0n, revenueMicros: 0n }

    interface CodedRow {
      readonly codes: Partial<Record<Dimension, number>>
      readonly sums: Record<string, bigint>
    }

    async function codedRows(plan: Partial<ReportPlan>): Promise<CodedRow[]> {
      const { chunks } = await runPlan({ ...base, ...plan, totals: null }, opened.store, never)
      const rows: CodedRow[] = []
      for await (const { rowCount, dimensions, sums } of chunks) {
        for (let row = 0; row < rowCount; row++) {
          const codes = Object.entries(dimensions).map(([name, { codes }]) => [name, codes[row]])
          const values = base.sums.map((sum) => [sum, sums[sum]![row]])
          rows.push({ codes: Object.fromEntries(codes), sums: Object.fromEntries(values) })
        }
      }
      return rows
    }

    /** Rows added up by some of their dimensions. */
    function addedUp(rows: readonly CodedRow[], by: readonly Dimension[]) {
      const groups = new Map<string, Record<string, bigint>>()
      for (const { codes, sums } of rows) {
        const key = JSON.stringify(by.map((name) => codes[name]))
        const group = groups.get(key) ?? { ...zeros }
        for (const sum of base.sums) group[sum]! += sums[sum]!
        groups.set(key, group)
      }
      return groups
    }

    test('equal the sums of the rows that share some dimensions', async () => {
      for (const [table, dimensions] of groupings) {
        const plan = { table, dimensions, sorted, filters: { networks: ['zeta', 'admob'] } }
        const rows = await codedRows(plan)
        const plain = await read({ ...plan, totals: null })
        expect(plain.totals).toEqual([])
        const plainRows = plain.rows.map(rowText)
        if (!sorted) plainRows.sort()
        for (const totals of subsets(dimensions)) {
          // Totals by every dimension are below.
          if (totals.length === dimensions.length && totals.length > 0) continue
          const about = `${table} by ${dimensions}, totals by ${totals}`
          const answer = await read({ ...plan, totals })
          const found = answer.totals.map(({ codes, sums }): [string, object] => {
            expect(Object.keys(codes).sort(), about).toEqual([...totals].sort())
            return [JSON.stringify(totals.map((name) => codes[name])), asBigInts(sums)]
          })
          const expected = addedUp(rows, totals)
          expect(found.length, about).toBe(expected.size)
          expect(new Map(found), about).toEqual(expected)
          // Without dimensions the total is the one row.
          if (dimensions.length === 0) continue
          const answerRows = answer.rows.map(rowText)
          expect(sorted ? answerRows : answerRows.sort(), about).toEqual(plainRows)
        }
      }
    })

    test('are zeros overall and absent for groups when there are no rows', async () => {
      const nothing: Partial<ReportPlan>[] = [
        { filters: { networks: ['nobody'] } },
        { filters: { networks: [] } },
        { account: 3 },
        { apps: [21] },
        { days: { firstDay: march(8), lastDay: march(9) } },
      ]
      for (const [table, dimensions] of groupings) {
        for (const rest of nothing) {
          const plan = { table, dimensions, sorted, ...rest }
          const { rows, totals } = await read({ ...plan, totals: [] })
          expect(totals.map(({ codes, sums }) => [codes, asBigInts(sums)])).toEqual([[{}, zeros]])
          if (dimensions.length === 0) continue
          expect(rows).toEqual([])
          const parts = await read({ ...plan, totals: dimensions.slice(0, 1) })
          expect([parts.rows, parts.totals]).toEqual([[], []])
        }
      }
    })
  })

  test('many parallel questions each get their own answer', async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) =>
        lists({ dimensions: ['app'], apps: [11 + (index % 3)], table: tables[index % 2]! }),
      ),
    )
    const expected = [
      [11, 156, 2_500_061],
      [12, 37, -29_997],
      [13, 1, 10],
    ]
    for (const [index, rows] of answers.entries()) expect(rows).toEqual([expected[index % 3]])
  })
}

const rowText = ({ keys, sums }: Answer['rows'][number]): string =>
  [...keys, ...Object.entries(sums)].join(' ')
