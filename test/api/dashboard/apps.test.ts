import { beforeAll, describe, expect, test } from 'vitest'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import type { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { emailOf, openTeam } from '../../fixtures/team.ts'

const team = shareSite(openTeam)
let owner: Visitor
let editor: Visitor
let viewer: Visitor
beforeAll(async () => {
  const { call } = team.installation
  const fileOf = (name: string, lines: readonly string[]) =>
    givenFile(team.installation, name, [...lines, ''].join('\n'))
  const apps = [
    ...['zap,studio,Zap,ios,1234,com.zap,', 'zap2,studio,Zap,ios,,,'],
    ...['zap-a,studio,Zap,android,,,com.zap', 'hop,hop,Hop,ios,,,'],
  ]
  const columns = 'app_id,publisher,app_name,platform,app_store_id,app_bundle_id,android_package'
  await call(importApps, {}, await fileOf('apps.csv', [columns, ...apps]))
  const rows = ['2026-03-01,zap,admob,video,US,100,1.5', '2026-03-01,zap2,admob,video,US,10,0.25']
  const header = 'date,app_id,network,format,country,impressions,revenue'
  const figures = ['2026-03-02,zap2,admob,video,US,10,0.5', ...rows]
  await call(importFigures, {}, await fileOf('rows.csv', [header, ...figures]))
  owner = await team.joinAs('owner')
  editor = await team.joinAs('editor')
  viewer = await team.joinAs('viewer')
})

const listed = async (who: Visitor) => (await who.get('/apps')).json().apps
const linksOf = async (appId: string) =>
  (await listed(viewer)).find((one: { app_id: string }) => one.app_id === appId).links
const zapOf = { network: 'admob', network_app_id: 'Zap' }

describe('apps on the dashboard', () => {
  test('are read by all, with their identifiers', async () => {
    expect((await listed(viewer))[1]).toEqual({
      app_id: 'zap-a',
      app_name: 'Zap',
      platform: 'android',
      archived: false,
      links: [],
      app_store_id: null,
      app_bundle_id: null,
      android_package: 'com.zap',
    })
    expect((await listed(viewer))[0]).toMatchObject({ app_store_id: 1234 })
  })

  test('are linked and unlinked by editors, all or none', async () => {
    const ios = { ...zapOf, app_id: 'zap', platform: 'ios' }
    const android = { ...zapOf, app_id: 'zap-a', platform: 'android' }
    const linked = await editor.post('/apps/link', { links: [ios, android] })
    expect(linked.json()).toEqual({ account: 'studio', currency: 'USD', linked: 2 })
    expect(await linksOf('zap')).toEqual([zapOf])
    const elsewhere = { links: [{ network: 'moloco', network_app_id: 'm', app_id: 'zap' }] }
    elsewhere.links.push({ ...zapOf, app_id: 'zap2', platform: 'ios' } as never)
    expectProblem(await editor.post('/apps/link', elsewhere), 422, 'refused')
    expect(await linksOf('zap')).toEqual([zapOf])
    const unclear = { links: [{ ...zapOf, app_id: 'zap' }] }
    expectProblem(await editor.post('/apps/link', unclear), 422, 'refused')
    const removed = await editor.post('/apps/unlink', { ...zapOf, app_id: 'zap' })
    expect(removed.json()).toMatchObject({ ...zapOf, app_id: 'zap' })
    expect(await linksOf('zap')).toEqual([])
    expect(await linksOf('zap-a')).toEqual([zapOf])
    const [last] = await team.installation.call(listAuditEvents, { account: 'studio', limit: 1 })
    expect(last).toMatchObject({ action: 'app_unlinked', name: emailOf('editor') })
  })

  test('are renamed by editors', async () => {
    const renamed = await editor.post('/apps/rename', { app_id: 'zap-a', new_name: 'Zap 2' })
    expect(renamed.json()).toMatchObject({ app_id: 'zap-a', app_name: 'Zap 2' })
  })

  test('are merged by owners, after a preview', async () => {
    const merge = { app_id: 'zap2', into: 'zap' }
    const figures = { slices: 2, revenue: '0.75', impressions: '20', added_to_slices: 1 }
    const preview = await owner.post('/apps/merge', { ...merge, dry_run: true })
    expect(preview.json()).toMatchObject({ ...figures, entry: null, into: 'zap' })
    expect(await listed(owner)).toHaveLength(3)
    const merged = await owner.post('/apps/merge', merge)
    expect(merged.json()).toMatchObject({ ...figures, entry: expect.any(Number) })
    expect(await listed(owner)).toHaveLength(2)
    const unlike = { app_id: 'zap-a', into: 'zap' }
    expectProblem(await owner.post('/apps/merge', unlike), 422, 'refused')
  })

  test('of another account are unknown', async () => {
    const rival = await team.signIn('hop')
    expect((await listed(rival)).map((one: { app_id: string }) => one.app_id)).toEqual(['hop'])
    for (const [action, body] of [
      ['rename', { app_id: 'zap', new_name: 'Mine' }],
      ['link', { links: [{ ...zapOf, app_id: 'zap' }], account: 'studio' }],
      ['unlink', { ...zapOf, app_id: 'zap-a' }],
      ['merge', { app_id: 'zap', into: 'hop' }],
      ['merge', { app_id: 'hop', into: 'zap', dry_run: true }],
    ] as const) {
      expectProblem(await rival.post(`/apps/${action}`, body), 404, 'unknown_app')
    }
  })

  test.each([
    ['rename', { app_id: 7, new_name: 'k' }, 'app_id'],
    ['rename', { app_id: 'zap', new_name: 'a\u202eb' }, 'new_name'],
    ['link', { links: [] }, 'links'],
    ['link', { links: [{ ...zapOf, network_app_id: '', app_id: 'zap' }] }, 'links.network_app_id'],
    ['merge', { app_id: 'zap' }, 'into'],
    ['unlink', { network: 'admob', app_id: 'zap' }, 'network_app_id'],
  ])('are refused with a bad field: %s %j', async (action, body, parameter) => {
    const response = await owner.post(`/apps/${action}`, body)
    expectProblem(response, 400, 'bad_parameters', { [parameter]: /\S/ })
  })
})
