import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { asking, jsonOf, march, reportPath, withKey } from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)
const ask = asking(publisher)

const byCountry = { dimensions: 'country', metrics: 'revenue,clicks' }

describe('CSV', () => {
  test('has the columns and values of the JSON, CRLF, and nothing for unknown', async () => {
    const response = await ask({ ...byCountry, format: 'csv' })
    expect(response.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition':
        'attachment; filename="adtally-acme-2026-03-01-2026-03-05-by-country.csv"',
      'adtally-as-of': '2026-03-10T15:04:05Z',
      'adtally-currency': 'USD',
      'adtally-partly-known': 'clicks',
    })
    expect(response.headers).not.toHaveProperty('adtally-next-cursor')
    expect(response.body).toBe(
      'country,revenue,clicks\r\nDE,0.3,\r\nFR,4,2\r\nJP,1,\r\nUS,15.305002,24\r\n',
    )
  })

  test('quotes names, and guards those that a spreadsheet would run', async () => {
    const { installation } = publisher
    const named = { publisher: 'acme', platform: 'ios' } as const
    await installation.importApps([
      { ...named, app_id: 'f1', app_name: '=1+1' },
      { ...named, app_id: 'f2', app_name: 'a "b", c' },
    ])
    const figure = { network: 'ownnet', format: 'video', country: 'US', revenue: '-1' }
    const rows = ['f1', 'f2'].map((app) => ({ ...figure, app_id: app, impressions: 1 }))
    await installation.importFigures(rows.map((row) => ({ ...row, date: '2026-01-01' })))
    const days = { start_date: '2026-01-01', end_date: '2026-01-01' }
    const { body } = await ask({
      ...days,
      dimensions: 'app_name',
      metrics: 'revenue',
      format: 'csv',
    })
    expect(body).toBe('app_name,revenue\r\n\'=1+1,-1\r\n"a ""b"", c",-1\r\n')
    const json = await ask({ ...days, dimensions: 'app_name', metrics: 'revenue' })
    expect(jsonOf(json).data[0]).toEqual({ app_name: '=1+1', revenue: -1 })
  })

  test('without rows is the line of names', async () => {
    const { body } = await ask({ ...byCountry, format: 'csv', network: 'nobody' })
    expect(body).toBe('country,revenue,clicks\r\n')
  })
})

