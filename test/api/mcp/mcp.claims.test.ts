import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ask, connectAgent, refusalOf } from '../../fixtures/mcp-agent.ts'
import { openRestatedSite, reportThrice } from '../../fixtures/restated-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { isNight } from '../../night.ts'

const key = 'acme-key-of-some-length-0123'
const site = shareSite(openRestatedSite)
const days = { start_date: '2026-03-08', end_date: '2026-03-09' }
const question = { ...days, dimensions: ['date', 'network'], metrics: ['revenue', 'impressions'] }
let instants: string[] = []
let citation = ''

beforeAll(async () => {
  instants = await reportThrice(site)
  const cited = await ask(await connectAgent(site.server, key), 'run_report', question)
  citation = cited.citation
  site.passDays(1)
  await site.report(['03-09 hop-ios unityads 33'])
})

interface Result {
  readonly verdict: string
  readonly value: number | null
  readonly value_then: number | null
  readonly reason: string | null
}

async function check(claims: readonly object[]): Promise<Result[]> {
  const { results } = await ask(await connectAgent(site.server, key), 'check_claims', { claims })
  return results
}

const short = ({ verdict, value, value_then }: Result) => [verdict, value, value_then]
const unity = { date: '2026-03-09', network: 'unityads' }

test('a citation tells what was right then, and what is right now', async () => {
  expect(citation).toMatch(/^\/c\//)
  const [admob, then, now, wrong, total] = await check([
    { value: 203.6, metric: 'revenue', row: { date: '2026-03-09', network: 'admob' }, citation },
    { value: '40', metric: 'revenue', row: unity, citation: `https://ads.example${citation}` },
    { value: 43, metric: 'revenue', row: unity, citation },
    { value: 41, metric: 'revenue', row: unity, citation },
    { value: 0.4, unit: 'thousand', metric: 'revenue', citation },
  ])
  expect(short(admob!)).toEqual(['right', 203.600001, 203.600001])
  expect(short(then!)).toEqual(['restated', 43, 40])
  expect(short(now!)).toEqual(['right', 43, 40])
  expect(short(wrong!)).toEqual(['wrong', 43, 40])
  expect(short(total!)).toEqual(['right', 397.600001, 394.600001])
})

test('a question is answered as it is now, and with as_of as it was', async () => {
  const [now, was, before] = await check([
    { value: 43, metric: 'revenue', row: unity, question },
    { value: 40, metric: 'revenue', row: unity, question },
    { value: 30, metric: 'revenue', row: unity, question: { ...question, as_of: instants[1] } },
  ])
  expect(short(now!)).toEqual(['right', 43, null])
  expect(now).toMatchObject({ freshness: 'missing', as_of: expect.any(String) })
  expect(short(was!)).toEqual(['wrong', 43, null])
  expect(short(before!)).toEqual(['restated', 43, 30])
})

test('what cannot be checked is never called right or wrong', async () => {
  const claim = { value: 43, metric: 'revenue', row: unity, question }
  const cases: [object, RegExp][] = [
    [{ value: 43, metric: 'revenue' }, /citation: or a question is required/],
    [{ ...claim, citation }, /only one of them/],
    [{ ...claim, question: {} }, /start_date: is required/],
    [{ ...claim, value: 'about 43' }, /value: must be a plain decimal/],
    [{ ...claim, metric: 'profit' }, /metric: the answer has only revenue, impressions/],
    [{ ...claim, row: { network: 'admob' } }, /row: fits 2 rows/],
    [{ ...claim, row: { date: { toString: 1 } } }, /row: must have a text or a number/],
    [{ ...claim, row: { ...unity, network: 'vungle' } }, /no such row/],
    [{ ...claim, row: { app: 'hop-ios' } }, /column/],
    [{ ...claim, unit: 'dozen' }, /unit: "dozen" is not accepted/],
    [{ ...claim, decimals: 1.5 }, /decimals: must be a whole number/],
    [{ value: 43, metric: 'revenue', citation: '/c/none' }, /no citation/],
  ]
  const results = await check(cases.map(([given]) => given))
  for (const [nth, [, reason]] of cases.entries()) {
    expect(results[nth]).toMatchObject({ verdict: 'cannot_check', value: null })
    expect(results[nth]!.reason).toMatch(reason)
  }
})

test('claims and their questions are bounded', async () => {
  const client = await connectAgent(site.server, key)
  const claims = Array.from({ length: 51 }, () => ({ value: 1, metric: 'revenue', citation }))
  for (const given of [{}, { claims: [] }, { claims }]) {
    expect(await refusalOf(client, 'check_claims', given)).toMatch(/a list of 1 to 50 claims/)
  }
  const many = Array.from({ length: 11 }, (_, nth) => ({
    value: 1,
    metric: 'revenue',
    question: { ...question, having: [`revenue:gte:${nth}`] },
  }))
  const results = await check(many)
  expect(results.filter(({ verdict }) => verdict === 'wrong')).toHaveLength(10)
  expect(results[10]!.reason).toMatch(/more than 10 different questions/)
})

test('planted wrong and outdated figures are caught, and rounded ones accepted', async () => {
  const rows = [
    { row: { date: '2026-03-08', network: 'admob' }, now: 151_000_000, cited: 151_000_000 },
    { row: { date: '2026-03-09', network: 'admob' }, now: 203_600_001, cited: 203_600_001 },
    { row: unity, now: 43_000_000, cited: 40_000_000 },
    { row: undefined, now: 397_600_001, cited: 394_600_001 },
  ]
  const units = { one: 0, thousand: 3, cent: -2 } as const
  const drawn = fc.record({
    place: fc.nat(rows.length - 1),
    unit: fc.constantFrom(...(Object.keys(units) as (keyof typeof units)[])),
    decimals: fc.integer({ min: 0, max: 4 }),
    planted: fc.constantFrom('right', 'wrong', 'outdated', 'without a question'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 50 }), async (list) => {
      const expected: string[] = []
      const claims = list.map(({ place, unit, decimals, planted }) => {
        const { row, now, cited } = rows[place]!
        const step = 10 ** (6 + units[unit] - decimals)
        const round = (micros: number) => Math.round(micros / step)
        const isOutdated = planted === 'outdated' && round(cited) !== round(now)
        const off = planted === 'wrong' ? 2 + Math.round(5e6 / step) : 0
        const whole = round(isOutdated ? cited : now) + off
        const value = (whole / 10 ** decimals).toFixed(decimals)
        const isHalfOff = Math.abs(whole * step - now) <= step / 2
        const verdict =
          planted === 'wrong' ? 'wrong' : isOutdated && !isHalfOff ? 'restated' : 'right'
        expected.push(planted === 'without a question' ? 'cannot_check' : verdict)
        const about = planted === 'without a question' ? {} : { citation }
        return { value, metric: 'revenue', unit, ...(row && { row }), ...about }
      })
      expect((await check(claims)).map(({ verdict }) => verdict)).toEqual(expected)
    }),
    { numRuns: isNight ? 1_000 : 50 },
  )
})
