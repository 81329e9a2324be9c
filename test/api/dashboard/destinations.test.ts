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
  for (const [change, status, told] of [
    [{}, 422, /"warehouse" already/],
    [{ name: 'b', address: 'postgres://ada:quokka@10.0.0.7/ads' }, 422, /private host 10\.0\.0\.7/],
    [
      { name: 'b', address: 'mysql://ada:quokka@example.com/ads' },
      422,
      /^The field address must be/,
    ],
    [{ name: 'b', kind: 'mysql' }, 400, /kind/],
    [{ name: 'b', on_mismatch: 'ignore' }, 400, /on mismatch/],
  ] as const) {
    const refused = await editor.post('/destinations/add', { ...given, ...change })
    expect(refused.statusCode).toBe(status)
    expect(refused.json().message).toMatch(told)
    answers.push(refused)
  }
  answers.push(await editor.post('/destinations/change', { name, state: 'paused' }))
  expect(answers.at(-1)!.json()).toMatchObject({ name, state: 'paused' })
  answers.push(await editor.get('/destinations'))
  expect(answers.at(-1)!.json().destinations).toMatchObject([{ name, state: 'paused' }])
  answers.push(await editor.post('/destinations/remove', { name }))
  expect((await editor.get('/destinations')).json().destinations).toEqual([])
  expectProblem(await editor.post('/destinations/test', { name }), 422, 'refused')
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
