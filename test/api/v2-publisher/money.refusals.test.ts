import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { moneyPath, openMoney, type Send, sendFile, statement } from './money-client.ts'

const site = shareSite(openMoney)
let send: Send
beforeAll(async () => {
  send = await site.keyOf('studio')
})

/** The names and messages of bad parameters. */
const badOf = (response: Response): Record<string, string> => {
  const body = response.json()
  expect([response.statusCode, body.code], response.body).toEqual([400, 'bad_parameters'])
  return Object.fromEntries(
    body.errors.map((one: Record<string, string>) => [one.parameter, one.message]),
  )
}

const line = 'admob,2026-02,earnings,25,USD,2026-02-28,INV-1,,'

const requests: readonly (readonly ['GET' | 'POST', string])[] = [
  ...['', '/months', '/months/2026-02', '/journal', '/lines', '/statements', '/terms'].map(
    (path) => ['GET', path] as const,
  ),
  ...['/months/2026-02/close', '/lines/1/assign', '/statements', '/statements/S1/undo'].map(
    (path) => ['POST', path] as const,
  ),
  ['POST', '/terms'],
]

describe('a key', () => {
  test.each(requests)('without the permission finance is refused: %s %s', async (method, path) => {
    const other = await site.keyOf('studio', `other ${method} ${path}`, [
      'read',
      'import',
      'manage',
    ])
    expectProblem(await other(method, path), 403, 'forbidden')
  })

  test.each(requests)('that sees only some apps is refused: %s %s', async (method, path) => {
    const [app] = await site.installation.apps.byIds(['studio-app'])
    const name = `limited ${method} ${path}`
    const limited = await site.keyOf('studio', name, ['read', 'finance'], [app!.key])
    const response = await limited(method, path)
    expectProblem(response, 403, 'forbidden')
    expect(response.json().detail).toContain('sees only some apps')
  })

  test('that is unknown is refused, and one in the query is taken', async () => {
    const { get } = site.server
    expectProblem(await get(moneyPath), 401, 'unauthorized')
    const scope = { permissions: ['finance'] as const, apps: null, expiresAtMs: null }
    const { key } = await site.installation.keys.create('studio', 'in the query', scope)
    expect((await get(moneyPath, { key })).statusCode).toBe(200)
    expect((await get(moneyPath, { developer: 'studio', key })).statusCode).toBe(200)
  })
})

