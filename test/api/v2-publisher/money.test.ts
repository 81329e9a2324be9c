import { beforeAll, describe, expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openMoney, type Send, sendFile, statement } from './money-client.ts'

const site = shareSite(openMoney)
let send: Send
beforeAll(async () => {
  send = await site.keyOf('studio')
})

const data = async (path: string, query = {}) => {
  const response = await send('GET', path, query)
  expect([path, response.statusCode, response.headers['cache-control']]).toEqual([
    path,
    200,
    'no-store',
  ])
  return response.json().data
}

const file = statement(
  'admob,2026-02,earnings,25,USD,2026-02-28,INV-1,,',
  'admob,2026-02,adjustment,-2,USD,2026-02-28,ADJ-1,invalid traffic,',
  ',,payment,7,USD,2026-02-28,REF-7,,',
)

// The tests follow each other: they are the story of one month.

test('figures of networks are reported before any statement', async () => {
  const { currency, today, months } = await data('')
  expect([currency, today]).toEqual(['USD', '2026-03-10'])
  expect(months).toMatchObject([
    { network: 'admob', month: '2026-02', state: 'open', reported: '28', billed: null },
  ])
  expect((await data('', { from: '2026-03', to: '2026-03' })).months).toEqual([])
})

describe('a statement', () => {
  test('is shown by a dry run, which stores nothing', async () => {
    const response = await sendFile(send, file, { dry_run: 'true', name: 'march.csv' })
    expect(response.statusCode).toBe(200)
    const { data: shown } = response.json()
    expect(shown).toMatchObject({ file: 'march.csv', statement: null, waiting: 1 })
    expect(shown.lines.map(({ id }: { id: null }) => id)).toEqual([null, null, null])
    expect(await data('/statements')).toEqual([])
  })

  test('is imported once', async () => {
    const response = await sendFile(send, file, {}, 'text/csv; charset=utf-8')
    expect(response.statusCode).toBe(201)
    const { data: imported } = response.json()
    expect(imported).toMatchObject({ file: 'upload.csv', statement: 'S1', is_repeated: false })
    const again = await sendFile(send, file, { name: 'other.csv' })
    expect([again.statusCode, again.json().data]).toEqual([
      200,
      expect.objectContaining({ statement: 'S1', is_repeated: true }),
    ])
    expect(await data('/statements')).toMatchObject([
      { id: 'S1', imported_by: 'books', undone_at: null, lines: 3, waiting: 1 },
    ])
  })

  test('has lines, which are listed by import, network, month and whether they wait', async () => {
    const kindsOf = async (query: object) =>
      (await data('/lines', query)).map(({ kind }: { kind: string }) => kind)
    expect(await kindsOf({})).toEqual(['payment', 'adjustment', 'earnings'])
    expect(await kindsOf({ waiting: 'true' })).toEqual(['payment'])
    expect(await kindsOf({ waiting: 'false', limit: '1' })).toEqual(['payment'])
    expect(await kindsOf({ network: 'admob', month: '2026-02' })).toEqual([
      'adjustment',
      'earnings',
    ])
    expect(await kindsOf({ statement: 'S2' })).toEqual([])
  })

  test('that was imported can be undone', async () => {
    const other = statement('admob,2026-01,opening,3,USD,2026-01-31,OPEN,,')
    const { statement: id } = (await sendFile(send, other)).json().data
    const response = await send('POST', `/statements/${id}/undo`)
    expect([response.statusCode, response.json().data]).toEqual([
      200,
      { account: 'studio', statement: id, lines: 1 },
    ])
    const [newest] = await data('/statements')
    expect(newest).toMatchObject({ id, undone_at: expect.any(String), lines: 0 })
  })
})

test('a line is assigned to networks, months and apps', async () => {
  const [{ id }] = await data('/lines', { waiting: 'true' })
  const parts = [
    { network: 'admob', month: '2026-02', amount: '5' },
    { network: 'admob', month: '2026-02', app_id: 'studio-app', amount: '2' },
  ]
  const response = await send('POST', `/lines/${id}/assign`, {}, { parts })
  expect(response.statusCode, response.body).toBe(200)
  expect(response.json().data).toMatchObject({
    id,
    kind: 'payment',
    booked_in: null,
    parts: [{ ...parts[0], app_id: null }, parts[1]],
  })
  expect(await data('/lines', { waiting: 'true' })).toEqual([])
})

test('terms are set from a month on, and listed with usual ones', async () => {
  const body = {
    network: 'admob',
    from: '2026-02',
    net_days: 15,
    minimum: '10.5',
    fee_percent: '1',
  }
  const response = await send('POST', '/terms', {}, body)
  expect(response.statusCode, response.body).toBe(200)
  const { data: terms } = response.json()
  expect(terms).toMatchObject({ ...body, minimum: '10.5', apps: null, currency: 'USD' })
  const ofApp = { network: 'admob', from: '2026-03', apps: ['studio-app'] }
  expect((await send('POST', '/terms', {}, ofApp)).json().data.apps).toEqual(['studio-app'])
  expect(await data('/terms')).toEqual(
    expect.arrayContaining([terms, expect.objectContaining(ofApp)]),
  )
})

