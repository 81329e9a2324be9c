import { expect, test } from 'vitest'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { asking, march, reportPath } from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { rivalApp } from '../../fixtures/v2-publisher.ts'

const site = shareSite(openDashboard)
const visitor = shareSite(() => site.signIn('acme'))

const report = (query: Readonly<Record<string, string>> = {}, headers = {}) =>
  visitor.get('/report', { ...march, ...query }, headers)

test.each<Record<string, string>>([
  {},
  { dimensions: 'date,network', metrics: 'revenue,ecpm,ctr', fill: 'dates' },
  { dimensions: 'app_id,app_name,country', order_by: 'revenue:desc', limit: '2' },
  { dimensions: 'week', compare: 'previous_period', include: 'total_rows,freshness' },
  { dimensions: 'network', network: 'ownnet', country_not: 'US', format: 'csv' },
  { dimensions: 'country', format: 'ndjson' },
  { dimensions: 'date', format: 'parquet' },
])('a session gets the answer of the report endpoint to %o', async (query) => {
  const own = await report(query)
  const public_ = await asking(site)(query)
  expect(own.statusCode).toBe(200)
  expect(own.rawPayload).toEqual(public_.rawPayload)
  for (const name of ['content-type', 'content-disposition', 'adtally-next-cursor']) {
    expect(own.headers[name]).toBe(public_.headers[name])
  }
  expect(own.headers['cache-control']).toBe('private')
})

test('the pages of an answer are of one state, and an unchanged answer is not sent again', async () => {
  const paged = { dimensions: 'date,network', limit: '2' }
  const first = await report(paged)
  const { next_cursor: cursor } = first.json()
  const next = await report({ ...paged, cursor })
  expect(next.json().data).not.toEqual(first.json().data)
  const again = await report(paged, { 'if-none-match': String(first.headers.etag) })
  expect(again.statusCode).toBe(304)
})

test('what is not accepted is named', async () => {
  const bad = { dimensions: 'netwerk', geo: 'US', limit: '0' }
  expectProblem(await report(bad), 400, 'bad_parameters', {
    dimensions: /did you mean network/,
    geo: /Did you mean country/,
    limit: /1 to 100000 rows/,
  })
  expectProblem(await report({ app_id: rivalApp }), 404, 'unknown_app')
})

test('a page of another account is refused', async () => {
  const response = await report({}, { 'x-adtally-account': 'rival' })
  expectProblem(response, 409, 'other_account')
})

test('neither opens the other: a session the public address, nor a key the dashboard', async () => {
  const opened = await visitor.send({ url: `${reportPath}?${new URLSearchParams(march)}` })
  expectProblem(opened, 401, 'unauthorized')
  const { key } = await site.installation.keys.reveal('acme')
  const headers = { authorization: `Bearer ${key}` }
  const url = '/dashboard/api/report'
  expectProblem(await site.server.get(url, march, headers), 401, 'signed_out')
})

test('a file is recorded as an export of the user; figures on a page are not', async () => {
  const latest = async () =>
    (await site.installation.call(listAuditEvents, { account: 'acme', limit: 1 }))[0]
  const before = await latest()
  await report({ dimensions: 'country' })
  expect(await latest()).toEqual(before)
  await report({ dimensions: 'country', format: 'csv', metrics: 'revenue' })
  expect(await latest()).toMatchObject({
    action: 'figures_exported',
    actor: 'session',
    name: 'acme',
    facts: { first_day: march.start_date, last_day: march.end_date },
  })
})