describe('a bad parameter is named', () => {
  test.each([
    ['', { from: '2026-13' }, 'from', /"2026-13" is not accepted: the first month, as YYYY-MM/],
    ['', { to: '2026-03-01' }, 'to', /YYYY-MM/],
    ['', { to: '' }, 'to', /^is empty; leave it out/],
    ['', { from: '2026-03', to: '2026-02' }, 'to', /^2026-02 is before from 2026-03; swap/],
    ['', { start_date: '2026-03-01' }, 'start_date', /use from, with a month/],
    ['', { country: 'US' }, 'country', /filter what you read/],
    ['/months', { month: '2026-02' }, 'month', /filter what you read/],
    ['/months/march', {}, 'month', /a month as YYYY-MM/],
    ['/journal', { format: 'xml' }, 'format', /json or csv/],
    ['/lines', { statement: '3' }, 'statement', /such as S3/],
    ['/lines', { network: 'Ad Mob' }, 'network', /lower-case/],
    ['/lines', { waiting: 'yes' }, 'waiting', /is not accepted/],
    ['/lines', { limit: '10001' }, 'limit', /1 to 10000/],
    ['/lines', { ad_network: 'admob' }, 'ad_network', /use network/],
  ])('GET %s %j', async (path, query, parameter, message) => {
    expect(badOf(await send('GET', path, query))).toEqual({
      [parameter]: expect.stringMatching(message),
    })
  })

  const part = { network: 'admob', month: '2026-02' }

  test.each<[string, object, object | undefined, string, RegExp]>([
    ['/months/2026-02/close', { dryrun: 'true' }, undefined, 'dryrun', /allow_missing, dry_run/],
    ['/months/2026-02/close', { dry_run: '1' }, undefined, 'dry_run', /is not accepted/],
    ['/months/2026-02/close', { dry_run: '' }, undefined, 'dry_run', /is empty/],
    ['/months/2026-02/close', {}, { dryRun: true }, 'dryRun', /is unknown/],
    ['/months/2026-02/close', {}, { by: 'me' }, 'by', /is unknown/],
    ['/months/2026-02/close', {}, { dry_run: 'true' }, 'dry_run', /true or false/],
    ['/months/2026-02/close', { dry_run: 'true' }, { dry_run: false }, 'dry_run', /is repeated/],
    ['/months/2026-2/close', {}, undefined, 'month', /a month as YYYY-MM/],
    ['/lines/x/assign', {}, { parts: [part] }, 'id', /a whole number/],
    ['/lines/1/assign', {}, {}, 'parts', /is missing/],
    ['/lines/1/assign', {}, { parts: 'admob' }, 'parts', /1 to 100/],
    ['/lines/1/assign', {}, { parts: [] }, 'parts', /1 to 100/],
    ['/lines/1/assign', {}, { parts: ['admob'] }, 'parts', /./],
    ['/lines/1/assign', {}, { parts: [{ ...part, sum: '1' }] }, 'sum', /accepted are network,/],
    ['/lines/1/assign', {}, { parts: [{ ...part, amount: 1 }] }, 'parts.amount', /a decimal/],
    ['/lines/1/assign', {}, { parts: [part], username: 'rival' }, 'username', /is unknown/],
    ['/statements/1/undo', {}, undefined, 'id', /such as S3/],
    ['/statements/S1/undo', { dry_run: 'true' }, undefined, 'dry_run', /is unknown; the URL/],
    ['/terms', {}, { from: '2026-02' }, 'network', /is missing/],
    ['/terms', {}, { network: 'admob', from: '2026-02', net_days: 366 }, 'net_days', /0 to 365/],
    ['/terms', {}, { network: 'admob', from: '2026-02', netDays: 3 }, 'netDays', /net_days/],
    ['/terms', { dry_run: 'true' }, { network: 'admob' }, 'dry_run', /is unknown/],
  ])('POST %s %j %j', async (path, query, body, parameter, message) => {
    expect(badOf(await send('POST', path, { ...query }, body))).toEqual({
      [parameter]: expect.stringMatching(message),
    })
  })

  test.each([
    [{ dryrun: 'true' }, 'dryrun', /name, mapping, dry_run/],
    [{ name: 'a\u0000b' }, 'name', /without control characters/],
    [{ mapping: '' }, 'mapping', /is empty/],
    [{ dry_run: 'yes' }, 'dry_run', /is not accepted/],
  ])('POST /statements %j', async (query, parameter, message) => {
    const response = await sendFile(send, statement(line), { ...query })
    expect(badOf(response)).toEqual({ [parameter]: expect.stringMatching(message) })
  })

  test('several at once', async () => {
    const bad = badOf(await send('GET', '', { from: 'x', to: 'y' }))
    expect(Object.keys(bad).sort()).toEqual(['from', 'to'])
  })
})

/** The sentence and code of a refusal. */
const refusalOf = (response: Response) => {
  const { code, detail, refusal } = response.json()
  expect([response.statusCode, code], response.body).toEqual([422, 'refused'])
  expect(detail).not.toMatch(/--|adtally /)
  return { code: refusal.code, detail, places: refusal.places }
}

