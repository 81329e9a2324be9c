import { describe, expect, test } from 'vitest'
import { mergeApps } from '../../../src/use-cases/end-app.ts'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import {
  type ChangedLine,
  changedPath,
  linesOf,
  shareHistory,
} from '../../fixtures/history-site.ts'

const columns =
  'date,app_id,network,format,country,ad_tag,impressions,clicks,installs,requests,matched_requests,revenue'

function shareChanged() {
  const history = shareHistory()
  const read = async (query = {}) => {
    const answer = await history.get(changedPath, query)
    expect(answer.statusCode).toBe(200)
    return linesOf(answer.body)
  }
  return { ...history, read }
}

describe('an answer', () => {
  const { site, read, instantOf } = shareChanged()

  test('without figures has a header and an end', async () => {
    expect(await read()).toEqual([
      { as_of: null, currency: 'USD' },
      { cursor: expect.stringMatching(/^[\w-]+$/) },
      { next_cursor: expect.stringMatching(/^[\w-]+$/), has_more: false },
    ])
  })

  test('has exactly the documented lines, with unknown counts as null and exact money', async () => {
    const [first] = await read()
    expect(first).toEqual({ as_of: null, currency: 'USD' })
    const { next_cursor: since } = (await read()).at(-1)!
    const one = '2026-03-01,zap-ios,admob'
    const { import: id } = await site().importLines(
      [
        `${one},video,US,top,100,3,,2000,1500,1.000001`,
        `${one},banner,DE,,0,,0,,,-0.5`,
        '2026-03-02,brick,vungle,video,US,,7,1,1,9,8,0',
      ],
      { columns },
    )
    const at = await instantOf(id)
    const row = { ad_format: 'video', country: 'US', ad_tag: 'top' }
    const expected = [
      { as_of: at, currency: 'USD' },
      { cursor: begunAt(since!, id) },
      {
        date: '2026-03-01',
        app_id: 'zap-ios',
        network: 'admob',
        changed_at: at,
        rows: [
          {
            ad_format: 'banner',
            country: 'DE',
            ad_tag: 'default',
            impressions: 0,
            clicks: null,
            installs: 0,
            requests: null,
            matched_requests: null,
            revenue: -0.5,
            revenue_micros: -500_000,
          },
          {
            ...row,
            impressions: 100,
            clicks: 3,
            installs: null,
            requests: 2_000,
            matched_requests: 1_500,
            revenue: 1.000001,
            revenue_micros: 1_000_001,
          },
        ],
      },
      {
        date: '2026-03-02',
        app_id: 'brick',
        network: 'vungle',
        changed_at: at,
        rows: [
          {
            ...row,
            ad_tag: 'default',
            impressions: 7,
            clicks: 1,
            installs: 1,
            requests: 9,
            matched_requests: 8,
            revenue: 0,
            revenue_micros: 0,
          },
        ],
      },
      { next_cursor: expect.any(String), has_more: false },
    ]
    expect(await read()).toStrictEqual(expected)
    // Only who begins anew needs a checkpoint before all slices.
    const goingOn = expected.filter((line) => !('cursor' in line))
    expect(await read({ since })).toStrictEqual(goingOn)
  })
})

/** A checkpoint that names the last change of the state that its walk began with. */
const begunAt = (cursor: string, entry: number) =>
  Buffer.from(`${Buffer.from(cursor, 'base64url')}w${entry}`).toString('base64url')

describe('a slice', () => {
  const { site, read } = shareChanged()
  const row = (app: string, country: string, figures: string, day = '01') =>
    `2026-03-${day},${app},admob,video,${country},${figures}`
  /** The slices that some work changed, as `date app network: impressions …`. */
  const changedBy = async (work: () => Promise<unknown>) => {
    const { next_cursor: since } = (await read()).at(-1)!
    await work()
    return (await read({ since })).flatMap(slice)
  }
  const slice = ({ date, app_id, rows }: ChangedLine) =>
    rows ? [`${date} ${app_id}: ${rows.map(({ impressions }) => impressions).join(' ')}`] : []

  test('comes once with its last rows, however often it changed', async () => {
    expect(
      await changedBy(async () => {
        await site().importLines([row('brick', 'US', '1,1'), row('zap-ios', 'US', '5,1')])
        await site().importLines([row('brick', 'US', '2,1')])
        await site().importLines([row('brick', 'US', '3,1'), row('brick', 'DE', '4,1')])
      }),
    ).toEqual(['2026-03-01 zap-ios: 5', '2026-03-01 brick: 4 3'])
  })

  test('comes without rows once it is gone, and not at all to who reads from the beginning', async () => {
    const day = '2026-03-02'
    const { import: id } = await site().importLines([row('brick', 'US', '1,1', '02')])
    expect(await changedBy(() => site().call(undoImport, { id }))).toEqual([`${day} brick: `])
    expect((await read()).map(({ date }) => date)).not.toContain(day)
  })

  test('comes when its rows changed and its totals did not', async () => {
    await site().importLines([row('brick', 'US', '9,1', '03')])
    expect(await changedBy(() => site().importLines([row('brick', 'DE', '9,1', '03')]))).toEqual([
      '2026-03-03 brick: 9',
    ])
  })

  test('comes when only its requests changed', async () => {
    const lines = (requests: string) => [`2026-03-04,brick,admob,video,US,,1,,,${requests},,1`]
    await site().importLines(lines(''), { columns })
    const restate = (requests: string) => () => site().importLines(lines(requests), { columns })
    expect(await changedBy(restate('0'))).toEqual(['2026-03-04 brick: 1'])
    expect(await changedBy(restate('5'))).toEqual(['2026-03-04 brick: 1'])
    expect(await changedBy(restate('5'))).toEqual([])
  })

  test('does not come when an import is undone that changed nothing', async () => {
    await site().importLines([row('brick', 'US', '1,1', '05')])
    const same = await site().importLines([row('brick', 'US', '1,1', '05')])
    expect(await changedBy(() => site().call(undoImport, { id: same.import }))).toEqual([])
  })

  test('of a secondary report or another account never comes', async () => {
    expect(
      await changedBy(async () => {
        await site().importLines([row('brick', 'US', '99,1')], { as: 'mediation' })
        await site().importLines([row('euro-app', 'US', '99,1')])
      }),
    ).toEqual([])
  })

  test('of a merged app goes, under its app_id, and returns with an undo', async () => {
    await site().importApps('app_id,publisher,app_name,platform\nzap-two,studio,Zap Two,ios\n')
    await site().importLines([row('zap-two', 'US', '1,1', '06'), row('zap-ios', 'US', '2,1', '06')])
    const into = 'zap-ios'
    let entry = 0
    const merge = async () => {
      entry = (await site().call(mergeApps, { appId: 'zap-two', into })).entry!
    }
    const merged = await changedBy(merge)
    expect(merged).toContain('2026-03-06 zap-two: ')
    expect(merged).toContain('2026-03-06 zap-ios: 3')
    const undone = await changedBy(() => site().call(undoImport, { id: entry }))
    expect(undone).toContain('2026-03-06 zap-two: 1')
    expect(undone).toContain('2026-03-06 zap-ios: 2')
  })
})
