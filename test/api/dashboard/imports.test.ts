import { describe, expect, test } from 'vitest'
import { undoImport } from '../../../src/use-cases/undo-import.ts'
import { studio as credentials, shareDashboard } from '../../fixtures/dashboard-history.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { csv, refusalOf } from '../../import/import-site.ts'

const row = (day: string, figures: string, app = 'zap-ios', country = 'US') =>
  `2026-03-${day},${app},ownnet,video,${country},${figures}`

/** An import of counted figures that no connection fetched. */
const byHand = { report: null, is_fetched: false, connection: null, may_undo: true }
const nothing = { slices_added: 0, slices_restated: 0, slices_removed: 0 }

describe('imports', () => {
  const { site, studio, euros, instantOf } = shareDashboard()
  const imports = async (visitor = studio()) => {
    const response = await visitor.get('/imports')
    expect(response.statusCode, response.body).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    return response.json().imports
  }

  test('are listed with what they added', async () => {
    await site().importLines([row('01', '10,1.5'), row('01', '5,0.25', 'zap-ios', 'DE')])
    await site().importLines([row('02', '20,2'), row('03', '7,-0.000001', 'brick')])
    const added = async (id: number) => ({
      id,
      kind: 'import',
      committed_at: await instantOf(id),
      undoes: null,
      undone_by: null,
      source: 'adtally',
      files: ['figures.csv'],
      networks: ['ownnet'],
      network_count: 1,
      ...nothing,
      ...byHand,
    })
    expect(await imports()).toStrictEqual([
      {
        ...(await added(2)),
        slices_added: 2,
        first_day: '2026-03-02',
        last_day: '2026-03-03',
        impressions: '27',
        revenue: '1.999999',
      },
      {
        ...(await added(1)),
        slices_added: 1,
        first_day: '2026-03-01',
        last_day: '2026-03-01',
        impressions: '15',
        revenue: '1.75',
      },
    ])
  })

  test('are listed with what they restated', async () => {
    // One slice shrinks, one is unchanged, one is new.
    await site().importLines([row('01', '12,1'), row('02', '20,2'), row('04', '1,1')])
    expect((await imports())[0]).toMatchObject({
      id: 3,
      ...nothing,
      slices_added: 1,
      slices_restated: 1,
      first_day: '2026-03-01',
      last_day: '2026-03-04',
      // 12 - 15 + 1 and 1 - 1.75 + 1
      impressions: '-2',
      revenue: '0.25',
    })
  })

  test('are listed when they moved rows between countries, although no total changed', async () => {
    await site().importLines([row('04', '1,1', 'zap-ios', 'DE')])
    expect((await imports())[0]).toMatchObject({
      id: 4,
      ...nothing,
      slices_restated: 1,
      impressions: '0',
      revenue: '0',
    })
  })

  test('without changes are not listed', async () => {
    await site().importLines([row('02', '20,2')])
    expect((await imports())[0].id).toBe(4)
  })

  test('and their undos are listed with what those restored and removed', async () => {
    await site().call(undoImport, { id: 3 })
    const marks = (await imports()).map((one: { undone_by: number | null }) => one.undone_by)
    expect(marks).toEqual([null, null, 6, null, null])
    // 4 March was restated by import 4 and is unchanged.
    expect((await imports())[0]).toMatchObject({
      id: 6,
      kind: 'undo',
      undoes: 3,
      committed_at: await instantOf(6),
      ...nothing,
      slices_restated: 1,
      impressions: '3',
      revenue: '0.75',
    })
    await site().call(undoImport, { id: 4 })
    await site().call(undoImport, { id: 2 })
    const [last] = await imports()
    // Import 5 also stated 2 March, so undoing import 2 does not change it.
    expect(last).toMatchObject({ kind: 'undo', undoes: 2, ...nothing, slices_removed: 1 })
    expect(last).toMatchObject({ impressions: '-7', revenue: '0.000001' })
  })

  test('of secondary reports are listed with the name of the report, and can be undone', async () => {
    const before = await imports()
    const { import: id } = await site().importLines([row('01', '99,9')], { as: 'mediation' })
    const [secondary, ...others] = await imports()
    expect(secondary).toMatchObject({
      id,
      report: 'mediation',
      revenue: '9',
      ...nothing,
      slices_added: 1,
    })
    expect([secondary.may_undo, secondary.files]).toEqual([true, ['figures.csv']])
    expect(others).toEqual(before)
    expect((await studio().post('/imports/undo', { id })).statusCode).toBe(200)
    const [undo, undone] = await imports()
    expect(undo).toMatchObject({ kind: 'undo', undoes: id, report: 'mediation', may_undo: false })
    expect(undone).toMatchObject({ id, undone_by: undo.id, may_undo: false })
    expect((await studio().get('/account')).json().figures_to).toBe('2026-03-02')
  })

  test('that changed two accounts list no files, and each account sees only its own changes', async () => {
    await site().importLines([row('20', '3,0.5'), row('21', '4,8', 'euro-app')])
    expect((await imports())[0]).toMatchObject({
      files: null,
      may_undo: false,
      slices_added: 1,
      first_day: '2026-03-20',
      last_day: '2026-03-20',
      impressions: '3',
      revenue: '0.5',
    })
    expect(await imports(euros())).toMatchObject([
      { files: null, first_day: '2026-03-21', last_day: '2026-03-21', revenue: '8' },
    ])
  })

  test('of other accounts are not listed', async () => {
    const before = await imports()
    await site().importLines([row('22', '5,5', 'euro-app')])
    expect(await imports()).toEqual(before)
    expect((await imports(euros()))[0]).toMatchObject({ files: ['figures.csv'], revenue: '5' })
  })

  test.each(['0', '-1', 'x', '1.5', '1e3', '01', '12345678901', '４'])(
    'cannot be listed before %s',
    async (before) => {
      const response = await studio().get('/imports', { before })
      expectProblem(response, 400, 'bad_parameters', { before: /older entries/ })
    },
  )

  test('cannot be listed with a repeated id', async () => {
    const response = await studio().get('/imports', { before: ['1', '2'] })
    expectProblem(response, 400, 'bad_parameters', { before: /once/ })
  })

  test.each(['4294967295', '4294967296', '9999999999'])(
    'before %s are all of them',
    async (before) => {
      const response = await studio().get('/imports', { before })
      expect(response.statusCode, response.body).toBe(200)
      expect(response.json().imports).toEqual(await imports())
    },
  )
})

