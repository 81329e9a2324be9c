import { beforeAll, describe, expect, test } from 'vitest'
import { importApps } from '../../../src/use-cases/import-apps.ts'
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
  const { installation } = team
  const apps = 'app_id,publisher,app_name,platform\nzap,studio,Zap,ios\nhop,hop,Hop,ios\n'
  await installation.call(importApps, {}, await givenFile(installation, 'apps.csv', apps))
  owner = await team.joinAs('owner')
  editor = await team.joinAs('editor')
  viewer = await team.joinAs('viewer')
})

const listed = async (who: Visitor) => (await who.get('/notes')).json().notes
const test1 = { start_date: '2026-03-04', text: 'Price test began – ½ € less' }

describe('notes on the dashboard', () => {
  test('are written and changed by editors and owners, and read by all', async () => {
    const added = await editor.post('/notes/add', test1)
    expect(added.headers['cache-control']).toBe('no-store')
    const { id, ...rest } = added.json()
    const instant = expect.stringMatching(/^2026-03-10T/)
    const written = { written_by: emailOf('editor'), written_at: instant }
    const note = { ...test1, end_date: test1.start_date, app_id: null, ...written }
    expect(rest).toEqual({
      account: 'studio',
      currency: 'USD',
      ...note,
      changed_by: null,
      changed_at: null,
    })
    const later = {
      start_date: '2026-03-05',
      end_date: '2026-03-11',
      app_id: 'zap',
      text: 'Price test',
    }
    const changed = await owner.post('/notes/change', { id, ...later })
    const now = { id, ...later, ...written, changed_by: emailOf('owner'), changed_at: instant }
    expect(changed.json()).toEqual({ account: 'studio', currency: 'USD', ...now })
    expect(await listed(viewer)).toEqual([now])
    expect((await editor.post('/notes/delete', { id })).json()).toMatchObject(later)
    expect(await listed(viewer)).toEqual([])
    const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 3 })
    const facts = { note: id, day: '2026-03-05', last_day: '2026-03-11', app_id: 'zap' }
    expect(events.map(({ action, name, facts }) => [action, name, facts])).toEqual([
      ['note_deleted', emailOf('editor'), { ...facts, text: 'Price test' }],
      ['note_changed', emailOf('owner'), { ...facts, text: 'Price test' }],
      ['note_added', emailOf('editor'), { note: id, day: test1.start_date, text: test1.text }],
    ])
  })

  test('of another account are unknown, and so are its apps', async () => {
    const { id } = (await editor.post('/notes/add', test1)).json()
    const rival = await team.signIn('hop')
    expect(await listed(rival)).toEqual([])
    for (const response of [
      await rival.post('/notes/change', { id, ...test1 }),
      await rival.post('/notes/delete', { id }),
      await rival.post('/notes/add', { ...test1, app_id: 'zap' }),
    ]) {
      expectProblem(response, 422, 'refused')
    }
    const asAnother = { ...test1, username: 'studio', by: 'someone' }
    const own = await rival.post('/notes/add', asAnother)
    expect(own.json()).toMatchObject({ account: 'hop', written_by: 'hop' })
  })

  test.each([
    ['a day that does not exist', { start_date: '2026-02-30', text: 'k' }, 'start_date'],
    ['an empty text', { start_date: '2026-03-01', text: ' ' }, 'text'],
    ['text that turns around', { start_date: '2026-03-01', text: 'a\u202eb' }, 'text'],
    ['an app that is no text', { start_date: '2026-03-01', text: 'k', app_id: 7 }, 'app_id'],
    ['an unknown field', { start_date: '2026-03-01', text: 'k', day: 1 }, 'day'],
  ])('are refused with %s', async (_fault, body, parameter) => {
    const response = await editor.post('/notes/add', body)
    expectProblem(response, 400, 'bad_parameters', { [parameter]: /\S/ })
  })

  test.each([
    ['start_date', { start_date: '1969-12-31' }],
    ['start_date', { start_date: '2149-06-07' }],
    ['end_date', { start_date: '2149-06-06', end_date: '9999-12-31' }],
  ])('are refused on days that figures cannot have: %s of %j', async (parameter, days) => {
    const response = await editor.post('/notes/add', { ...days, text: 'k' })
    const value = Object.values(days).at(-1)
    expectProblem(response, 400, 'bad_parameters', {
      [parameter]: new RegExp(`"${value}".*from 1970-01-01 to 2149-06-06`),
    })
    expect(
      (await editor.post('/notes/add', { start_date: '2149-06-06', text: 'k' })).statusCode,
    ).toBe(200)
  })

  test('are refused on too many days, or days in the wrong order', async () => {
    for (const to of ['2026-02-28', '2027-03-02']) {
      const response = await editor.post('/notes/add', {
        start_date: '2026-03-01',
        end_date: to,
        text: 'k',
      })
      expectProblem(response, 422, 'refused')
      expect(response.json().detail).toContain('at most 366 days')
    }
  })

  test('may have letters that are joined, and emoji of several characters', async () => {
    for (const text of ['می‌خواهم', 'क्‍ष', '👩‍🚀 launch']) {
      const response = await editor.post('/notes/add', { start_date: '2026-03-01', text })
      expect(response.json().text).toBe(text)
    }
  })
})
