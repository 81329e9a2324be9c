import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { deleteAccount } from '../../src/use-cases/delete-account.ts'
import { deleteApp, mergeApps } from '../../src/use-cases/end-app.ts'
import { exportFigures } from '../../src/use-cases/export/export-figures.ts'
import { setPrimarySource } from '../../src/use-cases/set-primary-source.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { readParquet } from '../formats/read-parquet.ts'
import { openSite, refusalOf, studioKey } from './import-site.ts'

const site = renewSite(openSite)

const columns = 'date,app_id,source,country,dau,new_users,sessions'

const users = (...lines: string[]) => site.importLines(lines, { columns })

const asked = (metrics: string, more = {}) =>
  [
    '/api/v2/publisher/report',
    { start_date: '2026-03-01', end_date: '2026-03-04', metrics, ...more },
    { authorization: `Bearer ${studioKey}` },
  ] as const

/** The rows of a report of the first days of March 2026, each in the order of its columns. */
async function ask(dimensions: string, metrics: string, more = {}) {
  const response = await site.server.get(
    ...asked(metrics, { ...(dimensions && { dimensions }), ...more }),
  )
  const body = JSON.parse(response.body)
  if (response.statusCode !== 200) return body
  return body.data.map((row: object) => Object.values(row))
}

const zap = ['2026-03-01,zap-ios,firebase,US,100,10,200', '2026-03-01,zap-ios,firebase,DE,40,4,']

