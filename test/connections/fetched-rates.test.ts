import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { fetchRatesDaily } from '../../src/compose/fetch-rates.ts'
import { type Installation, openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { noServers } from '../../src/config/servers.ts'
import { addConnection } from '../../src/use-cases/connections/add-connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { fetchRates } from '../../src/use-cases/rates/fetch-rates.ts'
import { listRates } from '../../src/use-cases/rates/list-rates.ts'
import { needRates } from '../../src/use-cases/rates/need-rates.ts'
import { setPasswords, signedIn } from '../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../fixtures/problem-body.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { refusalOf } from '../import/import-site.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

const day = (time: string, rate: string) =>
  `<Cube time="${time}"><Cube currency="USD" rate="${rate}"/></Cube>`
const whole = `<Envelope><Cube>${day('2026-03-09', '1.25')}${day('1999-01-04', '1.1789')}</Cube></Envelope>`
const recent = `<Envelope><Cube>${day('2026-03-10', '1.3')}${day('2026-03-09', '1.25')}</Cube></Envelope>`

/** A bank on loopback, and what it was asked. */
async function openBank(
  answers: Readonly<Record<string, string>>,
  head: { readonly status?: number; readonly location?: string } = {},
) {
  const asked: string[] = []
  const server = createServer(({ url }, response) => {
    asked.push(url!)
    const text = answers[url!.split('/').at(-1)!]
    const { status = 200, ...headers } = head
    response.writeHead(text === undefined ? 503 : status, headers).end(text)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  ends.push(() => new Promise((resolve) => server.close(resolve)))
  return { asked, at: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function openSite(at: string, fetchesRates = true): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-fetched-'))
  ends.push(() => rm(folder, { recursive: true }))
  const directory = dataDirectory(folder, noServers)
  const installation = await openInstallation(
    {
      ...directory,
      figures: ':memory:',
      relational: ':memory:',
      networkCalls: { ...directory.networkCalls, at, fetchesRates },
    },
    { use: 'serve', now: () => new Date('2026-03-10T12:00:00Z') },
  )
  ends.unshift(() => installation.close())
  return installation
}

test('the whole file is fetched once, without days that are years back, and then the last 90 days', async () => {
  const bank = await openBank({ 'eurofxref-hist.xml': whole, 'eurofxref-hist-90d.xml': recent })
  const { call } = await openSite(bank.at)
  expect(await call(fetchRates, {})).toMatchObject({ added: 1, corrected: 0 })
  expect(await call(fetchRates, {})).toMatchObject({ added: 1, unchanged: 1 })
  expect(bank.asked).toEqual([
    '/www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.xml',
    '/www.ecb.europa.eu/stats/eurofxref/eurofxref-hist-90d.xml',
  ])
  expect((await call(listRates, { limit: 9 })).map((rate) => `${rate.day} ${rate.rate}`)).toEqual([
    '2026-03-10 1.3',
    '2026-03-09 1.25',
  ])
})

test('a server fetches rates for connections of accounts that are not in USD, and for none else', async () => {
  const bank = await openBank({ 'eurofxref-hist.xml': recent })
  const installation = await openSite(bank.at)
  const { call } = installation
  await call(createAccount, { username: 'euros', currency: 'EUR' })
  await call(createAccount, { username: 'dollars' })
  const values = { skey: 'a', secret: 'b' }
  await call(addConnection, { username: 'dollars', connector: 'mintegral', values })
  expect(await call(needRates, {})).toBe(false)
  await call(addConnection, { username: 'euros', connector: 'mintegral', values })
  expect(await call(needRates, {})).toBe(true)
  const fetching = fetchRatesDaily(installation, () => undefined)
  await expect.poll(() => call(needRates, {}), { timeout: 20_000 }).toBe(false)
  await fetching.end()
})

test.each([true, false])(
  'an owner fetches rates on the dashboard, if settings allow it: %s',
  async (allowed) => {
    const bank = await openBank({ 'eurofxref-hist.xml': recent })
    const installation = await openSite(bank.at, allowed)
    await installation.call(createAccount, { username: 'euros', currency: 'EUR' })
    await setPasswords(installation, { euros: 'a password of euros' })
    const server = serveReports(installation)
    ends.unshift(() => server.close())
    const visitor = await signedIn(server, 'euros', 'a password of euros')
    expect((await visitor.get('/rates')).json()).toMatchObject({ may_fetch: allowed, sources: [] })
    const answer = await visitor.post('/rates/fetch')
    if (!allowed) {
      expectProblem(answer, 422, 'refused')
      expect(bank.asked).toEqual([])
      return
    }
    expect(answer.json()).toMatchObject({ account: 'euros', added: 2, corrected: 0 })
    const fetched = { source: 'European Central Bank', is_own: false, currency: 'EUR', rates: 2 }
    expect((await visitor.get('/rates')).json().sources).toEqual([
      { ...fetched, bases: ['USD'], first_day: '2026-03-09', last_day: '2026-03-10' },
    ])
  },
)

test('a bank that does not answer well is told, and nothing is stored', async () => {
  const bank = await openBank({})
  const { call } = await openSite(bank.at)
  await expect(call(fetchRates, {})).rejects.toMatchObject({
    code: 'rates_not_fetched',
    facts: { reason: 'answered 503' },
  })
  expect(await call(listRates, { limit: 9 })).toEqual([])
})

test.each([
  ['is too large', { text: ' '.repeat(32 * 1_024 * 1_024 + 1) }, 'rates_not_fetched', /32 MiB/],
  [
    'goes to another host',
    { status: 302, location: 'https://evil.example/' },
    'rates_not_fetched',
    /evil/,
  ],
  [
    'goes to a private address',
    { status: 307, location: 'http://127.0.0.1/' },
    'rates_not_fetched',
    /127/,
  ],
  ['is a page', { text: '<html><p>Closed<br></html>' }, 'rate_file_unrecognised', /xml/],
  ['is no XML', { text: 'Closed' }, 'rate_file_unrecognised', /xml/],
  ['is nested deeply', { text: '<a>'.repeat(100_000) }, 'rate_file_unrecognised', /xml/],
  [
    'expands entities',
    { text: '<!DOCTYPE a [<!ENTITY b "1.2">]><a>&b;</a>' },
    'rate_file_unrecognised',
    /xml/,
  ],
  ['has no rates', { text: '<Envelope/>' }, 'no_rates', /xml/],
  [
    'has a rate of nothing',
    { text: `<Cube>${day('2026-03-09', '0')}</Cube>` },
    'rate_refused',
    /xml/,
  ],
])('an answer that %s is refused, and nothing is stored', async (_title, given, code, says) => {
  const { text = '', ...head } = given as { text?: string; status?: number; location?: string }
  const bank = await openBank({ 'eurofxref-hist.xml': text }, head)
  const { call } = await openSite(bank.at)
  const refusal = await refusalOf(call(fetchRates, {}))
  expect(refusal.code).toBe(code)
  expect(JSON.stringify(refusal.facts)).toMatch(says)
  expect(bank.asked).toHaveLength(1)
  expect(await call(listRates, { limit: 9 })).toEqual([])
})
