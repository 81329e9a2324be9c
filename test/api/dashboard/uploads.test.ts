import { describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { listFailedImports } from '../../../src/use-cases/list-failed-imports.ts'
import { previewFigures } from '../../../src/use-cases/preview-figures.ts'
import { shareDashboard } from '../../fixtures/dashboard-history.ts'
import { ended, upload } from '../../fixtures/dashboard-uploads.ts'
import type { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openTeam } from '../../fixtures/team.ts'
import { csv } from '../../import/import-site.ts'
import { inmobiDashboard } from '../../import/network-reports.ts'

const lines = [
  '2026-03-01,zap-ios,ownnet,video,US,10,1',
  '2026-03-02,zap-ios,ownnet,video,US,20,2.5',
]
const file = (content: readonly string[] = lines, name = 'march.csv') =>
  ['file', [name, csv(content)]] as const

describe('an upload in the browser', () => {
  const { site, studio, euros } = shareDashboard()

  test('tells first what would change, as the command line does, and changes nothing', async () => {
    const before = await site().figures()
    const view = await ended(studio(), await upload(studio(), [['dry_run', 'true'], file()]))
    expect(view).toMatchObject({ state: 'done', dry_run: true, import: null, files: ['march.csv'] })
    const { accounts: _, ...summary } = await site().call(
      previewFigures,
      { account: 'studio' },
      { files: [await site().file('march.csv', csv(lines))] },
    )
    const ofAccount = summary.days.map(({ account: _account, ...day }) => day)
    expect(view.summary).toEqual({ ...summary, days: ofAccount })
    expect(await site().figures()).toEqual(before)
    expect((await studio().get('/imports')).json()).toMatchObject({ imports: [], failed: [] })
  })

  test('is imported, is listed, and is undone', async () => {
    const view = await ended(studio(), await upload(studio(), [file()]))
    expect(view).toMatchObject({ state: 'done', dry_run: false, import: 1, problem: null })
    expect(view.summary).toMatchObject({ import: 1, rows: 2, slices: 2, files: ['march.csv'] })
    const [entry] = (await studio().get('/imports')).json().imports
    expect(entry).toMatchObject({ id: 1, files: ['march.csv'], slices_added: 2, revenue: '3.5' })
    const undone = await studio().post('/imports/undo', { id: 1 })
    expect(undone.statusCode, undone.body).toBe(200)
    expect(undone.json()).toEqual({
      account: 'studio',
      currency: 'USD',
      undo: 2,
      import: 1,
      restored_slices: 0,
      removed_slices: 2,
      kept_slices: 0,
    })
    expect(await site().figures()).toEqual([])
    expectProblem(await studio().post('/imports/undo', { id: 1 }), 422, 'refused')
    const events = await site().call(listAuditEvents, { account: 'studio', limit: 2 })
    expect(events).toMatchObject([
      { action: 'import_undone', actor: 'session', name: 'studio' },
      { action: 'figures_imported', actor: 'session', name: 'studio' },
    ])
  })

  test('with the same key is imported once', async () => {
    const key = { 'idempotency-key': 'once' }
    const one = await ended(studio(), await upload(studio(), [file()], key))
    const two = await ended(studio(), await upload(studio(), [file()], key))
    expect([one.import, two.import]).toEqual([3, 3])
  })

  test('takes options, and is refused in the words of the dashboard', async () => {
    const text = inmobiDashboard(['Germany,1200,3.5'])
    const dayless = ['file', ['x.csv', text]] as const
    const refused = await ended(studio(), await upload(studio(), [dayless]))
    expect(refused).toMatchObject({ state: 'refused', summary: null })
    expect(refused.problem).toMatchObject({ code: 'refused', status: 422 })
    expect(refused.problem!.detail).not.toMatch(/--|`|adtally /)
    const context = [
      ['day', '2026-04-01'],
      ['app', 'zap-ios'],
    ] as const
    const given = [...context, ['as', 'levelplay'], dayless] as const
    const view = await ended(studio(), await upload(studio(), given))
    expect(view.summary).toMatchObject({ report: 'levelplay', first_day: '2026-04-01' })
    for (const [name, value, why] of [
      ['day', '2026-02-30', /calendar day/],
      ['dry_run', 'perhaps', /true or false/],
      ['colour', 'red', /is unknown/],
    ] as const) {
      const answer = await upload(studio(), [[name, value], dayless])
      expectProblem(answer, 400, 'bad_parameters', { [name]: why })
    }
  })

  test('never touches or shows another account', async () => {
    const foreign = file(['2026-03-01,euro-app,ownnet,video,US,10,1'], 'foreign.csv')
    const refused = await ended(studio(), await upload(studio(), [foreign]))
    expect(refused.state).toBe('refused')
    const started = await upload(euros(), [foreign])
    const { import: id } = await ended(euros(), started)
    expectProblem(await studio().post('/imports/undo', { id }), 422, 'refused')
    const other = await studio().get('/imports/request', { id: started.json().id })
    expectProblem(other, 404, 'unknown_import')
    const none = await studio().get('/imports/request', { id: '00000000-0000' })
    expect(other.json().detail).toBe(none.json().detail)
  })

  test('without a file, or as another type, is refused', async () => {
    expectProblem(await upload(studio(), [['dry_run', 'true']]), 400, 'bad_parameters', {
      file: /is missing/,
    })
    const json = await studio().post('/imports/upload', { file: 'x' })
    expectProblem(json, 400, 'bad_request')
    expect(json.json().detail).toContain('multipart/form-data')
    expectProblem(await studio().post('/imports/upload'), 400, 'bad_request')
  })

  test.each(['', '.', 'a\u0000.csv'])('of a file named %j is refused', async (name) => {
    const refused = await upload(studio(), [file(lines, name)])
    expectProblem(refused, 400, 'bad_parameters', { file: /a name of 1 to 255 characters/ })
  })

  test('of too many files is refused with the number that is accepted', async () => {
    const refused = await upload(
      studio(),
      Array.from({ length: 102 }, () => file()),
    )
    expectProblem(refused, 400, 'bad_request')
    expect(refused.json().detail).toContain('more than 100 files')
  })

  test('is undone and dismissed by an id and nothing else', async () => {
    for (const action of ['undo', 'dismiss']) {
      const without = await studio().post(`/imports/${action}`, {})
      expectProblem(without, 400, 'bad_parameters', { id: /missing/ })
      const misspelt = await studio().post(`/imports/${action}`, { id: 3, import: 3 })
      expectProblem(misspelt, 400, 'bad_parameters', { import: /unknown|no field/ })
    }
  })

  test.each([{ id: 0 }, { id: '1' }, { id: 1.5 }, { id: null }, { id: 2 ** 40 }])(
    'is not undone or dismissed by %o',
    async (body) => {
      for (const action of ['undo', 'dismiss']) {
        const answer = await studio().post(`/imports/${action}`, body)
        expectProblem(answer, 400, 'bad_parameters', { id: /whole number/ })
      }
    },
  )

  test('may name any known source', async () => {
    const { sources } = (await studio().get('/imports/sources')).json()
    expect(sources).toContainEqual({ source: 'admob', title: expect.stringContaining('AdMob') })
  })
})

describe('a failed import', () => {
  const { site, studio, euros } = shareDashboard()
  const bad = '2026-03-32,zap-ios,ownnet,video,US,10,1'
  const failed = async (visitor: Visitor) =>
    (await visitor.get('/imports')).json().failed as { id: number; files: string[] }[]
  const fail = async (name: string, more: object = {}) => {
    const given = [await site().file(name, csv([bad]))]
    await site()
      .importStats(given, { account: 'studio', ...more })
      .catch(() => undefined)
  }

  test('is dismissed, by its own account only, and that is recorded', async () => {
    await fail('a.csv')
    await fail('b.csv')
    const [b, a] = await failed(studio())
    expect([a!.files, b!.files]).toEqual([['a.csv'], ['b.csv']])
    const foreign = await euros().post('/imports/dismiss', { id: a!.id })
    expectProblem(foreign, 422, 'refused')
    const dismissed = await studio().post('/imports/dismiss', { id: a!.id })
    expect(dismissed.json()).toEqual({ account: 'studio', currency: 'USD', id: a!.id })
    expect(await failed(studio())).toEqual([b])
    const again = await studio().post('/imports/dismiss', { id: a!.id })
    expectProblem(again, 422, 'refused')
    expect(again.json().detail).toMatch(/^There is no failed import/)
    const events = await site().call(listAuditEvents, { account: 'studio', limit: 1 })
    expect(events).toMatchObject([
      { action: 'failed_import_dismissed', actor: 'session', facts: { files: ['a.csv'] } },
    ])
  })

  test('that is not refused may have rows that are set aside, until a person answers', async () => {
    const columns = 'Day,Package Name,Platform,Network,Impressions,Est. Revenue'
    const line = (name: string, revenue: number) =>
      `2026-03-01,com.example.zap,iOS,${name},10,${revenue}`
    const lines = csv([line('ADMOBB_BIDDING', 1.5), line('Vungle', 2)], columns)
    const shown = async () => (await studio().get('/imports')).json().set_aside
    const importMax = async () => {
      const given = [await site().file('max.csv', lines)]
      return site().importStats(given, { account: 'studio' })
    }
    await importMax()
    const { name, source } = { name: 'ADMOBB_BIDDING', source: 'applovin-max' }
    expect(await shown()).toEqual([
      {
        source,
        name,
        similar_to: 'admob',
        network: null,
        connection: null,
        files: ['max.csv'],
        rows: 1,
        impressions: '10',
        revenue: { USD: '1.5' },
        first_day: '2026-03-01',
        last_day: '2026-03-01',
      },
    ])
    const bad = await studio().post('/imports/network', { source, name, network: 'admop' })
    expectProblem(bad, 422, 'refused')
    const answered = await studio().post('/imports/network', { source, name, network: 'admob' })
    expect(answered.json()).toEqual({
      account: 'studio',
      currency: 'USD',
      source,
      name,
      network: 'admob',
      connections: [],
      files: ['max.csv'],
    })
    expect(await shown()).toMatchObject([{ network: 'admob' }])
    const events = await site().call(listAuditEvents, { account: 'studio', limit: 1 })
    expect(events).toMatchObject([
      { action: 'network_answered', facts: { name, network: 'admob' } },
    ])
    expect(await importMax()).toMatchObject({ set_aside: [], networks: ['admob', 'vungle'] })
    expect(await shown()).toEqual([])
    expect((await euros().get('/imports')).json().set_aside).toEqual([])
  })

  test('vanishes when a file of its name is imported, however that comes', async () => {
    await fail('c.csv')
    expect(await failed(studio())).toHaveLength(2)
    const preview = [['dry_run', 'true'], file(lines, 'b.csv')] as const
    await ended(studio(), await upload(studio(), preview))
    expect(await failed(studio())).toHaveLength(2)
    await ended(studio(), await upload(studio(), [file(lines, 'b.csv')]))
    expect((await failed(studio())).map(({ files }) => files)).toEqual([['c.csv']])
    await site().importStats([await site().file('c.csv', csv(lines))])
    expect(await failed(studio())).toEqual([])
  })

  test('stays when the import was for another day or another report', async () => {
    const give = async (payout: string, request: object) => {
      const given = [await site().file('daily.csv', inmobiDashboard([`Germany,1200,${payout}`]))]
      return site().importStats(given, { app: 'zap-ios', ...request })
    }
    const refused = (request: object) =>
      give('much', { account: 'studio', ...request }).catch(() => undefined)
    const taken = (request: object) => give('3.5', request)
    await refused({ day: '2026-03-01' })
    await taken({ day: '2026-03-02' })
    expect(await failed(studio())).toHaveLength(1)
    await taken({ day: '2026-03-01' })
    expect(await failed(studio())).toEqual([])
    await refused({ day: '2026-03-03', as: 'levelplay' })
    await taken({ day: '2026-03-03' })
    expect(await failed(studio())).toHaveLength(1)
    const listed = await site().call(listFailedImports, { account: 'studio', limit: 10 })
    expect(listed).toMatchObject([{ account: 'studio', files: ['daily.csv'] }])
    await taken({ day: '2026-03-03', as: 'levelplay' })
    expect(await failed(studio())).toEqual([])
  })
})

describe('an editor', () => {
  const team = shareSite(openTeam)

  test('imports and undoes', async () => {
    const editor = await team.joinAs('editor')
    const own = ['create_apps', 'true'] as const
    const apps = file(['2026-03-01,zap-ios,ownnet,video,US,10,1'])
    expect((await ended(editor, await upload(editor, [own, apps]))).state).toBe('refused')
    expectProblem(await editor.post('/imports/undo', { id: 1 }), 422, 'refused')
  })
})