describe('what cannot be done is refused with a sentence', () => {
  test('bad cells, with their places', async () => {
    const rows = [line, 'admob,2026-02,earnings,1,USD,2026-02-28,INV-2,,no-app']
    expect(refusalOf(await sendFile(send, statement(...rows), { name: 'a.csv' }))).toMatchObject({
      code: 'bad_cells',
      places: [{ file: 'a.csv', line: 3, column: 'app_id', value: 'no-app' }],
    })
    expect((await send('GET', '/statements')).json()).toEqual({ data: [] })
  })

  test('lines that an opening balance contains, and the other way round', async () => {
    const opening = 'vungle,2026-01,opening,90,USD,2026-01-31,,,'
    const badOf = async (...rows: string[]) => {
      const refusal = refusalOf(await sendFile(send, statement(...rows), { name: 'a.csv' }))
      expect(refusal.code).toBe('bad_cells')
      return refusal.places
    }
    const earnings = 'vungle,2026-01,earnings,5,USD,2026-01-31,INV-1,,'
    expect(await badOf(opening, earnings)).toMatchObject([
      { line: 3, column: 'period', accepts: expect.stringContaining('a later month') },
    ])
    expect(await badOf(earnings, opening)).toMatchObject([
      { line: 3, column: 'period', accepts: expect.stringContaining('count twice') },
    ])
    expect(await badOf(opening, 'vungle,2025-12,fee,5,USD,2026-01-31,,,')).toHaveLength(1)

    // A payment of what was open then is of the opening balance, and one that names a month before waits.
    const rows = [
      'vungle,2026-01,payment,90,USD,2026-02-20,,,',
      'vungle,,payment,7,USD,2026-02-20,INV 2025-11,,',
    ]
    const imported = (await sendFile(send, statement(opening, ...rows))).json().data
    expect(imported.lines.map((one: { parts: unknown[] }) => one.parts.length)).toEqual([1, 1, 0])
    const parts = [{ network: 'vungle', month: '2025-11' }]
    const assign = () => send('POST', `/lines/${imported.lines[2].id}/assign`, {}, { parts })
    expect(refusalOf(await assign())).toMatchObject({ code: 'in_opening' })
    await send('POST', `/statements/${imported.statement}/undo`)
  })

  test('an unknown mapping, network and app', async () => {
    const file = await sendFile(send, statement(line), { mapping: 'mybank' })
    expect(refusalOf(file)).toMatchObject({ code: 'unknown_mapping' })
    const terms = { network: 'nope', from: '2026-02' }
    expect(refusalOf(await send('POST', '/terms', {}, terms))).toMatchObject({
      code: 'unknown_network',
    })
    const ofApp = { network: 'admob', from: '2026-02', apps: ['rival-app'] }
    expect(refusalOf(await send('POST', '/terms', {}, ofApp))).toMatchObject({
      code: 'unknown_app',
    })
  })

  test('parts with another sum, and lines that a close uses', async () => {
    const imported = (await sendFile(send, statement(line))).json().data
    const [{ id }] = imported.lines
    const assign = (amount: string) =>
      send(
        'POST',
        `/lines/${id}/assign`,
        {},
        {
          parts: [{ network: 'admob', month: '2026-02', amount }],
        },
      )
    expect(refusalOf(await assign('24'))).toMatchObject({ code: 'parts_refused' })
    expect((await send('POST', '/months/2026-02/close')).statusCode).toBe(200)
    expect(refusalOf(await assign('25'))).toMatchObject({ code: 'line_booked' })
    const undo = await send('POST', `/statements/${imported.statement}/undo`)
    expect(refusalOf(undo)).toMatchObject({ code: 'statement_booked' })
    const terms = { network: 'admob', from: '2026-02' }
    expect(refusalOf(await send('POST', '/terms', {}, terms))).toMatchObject({
      code: 'terms_of_closed_month',
    })
  })

  test('months that are closed, not over, or out of order', async () => {
    const close = async (month: string) => refusalOf(await send('POST', `/months/${month}/close`))
    expect(await close('2026-02')).toMatchObject({ code: 'month_closed' })
    expect(await close('2026-03')).toMatchObject({ code: 'month_not_over' })
    expect(await close('2026-01')).toMatchObject({ code: 'month_out_of_order' })
  })

  test('a month with missing days, unless they are allowed', async () => {
    const rival = await site.keyOf('rival')
    await site.installation.importFigures(
      ['2026-01-01', '2026-01-31'].map((date) => ({
        date,
        app_id: 'rival-app',
        network: 'admob',
        format: 'video',
        country: 'US',
        impressions: 1,
        revenue: '1',
      })),
    )
    const refused = refusalOf(await rival('POST', '/months/2026-01/close'))
    expect(refused).toMatchObject({ code: 'days_missing' })
    expect(refused.detail).toContain('with `allow_missing=true`\n2026-01-02 admob')
    const closed = await rival('POST', '/months/2026-01/close', { allow_missing: 'true' })
    expect([closed.statusCode, closed.json().data.missing_days]).toEqual([200, 29])
  })
})

