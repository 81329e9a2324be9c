import { describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { setRole } from '../../../src/use-cases/set-role.ts'
import { api, type Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { emailOf, openTeam } from '../../fixtures/team.ts'

const team = shareSite(openTeam)
const owner = shareSite(() => team.joinAs('owner'))
const editor = shareSite(() => team.joinAs('editor'))
const viewer = shareSite(() => team.joinAs('viewer'))

const address = '/dashboard?days=last_7&network=admob'
const listed = async (who: Visitor) => (await who.get('/views')).json().views
const save = async (who: Visitor, name: string) => {
  const response = await who.post('/views/save', { name, address })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const events = async () =>
  (await team.installation.call(listAuditEvents, { account: 'studio', limit: 100 }))
    .filter(({ action }) => action.startsWith('view_'))
    .map(({ action, name, facts }) => [action, name, facts.view_name])
    .reverse()

describe('saved views on the dashboard', () => {
  test('are saved, renamed and deleted by every role, and seen by nobody else', async () => {
    for (const [who, role] of [
      [owner, 'owner'],
      [editor, 'editor'],
      [viewer, 'viewer'],
    ] as const) {
      const { id, ...saved } = await save(who, 'Mine')
      const view = {
        name: 'Mine',
        address,
        saved_by: emailOf(role),
        is_own: true,
        is_shared: false,
        saved_at: expect.stringMatching(/^2026-03-10T/),
      }
      expect(saved).toEqual({ account: 'studio', currency: 'USD', ...view })
      const list = await who.get('/views')
      expect(list.headers['cache-control']).toBe('no-store')
      expect(list.json().views).toEqual([{ id, ...view }])
      const renamed = await who.post('/views/change', { id, name: 'Still mine' })
      expect(renamed.json()).toMatchObject({ id, name: 'Still mine', address })
      const deleted = await who.post('/views/delete', { id })
      expect(deleted.json()).toMatchObject({ id, name: 'Still mine' })
      expect(await listed(who)).toEqual([])
    }
    // Views that nobody else sees are not recorded.
    expect(await events()).toEqual([])
  })

  test('are shared by editors and owners, and withdrawn by owners', async () => {
    const { id: own } = await save(viewer, 'Of the viewer')
    const { id } = await save(editor, 'Weekly')
    const shared = await editor.post('/views/share', { id, is_shared: true })
    expect(shared.json()).toMatchObject({ is_own: true, is_shared: true })
    expect(await listed(owner)).toMatchObject([
      { id, name: 'Weekly', saved_by: emailOf('editor'), is_own: false, is_shared: true },
    ])
    await editor.post('/views/change', { id, name: 'Weekly!' })
    for (const action of ['change', 'delete']) {
      const response = await owner.post(`/views/${action}`, { id })
      expectProblem(response, 422, 'refused')
    }
    expectProblem(await owner.post('/views/withdraw', { id: own }), 422, 'refused')
    expect((await owner.post('/views/withdraw', { id })).statusCode).toBe(200)
    expect(await listed(editor)).toEqual([])
    expect(await events()).toEqual([
      ['view_shared', emailOf('editor'), 'Weekly'],
      ['view_changed', emailOf('editor'), 'Weekly!'],
      ['view_deleted', emailOf('owner'), 'Weekly!'],
    ])
  })

  test('are not changed for others by someone who may no longer share', async () => {
    const demoted = await team.join('studio', 'ed@studio.example', 'editor')
    const { id } = await save(demoted, 'Shared')
    const { id: own } = await save(demoted, 'Own')
    await demoted.post('/views/share', { id, is_shared: true })
    const role = { username: 'studio', user: 'ed@studio.example', role: 'viewer' } as const
    await team.installation.call(setRole, role)
    for (const [action, change] of [
      ['change', { name: 'Mine' }],
      ['change', { address }],
      ['delete', {}],
    ] as const) {
      expectProblem(await demoted.post(`/views/${action}`, { id, ...change }), 403, 'forbidden')
      const response = await demoted.post(`/views/${action}`, { id: own, ...change })
      expect(response.statusCode).toBe(200)
    }
    expect((await owner.post('/views/withdraw', { id })).statusCode).toBe(200)
  })

  test('of another account are unknown', async () => {
    const { id } = await save(editor, 'Of the studio')
    await editor.post('/views/share', { id, is_shared: true })
    const rival = await team.signIn('hop')
    expect(await listed(rival)).toEqual([])
    for (const action of ['change', 'delete', 'withdraw']) {
      const response = await rival.post(`/views/${action}`, { id })
      expectProblem(response, 422, 'refused')
      expect(response.json().detail).toMatch('There is no such saved view.')
    }
    const asAnother = { name: 'k', address, username: 'studio', user: emailOf('owner') }
    expect((await rival.post('/views/save', asAnother)).json()).toMatchObject({
      account: 'hop',
      saved_by: 'hop',
    })
  })

  test.each([
    ['an empty name', { name: ' ', address }, 'name'],
    ['no address', { name: 'k' }, 'address'],
    ['a path of the interface', { name: 'k', address: '/dashboard/api/keys' }, 'address'],
    ['an unknown field', { name: 'k', address, is_shared: true }, 'is_shared'],
  ])('are refused with %s', async (_fault, body, parameter) => {
    const response = await viewer.post('/views/save', body)
    expectProblem(response, 400, 'bad_parameters', { [parameter]: /\S/ })
  })

  test.each([{}, { id: 0 }, { id: '7' }, { id: 1.5 }])(
    'need the id of a view: %j',
    async (body) => {
      for (const action of ['change', 'delete']) {
        const response = await viewer.post(`/views/${action}`, body)
        expectProblem(response, 400, 'bad_parameters', { id: /\S/ })
      }
    },
  )

  test.each([
    ['{', 'application/json', 400, 'bad_request', /not valid JSON/],
    ['', 'application/json', 400, 'bad_request', /not valid JSON/],
    ['name=k', 'application/x-www-form-urlencoded', 400, 'bad_request', /must be JSON/],
    [`"${'k'.repeat(40_000)}"`, 'application/json', 413, 'upload_too_large', /32,768 bytes/],
  ])(
    'are refused with the body %.8s of the type %s',
    async (payload, type, status, code, detail) => {
      const url = `${api}/views/save`
      const headers = { 'content-type': type }
      const response = await viewer.send({ method: 'POST', url, headers, payload })
      expectProblem(response, status, code)
      expect(response.json().detail).toMatch(detail)
    },
  )
})
