import { describe, expect, test } from 'vitest'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { changesPath, shareHistory } from '../../fixtures/history-site.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { euroKey } from '../../import/import-site.ts'

interface Page {
  readonly data: readonly Change[]
  readonly next_cursor: string
  readonly has_more: boolean
}

interface Change {
  readonly date: string
  readonly app_id: string
  readonly ad_network: string
  readonly changed_at: string
  readonly old: { readonly impressions: number } | null
  readonly new: { readonly impressions: number } | null
}

const columns = 'date,app_id,network,format,country,impressions,clicks,revenue'
const line = ({ date, app_id, ad_network, old, new: now }: Change) =>
  `${date} ${app_id} ${ad_network} ${old?.impressions ?? '-'} ${now?.impressions ?? '-'}`

function shareChanges() {
  const history = shareHistory()
  const page = async (query: Query = {}): Promise<Page> => {
    const answer = await history.get(changesPath, query)
    expect(answer.statusCode).toBe(200)
    return answer.json()
  }
  /** Runs an import or an undo. @returns the changes that it added to the list */
  const changesOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const { next_cursor: since } = await page({ limit: '1000' })
    await work()
    return (await page({ since })).data.map(line)
  }
  return { ...history, page, changesOf }
}

describe('the list', () => {
  const { site, page, instantOf } = shareChanges()

  test('has exactly the documented members, with figures worked out by hand', async () => {
    expect(await page()).toEqual({
      data: [],
      next_cursor: expect.stringMatching(/^[\w-]+$/),
      has_more: false,
    })
    const one = '2026-03-01,zap-ios,admob,banner'
    const first = await site().importLines([`${one},US,100,3,1.005`, `${one},DE,50,1,0.5`], {
      columns,
    })
    const second = await site().importLines([`${one},US,100,2,-0.25`], { columns })
    const { undo } = await site().call(undoImport, { id: second.import })
    const third = await site().call(undoImport, { id: first.import })
    // 1.005 and 0.5 are 150.5 cents, rounded once, away from zero.
    const both = { impressions: 150, clicks: 4, revenue_in_cents: 151, revenue: 1.505 }
    const less = { impressions: 100, clicks: 2, revenue_in_cents: -25, revenue: -0.25 }
    const slice = { date: '2026-03-01', app_id: 'zap-ios', ad_network: 'admob' }
    const at = async (entry: number) => ({ ...slice, changed_at: await instantOf(entry) })
    expect(await page()).toStrictEqual({
      data: [
        { ...(await at(first.import)), old: null, new: both },
        { ...(await at(second.import)), old: both, new: less },
        { ...(await at(undo)), old: less, new: both },
        { ...(await at(third.undo)), old: both, new: null },
      ],
      next_cursor: expect.stringMatching(/^[\w-]+$/),
      has_more: false,
    })
  })
})