describe('what does not exist is not found', () => {
  const part = { network: 'admob', month: '2026-02' }

  test.each<['GET' | 'POST', string, string, object | undefined]>([
    ['GET', '/months/2026-01', 'month_not_closed', undefined],
    ['POST', '/lines/999/assign', 'unknown_line', { parts: [part] }],
    ['POST', '/statements/S999/undo', 'unknown_statement', undefined],
    ['GET', '/mappings', 'not_found', undefined],
    ['POST', '/months/2026-02/reopen', 'not_found', undefined],
  ])('%s %s', async (method, path, code, body) => {
    expectProblem(await send(method, path, {}, body), 404, code)
  })
})

describe('a body', () => {
  const noObject = ['[]', 'null', '"x"', '7']

  test.each(noObject)('of a line or terms must be an object, not %s', async (body) => {
    const json = { 'content-type': 'application/json' }
    for (const path of ['/lines/1/assign', '/terms']) {
      expectProblem(await send('POST', path, {}, body, json), 400, 'bad_request')
    }
  })

  test('that is missing, no JSON or of another type is refused', async () => {
    const sent = [
      await send('POST', '/terms'),
      await send('POST', '/terms', {}, '{', { 'content-type': 'application/json' }),
      await send('POST', '/terms', {}, 'a=b', { 'content-type': 'text/plain' }),
      await send('POST', '/months/2026-02/close', {}, 'x', { 'content-type': 'text/plain' }),
    ]
    for (const one of sent) expectProblem(one, 400, 'bad_request')
  })

  test('of a statement is UTF-8 text of a CSV or JSON file', async () => {
    const sent = [
      await send('POST', '/statements'),
      await sendFile(send, 'x', {}, 'text/plain'),
      await sendFile(send, 'x', {}, 'multipart/form-data; boundary=b'),
      await sendFile(send, Buffer.from([0x66, 0xe9])),
    ]
    for (const one of sent) expectProblem(one, 400, 'bad_request')
    expect(sent[1]!.json().detail).toContain('Content-Type: text/csv or application/json')
    expect(sent[3]!.json().detail).toBe('The file is not UTF-8 text.')
  })

  test('has at most 2 MiB of a statement, and less of other requests', async () => {
    expectProblem(await sendFile(send, 'x'.repeat(2_097_153)), 413, 'upload_too_large')
    const large = { network: 'x'.repeat(262_144) }
    expectProblem(await send('POST', '/terms', {}, large), 413, 'upload_too_large')
  })
})

test.each([
  ['', 'GET, HEAD'],
  ['/statements', 'GET, HEAD, POST'],
  ['/terms', 'GET, HEAD, POST'],
  ['/months/2026-02/close', 'POST'],
])('%s has only the methods %s', async (path, allow) => {
  const response = await site.server.send('DELETE', moneyPath + path)
  expectProblem(response, 405, 'method_not_allowed')
  expect(response.headers.allow).toBe(allow)
})

test('a journal in no accepted format is refused', async () => {
  const response = await send('GET', '/journal', {}, undefined, { accept: 'text/html' })
  expectProblem(response, 406, 'not_acceptable')
  expect(response.json().detail).toContain('format=json, format=csv')
})