test('NDJSON has the objects of the JSON, a line for each', async () => {
  const response = await ask({ ...byCountry, format: 'ndjson' })
  expect(response.headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
  expect(response.headers['adtally-currency']).toBe('USD')
  expect(response.body).toBe(
    '{"country":"DE","revenue":0.3,"clicks":null}\n{"country":"FR","revenue":4,"clicks":2}\n' +
      '{"country":"JP","revenue":1,"clicks":null}\n{"country":"US","revenue":15.305002,"clicks":24}\n',
  )
})

describe('Accept', () => {
  const json = 'application/json; charset=utf-8'
  const csv = 'text/csv; charset=utf-8'
  const ndjson = 'application/x-ndjson; charset=utf-8'

  test.each([
    ['', json],
    ['*/*', json],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', json],
    ['text/csv', csv],
    ['TEXT/CSV; header=present', csv],
    ['text/*', csv],
    ['application/x-ndjson', ndjson],
    ['text/csv;q=0.5, application/x-ndjson;q=0.6', ndjson],
    ['*/*;q=0.1, text/csv', csv],
    ['application/*, application/json;q=0', ndjson],
    ['text/csv;q=0.000, */*;q=0.001', json],
  ])('%s gets %s', async (accept, type) => {
    const response = await ask({}, { accept })
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
    expect(response.headers.vary).toBe('Accept-Encoding, Authorization, Accept')
  })

  test.each(['image/png', 'text/html', 'application/json;q=0', 'text/csv;q=2', 'nonsense', ',;,'])(
    '%s is answered 406',
    async (accept) => {
      const response = await ask({}, { accept })
      expectProblem(response, 406, 'not_acceptable')
      expect(response.json().detail).toContain('text/csv')
    },
  )

  test('is beaten by format', async () => {
    const response = await ask({ format: 'json' }, { accept: 'text/csv' })
    expect(response.headers['content-type']).toBe(json)
    expect((await ask({ format: 'csv' }, { accept: 'image/png' })).statusCode).toBe(200)
  })

  test('does not matter for a request that is bad in another way', async () => {
    expectProblem(await ask({ limit: '0' }, { accept: 'image/png' }), 400, 'bad_parameters', {
      limit: /1 to/,
    })
  })
})

describe('a client that has the answer', () => {
  test('gets 304, whichever way it writes the question', async () => {
    const first = await ask({ dimensions: 'date', country: 'US,DE' })
    const etag = first.headers.etag as string
    expect(etag).toMatch(/^"[\w-]{27}"$/)
    const known = { 'if-none-match': etag }
    const again = await ask({ country: ['de', 'us', 'US'], dimensions: 'date' }, known)
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  })

  test('gets another answer for anything that differs', async () => {
    const etags = new Set<unknown>()
    const { app } = publisher.server
    const questions: Record<string, string>[] = [
      {},
      { dimensions: 'date' },
      { dimensions: 'date', limit: '1' },
      { dimensions: 'date', limit: '2' },
      { dimensions: 'date,country' },
      { dimensions: 'country,date' },
      { dimensions: 'date', format: 'csv' },
      { dimensions: 'date', country: 'US' },
      { dimensions: 'date', country_not: 'US' },
      { metrics: 'revenue' },
      { compare: 'previous_period' },
      { end_date: '2026-03-04' },
      { as_of: '2026-03-01T00:00:00Z' },
    ]
    for (const question of questions) etags.add((await ask(question)).headers.etag)
    etags.add((await ask({}, { 'accept-encoding': 'gzip' })).headers.etag)
    const posted = await app.inject({
      method: 'POST',
      url: reportPath,
      headers: withKey(acme.key),
      payload: march,
    })
    expect(etags.size).toBe(questions.length + 1)
    expect(etags).toContain(posted.headers.etag)
  })

  test('gets the new answer after an import and after an app was renamed', async () => {
    const { installation } = publisher
    const question = { dimensions: 'app_name', metrics: 'impressions' }
    const before = await ask(question)
    const known = { 'if-none-match': before.headers.etag as string }
    expect((await ask(question, known)).statusCode).toBe(304)
    const shown = { network: 'ownnet', format: 'video', country: 'US', revenue: '1' }
    await installation.importFigures([
      { ...shown, date: '2026-03-04', app_id: '31', impressions: 7 },
    ])
    const after = await ask(question, known)
    expect(after.statusCode).toBe(200)
    expect(jsonOf(after).data).toContainEqual({ app_name: 'ｚ-rider', impressions: 7 })
    await installation.importApps([
      { app_id: '31', publisher: 'acme', app_name: 'Rider', platform: 'android' },
    ])
    const renamed = await ask(question, { 'if-none-match': after.headers.etag as string })
    expect(jsonOf(renamed).data).toContainEqual({ app_name: 'Rider', impressions: 7 })
  })
})

test('HEAD has the headers of GET and no body', async () => {
  for (const format of ['json', 'csv', 'ndjson']) {
    const query = { ...march, dimensions: 'country', format }
    const got = await publisher.server.get(reportPath, query, withKey(acme.key))
    const head = await publisher.server.send('HEAD', reportPath, query, withKey(acme.key))
    const { date: _, 'x-request-id': __, ...headers } = head.headers
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(got.headers).toMatchObject(headers)
    expect(headers.etag).toBe(got.headers.etag)
  }
})

test('answers are compressed for clients that take it', async () => {
  const plain = await ask({ dimensions: 'date,country' })
  const packed = await ask({ dimensions: 'date,country' }, { 'accept-encoding': 'gzip' })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
})