describe('an import', () => {
  const { site, studio, server } = shareDashboard()

  test('is listed without the folders of the server', async () => {
    const file = await site().file('figures.csv', csv([row('01', '10,1.5')]))
    await site().importStats([{ ...file, name: file.path }])
    const { imports } = (await studio().get('/imports')).json()
    expect(imports[0].files).toEqual(['figures.csv'])
    const broken = await site().file('broken.csv', csv([row('32', '10,1.5')]))
    const given = [{ ...broken, name: broken.path }]
    await refusalOf(site().importStats(given, { createApps: 'studio' }))
    const { failed } = (await studio().get('/imports')).json()
    expect(failed[0].files).toEqual(['broken.csv'])
    expect(failed[0].message).toContain('\nbroken.csv:2: ')
    const path = '/api/v2/publisher/imports'
    const answers = await Promise.all([
      ...['/imports', '/audit'].map((one) => studio().get(one)),
      ...[path, `${path}/${imports[0].id}`].map((one) => server().get(one, credentials)),
    ])
    for (const { body } of answers) {
      expect(body).toContain('figures.csv')
      expect(body).not.toContain(site().root)
    }
  })

  test('of many networks are listed with the first of them', async () => {
    const newest = async () => (await studio().get('/imports')).json().imports[0]
    const networks = Array.from({ length: 22 }, (_, nth) => `net_${String(nth).padStart(2, '0')}`)
    const lines = networks.map((network) => `2026-05-01,brick,${network},video,US,1,1`)
    const { import: id } = await site().importLines(lines)
    expect(await newest()).toMatchObject({
      id,
      networks: networks.slice(0, 20),
      network_count: 22,
    })
    await site().call(undoImport, { id })
    expect(await newest()).toMatchObject({ kind: 'undo', network_count: 22 })
  })
})

describe('many imports', () => {
  const { site, studio, euros } = shareDashboard()

  test('are listed 200 per page, newest first, each once', async () => {
    const put = (nth: number, app = 'zap-ios') => site().importLines([row('01', `${nth},1`, app)])
    for (let first = 1; first < 205; first += 51) {
      // Together they wait less.
      await Promise.all(Array.from({ length: 50 }, (_, nth) => put(first + nth)))
      await put(first + 50, 'euro-app')
    }
    await put(205)
    // 4 of 205 belong to the other account.
    const pages: number[][] = []
    let before: string | undefined
    do {
      const { imports, next_before } = (await studio().get('/imports', { before })).json()
      pages.push(imports.map(({ id }: { id: number }) => id))
      expect(next_before === null || next_before === imports.at(-1).id).toBe(true)
      before = next_before === null ? undefined : String(next_before)
    } while (before !== undefined)
    expect(pages.map(({ length }) => length)).toEqual([200, 1])
    const own = Array.from({ length: 205 }, (_, nth) => 205 - nth).filter((id) => id % 51 !== 0)
    expect(pages.flat()).toEqual(own)
    const other = (await euros().get('/imports')).json()
    expect(other.imports.map(({ id }: { id: number }) => id)).toEqual([204, 153, 102, 51])
  })

  test('can end with a full page', async () => {
    const { imports, next_before } = (await studio().get('/imports', { before: '205' })).json()
    // Ids 204 to 1, without the 4 of the other account.
    expect([imports.length, next_before]).toEqual([200, null])
    const none = (await studio().get('/imports', { before: '1' })).json()
    expect(none).toEqual({
      account: 'studio',
      currency: 'USD',
      imports: [],
      failed: [],
      failed_days: [],
      set_aside: [],
      next_before: null,
    })
  })
})