describe('a month', () => {
  test('is shown by a dry run, in the URL or a JSON body, which closes nothing', async () => {
    const inUrl = await send('POST', '/months/2026-02/close', { dry_run: 'true' })
    const inBody = await send('POST', '/months/2026-02/close', {}, { dry_run: true })
    expect([inUrl.statusCode, inUrl.body]).toEqual([200, inBody.body])
    expect(inUrl.json().data).toMatchObject({ month: '2026-02', reported: '28', dry_run: true })
    expect((await data('/months'))[0]).toMatchObject({ state: 'open', entry: null })
  })

  test('is closed', async () => {
    const response = await send('POST', '/months/2026-02/close', {})
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().data).toMatchObject({
      account: 'studio',
      month: '2026-02',
      reported: '28',
      missing_days: 0,
      dry_run: false,
      networks: [{ network: 'admob', reported: '28' }],
    })
    expect((await data('/months'))[0]).toMatchObject({
      month: '2026-02',
      state: 'closed',
      closed_by: 'books',
      may_reopen: true,
    })
  })

  test('has its figures, whatever is imported later', async () => {
    await site.installation.importFigures([
      {
        date: '2026-02-01',
        app_id: 'studio-app',
        network: 'admob',
        format: 'video',
        country: 'US',
        impressions: 10,
        revenue: '0.25',
      },
    ])
    const { rows, ...close } = await data('/months/2026-02')
    expect(close).toMatchObject({ month: '2026-02', currency: 'USD' })
    expect(rows).toHaveLength(28)
    expect(rows[0]).toEqual({
      network: 'admob',
      app_id: 'studio-app',
      date: '2026-02-01',
      revenue: '1',
    })
    expect((await data('')).months[0]).toMatchObject({ reported: '28', restated: '-0.75' })
  })
})

describe('the journal', () => {
  test('has two equal sides, as JSON', async () => {
    const lines = await data('/journal', { from: '2026-02' })
    const sumOf = (side: 'debit' | 'credit') =>
      lines.reduce((sum: number, line: Record<string, string>) => sum + Number(line[side]), 0)
    expect(sumOf('debit')).toBeGreaterThan(0)
    expect(sumOf('debit')).toBe(sumOf('credit'))
    expect(await data('/journal', { to: '2026-01' })).toEqual([])
  })

  test.each([
    [{ format: 'csv' }, {}],
    [{}, { accept: 'text/csv' }],
    [{}, { accept: 'application/json;q=0.5, text/*' }],
  ])('is CSV with %j and %j', async (query, headers) => {
    const { headers: sent, body } = await send('GET', '/journal', query, undefined, headers)
    expect(sent['content-type']).toBe('text/csv; charset=utf-8')
    expect(sent['content-disposition']).toBe('attachment; filename="journal.csv"')
    const [columns, ...lines] = body.trimEnd().split('\r\n')
    expect(columns).toBe('date,account,debit,credit,currency,reference')
    expect(lines).toHaveLength((await data('/journal')).length)
    expect(body).toContain('payment 2026-02 REF-7')
  })
})

test('the key is the actor of the audit log', async () => {
  const events = await site.installation.call(listAuditEvents, { account: 'studio', limit: 100 })
  const byKey = events.filter(({ actor }) => actor === 'key')
  expect(new Set(byKey.map(({ action, name }) => `${action} ${name}`))).toEqual(
    new Set(
      ['statements_imported', 'statement_undone', 'line_assigned', 'terms_set', 'month_closed'].map(
        (action) => `${action} books`,
      ),
    ),
  )
})

test('another account sees nothing of it', async () => {
  const rival = await site.keyOf('rival')
  const of = async (path: string) => (await rival('GET', path)).json().data
  for (const path of ['/lines', '/statements', '/journal']) expect(await of(path)).toEqual([])
  expect((await of('/months'))[0]).toMatchObject({ state: 'open', closed_by: null })
  expect(JSON.stringify([await of(''), await of('/terms')])).not.toMatch(/studio|10\.5|"25"/)
  const refused = [
    await rival('GET', '/months/2026-02'),
    await rival('POST', '/lines/1/assign', {}, { parts: [{ network: 'admob', month: '2026-02' }] }),
    await rival('POST', '/statements/S1/undo'),
  ]
  expect(refused.map((one) => [one.statusCode, one.json().code])).toEqual([
    ...[
      [404, 'month_not_closed'],
      [404, 'unknown_line'],
      [404, 'unknown_statement'],
    ],
  ])
  const developer = await send('GET', '', { developer: 'rival' })
  expect(developer.statusCode).toBe(401)
})