describe('a change', () => {
  const { site, server, get, changesOf } = shareChanges()
  const row = (app: string, network: string, country: string, figures: string, day = '01') =>
    `2026-03-${day},${app},${network},video,${country},${figures}`

  test('comes in the order of its import, then by day, app and network', async () => {
    const changes = await changesOf(async () => {
      await site().importLines([row('zap-ios', 'ownnet', 'US', '1,1', '02')])
      await site().importLines([
        row('brick', 'admob', 'US', '2,1', '03'),
        row('zap-android', 'admob', 'US', '3,1'),
        row('zap-ios', 'ownnet', 'US', '4,1'),
        row('zap-ios', 'ownnet', 'US', '5,1', '02'),
        row('zap-ios', 'ownnet', 'DE', '5,1', '02'),
      ])
    })
    expect(changes.map((change) => change.split(' ').slice(0, 2).join(' '))).toEqual([
      '2026-03-02 zap-ios',
      ...['2026-03-01 zap-ios', '2026-03-01 zap-android'],
      ...['2026-03-02 zap-ios', '2026-03-03 brick'],
    ])
    expect(changes[3]).toBe('2026-03-02 zap-ios ownnet 1 10')
  })

  test('is listed when rows moved between countries and totals did not change', async () => {
    await site().importLines([row('brick', 'admob', 'US', '10,1', '04')])
    const restate = () => site().importLines([row('brick', 'admob', 'DE', '10,1', '04')])
    expect(await changesOf(restate)).toEqual(['2026-03-04 brick admob 10 10'])
  })

  test('is not listed when an import repeats the same figures', async () => {
    const rows = [
      row('brick', 'tapjoy', 'US', '10,1', '05'),
      row('brick', 'tapjoy', 'DE', '2,0.3', '05'),
    ]
    await site().importLines(rows)
    expect(await changesOf(() => site().importLines(rows.toReversed()))).toEqual([])
    const other = row('brick', 'vungle', 'US', '7,1', '05')
    expect(await changesOf(() => site().importLines([...rows, other]))).toEqual([
      '2026-03-05 brick vungle - 7',
    ])
  })

  test('is listed when a row of zeros is reported', async () => {
    const zeros = () => site().importLines([row('brick', 'admob', 'US', '0,0', '06')])
    expect(await changesOf(zeros)).toEqual(['2026-03-06 brick admob - 0'])
  })

  test('is listed for an undo: slices are restored and removed', async () => {
    await site().importLines([row('brick', 'admob', 'US', '5,1', '07')])
    const second = await site().importLines([
      row('brick', 'admob', 'US', '6,1', '07'),
      row('brick', 'vungle', 'US', '8,1', '08'),
    ])
    expect(await changesOf(() => site().call(undoImport, { id: second.import }))).toEqual([
      '2026-03-07 brick admob 6 5',
      '2026-03-08 brick vungle 8 -',
    ])
  })

  test('from a secondary report is never listed', async () => {
    const rows = [row('brick', 'admob', 'US', '99,9', '01')]
    const changes = await changesOf(async () => {
      const summary = await site().importLines(rows, { as: 'mediation' })
      await site().call(undoImport, { id: summary.import })
    })
    expect(changes).toEqual([])
  })

  test('of another account is never listed, not even from its own cursor', async () => {
    const changes = await changesOf(() =>
      site().importLines([
        row('euro-app', 'admob', 'US', '1000,10'),
        row('zap-ios', 'vungle', 'US', '77,1', '09'),
      ]),
    )
    expect(changes).toEqual(['2026-03-09 zap-ios vungle - 77'])
    const euros = { developer: 'euros', key: euroKey }
    const theirs: Page = (await server().get(changesPath, euros)).json()
    expect(theirs.data.map(line)).toEqual(['2026-03-01 euro-app admob - 1000'])
    const since = theirs.next_cursor
    const mine: Page = (await get(changesPath, { since })).json()
    expect(mine.data.map(line)).toEqual(['2026-03-09 zap-ios vungle - 77'])
  })
})

describe('paging', () => {
  const { site, page } = shareChanges()
  const day = (number: number, impressions: number) =>
    `2026-02-${String(number).padStart(2, '0')},brick,admob,video,US,${impressions},1`

  test('gives every change once, in order, whatever the limit', async () => {
    await site().importLines([1, 2, 3].map((number) => day(number, number)))
    await site().importLines([2, 3, 4].map((number) => day(number, number * 10)))
    const whole = await page()
    const expected = ['01 - 1', '02 - 2', '03 - 3', '02 2 20', '03 3 30', '04 - 40']
    expect(whole.data.map((change) => line(change).slice(8).replace('brick admob ', ''))).toEqual(
      expected,
    )
    for (const limit of [1, 2, 3, 4, 5]) {
      const found: Change[] = []
      let since: string | undefined
      for (let more = true; more; ) {
        const { data, next_cursor, has_more } = await page({ limit: String(limit), since })
        expect(data.length).toBe(Math.min(limit, expected.length - found.length))
        found.push(...data)
        expect(has_more).toBe(found.length < expected.length)
        more = has_more
        since = next_cursor
      }
      expect(found).toEqual(whole.data)
      expect(since).toBe(whole.next_cursor)
    }
  })

  test('has 200 per page by default, and at most 1000', async () => {
    const { next_cursor: since } = await page({ limit: '1000' })
    const rows = Array.from({ length: 201 }, (_, index) => {
      const date = new Date(Date.UTC(2025, 0, 1 + index)).toISOString().slice(0, 10)
      return `${date},brick,admob,video,US,1,1`
    })
    await site().importLines(rows)
    const usual = await page({ since })
    expect([usual.data.length, usual.has_more]).toEqual([200, true])
    const rest = await page({ since: usual.next_cursor })
    expect([rest.data.length, rest.has_more]).toEqual([1, false])
    const most = await page({ since, limit: '1000' })
    expect([most.data.length, most.has_more]).toEqual([201, false])
  })

  test('continues from the last cursor with later changes only', async () => {
    const { next_cursor: end } = await page({ limit: '1000' })
    const nothing = await page({ since: end })
    expect(nothing).toEqual({ data: [], next_cursor: end, has_more: false })
    await site().importLines([day(27, 5)])
    const since = await page({ since: nothing.next_cursor })
    expect(since.data.map(line)).toEqual(['2026-02-27 brick admob - 5'])
  })
})

describe('before any change', () => {
  const { site, page } = shareChanges()

  test('the cursor is usable later', async () => {
    const { next_cursor: since } = await page()
    await site().importLines(['2026-02-01,brick,admob,video,US,1,1'])
    expect((await page({ since })).data.map(line)).toEqual(['2026-02-01 brick admob - 1'])
  })
})
