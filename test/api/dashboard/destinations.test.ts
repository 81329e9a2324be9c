import { expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { emailOf, openTeam } from '../../fixtures/team.ts'

const team = shareSite(openTeam)
const name = 'warehouse'
const address = 'postgres://ada:quokka@warehouse.example.com/ads'
const given = { name, kind: 'postgresql', address, history: false, on_mismatch: 'refuse' }

test('destinations of the dashboard are kept by editors, and no answer or event has their passwords', async () => {
  const editor = await team.joinAs('editor')
  const answers = [await editor.post('/destinations/add', given)]
  expect(answers[0]!.json()).toMatchObject({
    account: 'studio',
    name,
    target: 'warehouse.example.com/ads',
    keeps_history: false,
    on_mismatch: 'refuse',
    state: 'on',
    entry: null,
    created_by: emailOf('editor'),
  })
  expectProblem(await editor.post('/destinations/add', given), 422, 'destination_name_taken')
  for (const [field, value] of [
    ['address', 'postgres://ada:quokka@10.0.0.7/ads'],
    ['address', 'mysql://ada:quokka@warehouse.example.com/ads'],
    ['kind', 'mysql'],
    ['on_mismatch', 'ignore'],
  ] as const) {
    const refused = await editor.post('/destinations/add', { ...given, name: 'b', [field]: value })
    expect([refused.statusCode, refused.json().errors?.[0]?.parameter]).toEqual([400, field])
    answers.push(refused)
  }
  answers.push(await editor.post('/destinations/change', { name, state: 'paused' }))
  expect(answers.at(-1)!.json()).toMatchObject({ name, state: 'paused' })
  answers.push(await editor.get('/destinations'))
  expect(answers.at(-1)!.json().destinations).toMatchObject([{ name, state: 'paused' }])
  answers.push(await editor.post('/destinations/remove', { name }))
  expect((await editor.get('/destinations')).json().destinations).toEqual([])
  expectProblem(await editor.post('/destinations/test', { name }), 404, 'unknown_destination')
  const events = await team.installation.call(listAuditEvents, { account: 'studio', limit: 3 })
  expect(events.map(({ action, name }) => [action, name])).toEqual(
    ['removed', 'changed', 'added'].map((done) => [`destination_${done}`, emailOf('editor')]),
  )
  const told = [...answers.map(({ body }) => body), JSON.stringify(events)].join('\n')
  expect(told).toContain('warehouse.example.com')
  expect(told).not.toContain('quokka')
  const viewer = await team.joinAs('viewer')
  expectProblem(await viewer.get('/destinations'), 403, 'forbidden')
})