describe('users of an app', () => {
  test('are recognised by their columns, restated and undone', async () => {
    const first = await users(...zap)
    expect(first).toMatchObject({
      kind: 'audience',
      totals: { dau: '140' },
      networks: ['firebase'],
      rows: 2,
      slices: 1,
      impressions: '0',
      replaced_slices: 0,
    })
    const shown = 'dau,new_users,sessions,sessions_per_dau'
    // Sessions are known of 100 of 140 users.
    expect(await ask('date', shown)).toEqual([['2026-03-01', 140, 14, 200, 2]])
    const restated = await users('2026-03-01,zap-ios,firebase,US,90,9,180')
    expect(restated).toMatchObject({ slices: 1, replaced_slices: 1, unchanged_slices: 0 })
    expect(await ask('country', 'dau')).toEqual([['US', 90]])
    expect(await ask('date', 'dau', { as_of: first.recorded_at })).toEqual([['2026-03-01', 140]])
    expect(await site.call(undoImport, { id: 2 })).toMatchObject({ restored_slices: 1 })
    expect(await ask('country', 'dau')).toEqual([
      ['DE', 40],
      ['US', 100],
    ])
    await site.call(undoImport, { id: 1 })
    expect(await ask('date', 'dau')).toEqual([])
  })

  test('over several days are their average, and over apps their sum', async () => {
    await users(...zap, '2026-03-02,zap-ios,firebase,US,60,,', '2026-03-02,brick,firebase,US,20,,')
    // (140 + 60 + 20) ÷ 2 days; (140 + 60) ÷ 2; 20 ÷ 1.
    expect(await ask('', 'dau,user_days')).toEqual([[110, 220]])
    expect(await ask('app_id', 'dau,user_days')).toEqual([
      ['zap-ios', 100, 200],
      ['brick', 20, 20],
    ])
  })

  test('of two sources are those of the source that came first, never both', async () => {
    await users(...zap)
    await users('2026-03-01,zap-ios,adjust,US,999,,', '2026-03-02,zap-ios,adjust,US,7,,')
    expect(await ask('date,source', 'dau')).toEqual([
      ['2026-03-01', 'firebase', 140],
      ['2026-03-02', 'adjust', 7],
    ])
  })

  test('of two sources are those of the source that a rule names from a day on', async () => {
    await users(...zap, '2026-03-02,zap-ios,firebase,US,60,,', '2026-03-03,brick,firebase,US,5,,')
    await users(
      '2026-03-01,zap-ios,adjust,US,999,,',
      '2026-03-02,zap-ios,adjust,US,7,,',
      '2026-03-02,zap-ios,adjust,DE,1,,',
    )
    const before = await site.server.get(...asked('dau'))
    const rule = { username: 'studio', startDate: '2026-03-02' }
    await site.call(setPrimarySource, { ...rule, source: 'adjust' })
    const now = [
      ['2026-03-01', 'firebase', 140],
      ['2026-03-02', 'adjust', 8],
      // Where the source of the rule has nothing, the first one counts.
      ['2026-03-03', 'firebase', 5],
    ]
    expect(await ask('date,source', 'dau')).toEqual(now)
    const after = await site.server.get(...asked('dau'))
    expect(after.headers.etag).not.toBe(before.headers.etag)
    await site.call(setPrimarySource, {
      username: 'studio',
      source: 'firebase',
      startDate: '2026-03-04',
    })
    expect(await ask('date,source', 'dau')).toEqual(now)
    const { primarySources } = await site.call(setPrimarySource, rule)
    expect(primarySources).toMatchObject([{ source: 'firebase' }])
    expect((await ask('date,source', 'dau'))[1]).toEqual(['2026-03-02', 'firebase', 60])
    await site.call(setPrimarySource, { ...rule, startDate: '2026-03-04' })
    expect((await site.server.get(...asked('dau'))).headers.etag).toBe(before.headers.etag)
  })

  test('divide revenue of the same days and apps only, and tell how much that is', async () => {
    await site.importLines([
      '2026-03-01,zap-ios,admob,video,US,1000,5',
      '2026-03-01,zap-ios,ownnet,video,DE,500,2',
      '2026-03-02,brick,admob,video,US,500,1',
    ])
    await users(...zap, '2026-03-03,brick,firebase,US,7,,')
    const metrics = 'revenue,dau,arpdau,impressions_per_dau,users_coverage'
    // 7 ÷ 140; 1,500 ÷ 140; 1,500 of 2,000 impressions.
    expect(await ask('', metrics)).toEqual([[8, 73.5, 0.05, 10.7143, 0.75]])
    expect(await ask('date', metrics)).toEqual([
      ['2026-03-01', 7, 140, 0.05, 10.7143, 1],
      ['2026-03-02', 1, null, null, null, 0],
      ['2026-03-03', null, 7, null, null, null],
    ])
  })

  test('are not known by network, which the refusal says', async () => {
    await users(...zap)
    const { errors, detail } = await ask('network', 'dau,revenue')
    expect(JSON.stringify([errors, detail])).toContain('dau is not known by network')
    expect(JSON.stringify(await ask('source', 'revenue'))).toContain(
      'revenue is not known by source',
    )
  })

  test('are filtered by the source that counts, which reports of ad figures refuse', async () => {
    await site.importLines(['2026-03-01,zap-ios,admob,video,US,1000,5'])
    await users(...zap, '2026-03-02,zap-ios,firebase,US,60,,')
    await users('2026-03-01,zap-ios,adjust,US,999,,', '2026-03-03,zap-ios,adjust,US,7,,')
    const ofAdjust = [['2026-03-03', 7]]
    const ofFirebase = [
      ['2026-03-01', 140],
      ['2026-03-02', 60],
    ]
    expect(await ask('date', 'dau', { source: 'adjust' })).toEqual(ofAdjust)
    expect(await ask('date', 'dau', { source_not: 'adjust' })).toEqual(ofFirebase)
    expect(await ask('', 'user_days', { source: 'Firebase,adjust' })).toEqual([[207]])
    const filled = { source: 'adjust', fill: 'dates', end_date: '2026-03-03' }
    expect(await ask('date', 'user_days', filled)).toEqual([
      ['2026-03-01', null],
      ['2026-03-02', null],
      ['2026-03-03', 7],
    ])
    const misspelt = await site.server.get(...asked('dau', { source: 'adjst' }))
    expect(JSON.parse(misspelt.body)).toMatchObject({
      meta: { unmatched: { source: ['adjst'] } },
      totals: { dau: null },
    })
    for (const metrics of ['impressions', 'arpdau']) {
      const { errors } = await ask('', metrics, { source_not: 'adjust' })
      expect(errors).toMatchObject([
        { parameter: 'source_not', message: expect.stringContaining('not known by source') },
      ])
    }
    const [, , header] = asked('')
    const schema = await site.server.get('/api/v2/publisher/report/schema', {}, header)
    const { values, dimensions } = JSON.parse(schema.body)
    expect(values).toMatchObject({ network: ['admob'], source: ['adjust', 'firebase'] })
    expect(dimensions).toContainEqual(expect.objectContaining({ name: 'source', filter: 'source' }))
  })

  test('move and end with their app, and come back with it', async () => {
    await site.importApps(
      'app_id,publisher,app_name,platform,app_store_id\nzap-old,studio,Zap old,ios,900000002\n',
    )
    await site.importLines(['2026-03-01,zap-ios,admob,video,US,1000,5'])
    await users(...zap, '2026-03-01,zap-old,firebase,US,1,,', '2026-03-02,zap-old,firebase,US,2,,')
    const before = await ask('date,app_id', 'dau,revenue')
    await site.call(mergeApps, { appId: 'zap-old', into: 'zap-ios' })
    expect(await ask('date,app_id', 'dau,revenue')).toEqual([
      ['2026-03-01', 'zap-ios', 141, 5],
      ['2026-03-02', 'zap-ios', 2, null],
    ])
    await site.call(deleteApp, { appId: 'zap-ios' })
    expect(await ask('date,app_id', 'dau,revenue')).toEqual([])
    await site.call(undoImport, { id: 4 })
    await site.call(undoImport, { id: 3 })
    expect(await ask('date,app_id', 'dau,revenue')).toEqual(before)
  })

  test('are part of an account: its pages, its list of imports and its last state', async () => {
    await users(...zap, '2026-03-02,zap-ios,firebase,US,60,,')
    const question = {
      start_date: '2026-03-01',
      end_date: '2026-03-04',
      metrics: 'dau',
      dimensions: 'date',
      limit: '1',
    }
    const get = (path: string, more = {}) =>
      site.server.get(path, more, { authorization: `Bearer ${studioKey}` })
    const first = await get('/api/v2/publisher/report', question)
    await users('2026-03-02,zap-ios,firebase,US,999,,')
    const { next_cursor: cursor } = JSON.parse(first.body)
    const second = await get('/api/v2/publisher/report', { ...question, cursor })
    expect(JSON.parse(second.body).data).toEqual([{ date: '2026-03-02', dau: 60 }])
    const { accounts, ledger } = site.installation
    const { id } = await accounts.get('studio')
    expect(await ledger.entriesOf(allFiguresOf(id), null, 10)).toMatchObject([
      { id: 2, added: 0, restated: 1, removed: 0 },
      { id: 1, added: 2, restated: 0, impressions: 0n },
    ])
    const before = await get('/api/v2/publisher/report', question)
    await site.close()
    await site.open()
    const after = await get('/api/v2/publisher/report', question)
    expect(after.headers.etag).toBe(before.headers.etag)
  })

  test('come as NDJSON and Parquet too, and add up in partial imports', async () => {
    const row = { date: '2026-03-01', app_id: 'zap-ios', source: 'firebase', country: 'US' }
    await site.importStats([
      await site.file('users.ndjson', JSON.stringify({ ...row, dau: 100, sessions: 200 })),
    ])
    const columns = "DATE '2026-03-01' AS date, 'zap-ios' AS app_id, 'firebase' AS source"
    await site.importStats(
      [await site.parquet('users.parquet', `SELECT ${columns}, 'US' AS country, 7 AS dau`)],
      { partial: true },
    )
    expect(await ask('country', 'dau,sessions')).toEqual([['US', 107, 200]])
  })

  test('are copied by changed slices, and by an export', async () => {
    await site.importLines(['2026-03-01,zap-ios,admob,video,US,1000,5'])
    await users(...zap)
    const changed = async (more: Record<string, string>) => {
      const path = '/api/v2/publisher/report/changed'
      const response = await site.server.get(path, more, { authorization: `Bearer ${studioKey}` })
      expect(response.statusCode).toBe(200)
      return response.body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    }
    const slice = { date: '2026-03-01', app_id: 'zap-ios', source: 'firebase' }
    const first = await changed({ kind: 'audience' })
    expect(first.filter((line) => line.rows)).toMatchObject([
      {
        ...slice,
        rows: [
          { country: 'DE', dau: 40, new_users: 4, sessions: null },
          { country: 'US', dau: 100, new_users: 10, sessions: 200 },
        ],
      },
    ])
    const { next_cursor: since } = first.at(-1)
    expect((await changed({})).filter((line) => line.rows)).toMatchObject([{ network: 'admob' }])
    const folder = join(site.root, 'export')
    const run = async () => (await site.call(exportFigures, { directory: folder })).accounts
    expect(await run()).toContainEqual({
      account: 'studio',
      written: 2,
      kept: 0,
      removed: 0,
      rows: 3,
    })
    const file = join(folder, 'studio', 'audience_2026_03.parquet')
    const { columns: names, cells } = await readParquet(file)
    expect(names.map((name) => name.split(' ')[0]).join()).toBe(
      'date,app_id,app_name,platform,source,country,dau,new_users,sessions',
    )
    expect(cells.map((column) => column.map(String)).slice(5)).toEqual([
      ...[
        ['DE', 'US'],
        ['40', '100'],
        ['4', '10'],
        ['null', '200'],
      ],
    ])
    await site.call(undoImport, { id: 2 })
    expect((await changed({ kind: 'audience', since })).filter((line) => line.rows)).toMatchObject([
      { ...slice, rows: [] },
    ])
    expect(await run()).toContainEqual({
      account: 'studio',
      written: 0,
      kept: 1,
      removed: 1,
      rows: 0,
    })
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  test('are gone with their account', async () => {
    await users(...zap)
    const { ledger } = site.installation
    expect(await ledger.touchedBy(1)).toHaveLength(1)
    await site.call(deleteAccount, { username: 'studio' })
    expect(await ledger.touchedBy(1)).toEqual([])
  })

  test('do not change what ad figures are, and conditions on averages are refused', async () => {
    await users(...zap)
    await site.importLines(['2026-03-01,zap-ios,admob,video,US,1000,5'])
    const ofNobody = await ask('', 'impressions,clicks_coverage', { country: 'FR' })
    expect(ofNobody).toEqual([[0, 0]])
    const { detail } = await ask('app_id', 'dau', { having: 'user_days:gt:0' })
    expect(detail).toContain('Ask for user_days')
    expect(await ask('app_id', 'user_days', { having: 'dau:gt:0' })).toEqual([['zap-ios', 140]])
  })

  test('are refused beside figures in one import, and as a secondary report', async () => {
    const files = [
      await site.file('users.csv', [columns, ...zap].join('\n')),
      await site.file(
        'figures.csv',
        'date,app_id,network,format,country,impressions,revenue\n2026-03-01,zap-ios,admob,video,US,1,1',
      ),
    ]
    await expect(refusalOf(site.importStats(files))).resolves.toMatchObject({
      code: 'several_kinds',
    })
    await expect(refusalOf(site.importStats([files[0]!], { as: 'other' }))).resolves.toMatchObject({
      code: 'option_of_figures',
    })
  })
})
