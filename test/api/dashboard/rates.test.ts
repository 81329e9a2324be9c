import { describe, expect, test } from 'vitest'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { shareDashboard } from '../../fixtures/dashboard-history.ts'
import { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { pangleAnswer } from '../../import/network-reports.ts'

const file = (...lines: string[]) => ({
  name: 'own.csv',
  text: ['day,currency,rate', ...lines, ''].join('\n'),
})

describe('rates on the dashboard', () => {
  const { site, server, studio, euros } = shareDashboard()
  const listed = async (visitor: Visitor) => (await visitor.get('/rates')).json()

  test('own rates are previewed, stored and listed, for the account alone', async () => {
    const given = { file: file('2026-03-01,USD,0.8', '2026-03-02,USD,0.8', '2026-03-02,GBP,1.1') }
    const preview = await euros().post('/rates/add', { ...given, dry_run: true })
    const expected = {
      account: 'euros',
      currency: 'EUR',
      days_awoken: 0,
      added: 3,
      corrected: 0,
      unchanged: 0,
      file: { name: 'own.csv', rates: 3, first_day: '2026-03-01', last_day: '2026-03-02' },
    }
    expect([preview.statusCode, preview.json()]).toEqual([200, expected])
    expect(await listed(euros())).toEqual({
      account: 'euros',
      currency: 'EUR',
      may_fetch: true,
      sources: [],
    })
    expect(await site().call(listAuditEvents, { account: 'euros', limit: 1 })).not.toMatchObject([
      { action: 'rates_imported' },
    ])

    expect((await euros().post('/rates/add', given)).json()).toEqual(expected)
    const own = { source: 'own.csv', is_own: true, bases: ['EUR'], last_day: '2026-03-02' }
    expect((await listed(euros())).sources).toEqual([
      { ...own, currency: 'GBP', first_day: '2026-03-02', rates: 1 },
      { ...own, currency: 'USD', first_day: '2026-03-01', rates: 2 },
    ])
    expect((await listed(studio())).sources).toEqual([])
    expect(await site().call(listAuditEvents, { account: 'euros', limit: 1 })).toMatchObject([
      { action: 'rates_imported', actor: 'session', name: 'euros' },
    ])
  })

  test('a corrected rate changes figures once it is applied', async () => {
    const rows = [{ package: 'com.example.euro', day: '2026-03-01', revenue: '5', currency: 'USD' }]
    await site().importStats([await site().file('pangle.json', pangleAnswer(rows))])
    const corrected = { file: file('2026-03-01,USD,0.9') }
    expect((await euros().post('/rates/add', corrected)).json()).toMatchObject({ corrected: 1 })
    const change = {
      source: 'pangle',
      report: null,
      slices: 1,
      more_days: 0,
      revenue_before: '4',
      revenue_after: '4.5',
      days: [{ day: '2026-03-01', network: 'pangle', revenue_before: '4', revenue_after: '4.5' }],
    }
    const members = { account: 'euros', currency: 'EUR' }
    const preview = await euros().post('/rates/apply', { dry_run: true })
    expect(preview.json()).toEqual({ ...members, changes: [{ entry: null, ...change }] })
    expect((await studio().post('/rates/apply', {})).json()).toMatchObject({ changes: [] })
    const applied = (await euros().post('/rates/apply', {})).json()
    expect(applied).toEqual({ ...members, changes: [{ entry: expect.any(Number), ...change }] })
    expect(await site().slices()).toContain('2026-03-01 euro-app pangle 10 1 0 4500000')
    expect((await euros().post('/rates/apply', {})).json()).toMatchObject({ changes: [] })
  })

  test.each<[string, object, number, RegExp]>([
    ['no file', {}, 400, /file/],
    ['a file without text', { file: { name: 'own.csv' } }, 400, /file/],
    ['a rate of nothing', { file: file('2026-03-01,USD,0') }, 422, /own\.csv:2: rate.*"0"/s],
    [
      'a rate with 16 places',
      { file: file('2026-03-01,USD,0.1234567890123456') },
      422,
      /15 places/,
    ],
    ['a German decimal', { file: file('2026-03-01,USD,"0,9"') }, 422, /own\.csv:2/],
    ['no such day', { file: file('2026-02-30,USD,0.9') }, 422, /2026-02-30/],
    ['no rates', { file: file() }, 422, /has no rates/],
    ['entities', { file: { name: 'a.xml', text: bomb() } }, 422, /has no rates that/],
    ['deep nesting', { file: { name: 'a.xml', text: '<a>'.repeat(80_000) } }, 422, /has no rates/],
    ['a member of another use case', { file: file(), account: 'studio' }, 400, /account/],
  ])('%s is refused, and nothing is stored', async (_what, body, status, says) => {
    const before = await listed(euros())
    const answer = await euros().post('/rates/add', body)
    expect([answer.statusCode, answer.json().detail]).toEqual([status, expect.stringMatching(says)])
    expect(await listed(euros())).toEqual(before)
  })

  test('a file that is longer than 256 KiB is refused', async () => {
    const text = `day,currency,rate\n${'2026-03-01,USD,0.9\n'.repeat(15_000)}`
    expect((await euros().post('/rates/add', { file: { name: 'a', text } })).statusCode).toBe(413)
  })

  test('an editor sees rates', async () => {
    const given = { username: 'euros', user: 'ed@euros.example', role: 'editor' } as const
    const { token } = await site().call(inviteUser, given)
    const editor = new Visitor(server())
    await editor.post('/invitations/accept', { token, password: 'a password of an editor' })
    expect((await listed(editor)).sources).toHaveLength(2)
  })
})

/** Each entity is ten of the one before. */
function bomb(): string {
  const entities = Array.from({ length: 9 }, (_, nth) =>
    nth === 0 ? '<!ENTITY e0 "1.0842">' : `<!ENTITY e${nth} "${`&e${nth - 1};`.repeat(10)}">`,
  )
  return `<!DOCTYPE a [${entities.join('')}]><a>&e8;</a>`
}
