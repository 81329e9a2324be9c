import { describe, expect, test } from 'vitest'
import { createLink } from '../../../src/use-cases/create-link.ts'
import { listAuditEvents } from '../../../src/use-cases/list-audit-events.ts'
import { Refusal } from '../../../src/values/refusal.ts'
import { asking, jsonOf, rowsOf } from '../../fixtures/report-endpoint.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher, rivalApp, zoo } from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)
const ask = asking(publisher)

const fixed = { startDate: '2026-03-01', endDate: '2026-03-05' }
let made = 0

/** Creates a link of acme. @returns its path */
async function linkTo(asked: object): Promise<string> {
  const request = { ...asked, username: 'acme', name: `link ${++made}` }
  return (await publisher.installation.call(createLink, request)).path
}

const open = (path: string, headers = {}) => publisher.server.get(path, {}, headers)

describe('a report link with a question to the report endpoint', () => {
  test.each(['json', 'csv', 'ndjson'] as const)('answers it as %s', async (format) => {
    const question = {
      dimensions: 'month,country',
      metrics: 'revenue,clicks',
      order_by: 'revenue:desc',
      country_not: 'DE',
      network: 'ownnet,admob,chartboost',
    }
    const report = Object.fromEntries(
      Object.entries(question).map(([name, value]) => [name, value.split(',')]),
    )
    const path = await linkTo({ ...fixed, report, format })
    const shown = await open(path, { accept: 'image/png' })
    const asked = await ask({ ...question, format })
    expect(shown.statusCode).toBe(200)
    expect(shown.body).toBe(asked.body)
    expect(shown.headers['content-type']).toBe(asked.headers['content-type'])
    expect(shown.headers).toMatchObject({ 'referrer-policy': 'no-referrer' })
    expect(shown.headers.vary).toBe('Accept-Encoding, Authorization, Accept')
    const known = { 'if-none-match': shown.headers.etag as string }
    expect((await open(path, known)).statusCode).toBe(304)
    for (const text of [path, shown.body, JSON.stringify(shown.headers)]) {
      expect(text).not.toContain(acme.key)
    }
  })

  test('answers a browser with its page, and has its name and account', async () => {
    const path = await linkTo({ ...fixed, report: { dimensions: ['date'], metrics: ['revenue'] } })
    const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const led = await open(path, browser)
    expect(led.statusCode).toBe(303)
    expect(led.headers).toMatchObject({
      location: path.replace('/shared/reports/', '/dashboard/shared/'),
      'referrer-policy': 'no-referrer',
      vary: 'Accept',
    })
    const figures = await open(path)
    expect(figures.headers['adtally-link']).toBe(`account=acme&name=link+${made}`)
    const csv = await linkTo({
      ...fixed,
      report: { dimensions: ['date'], metrics: ['revenue'] },
      format: 'csv',
    })
    expect((await open(csv, browser)).statusCode).toBe(200)
    expect((await open(path.slice(0, -1), browser)).statusCode).toBe(404)
  })

  test('names its filters, for people who see only its figures', async () => {
    const filtersOf = async (report: object, app?: string[]) => {
      const { headers } = await open(await linkTo({ ...fixed, report, ...(app && { appId: app }) }))
      return headers['adtally-filters']
    }
    const report = { dimensions: ['date'], country_not: ['DE', 'US'], ad_tag: ['für & mit'] }
    expect(await filtersOf(report)).toBe('ad_tag=f%C3%BCr+%26+mit&country_not=DE%2CUS')
    expect(await filtersOf({ dimensions: ['date'] }, [zoo])).toBe(`app_id=${zoo}`)
    expect(await filtersOf({ dimensions: ['date'] })).toBe(undefined)
    const many = Array.from({ length: 700 }, (_, nth) => `network_${nth}`)
    expect(await filtersOf({ dimensions: ['date'], network: many })).toBe('network=700+values')
  })

  test('shows only its apps, to every part of the question', async () => {
    const report = { dimensions: ['app_id'], metrics: ['impressions'] }
    const path = await linkTo({ ...fixed, appId: [zoo], report })
    expect(rowsOf(await open(path))).toEqual([[zoo, 35]])
  })

  test('compares the same days as its view: those that a network reported of any app', async () => {
    const question = {
      dimensions: 'network',
      metrics: 'impressions',
      compare: 'previous_period',
      compare_days: 'reported',
    }
    const report = Object.fromEntries(
      Object.entries(question).map(([name, text]) => [name, [text]]),
    )
    const day = '2026-03-02'
    const path = await linkTo({ startDate: day, endDate: day, appId: [zoo], report })
    const shown = await open(path)
    // AdMob reported another app on 2 March.
    expect(rowsOf(shown)).toEqual([['admob', null, 0, 4, -1]])
    const view = await ask({ ...question, start_date: day, end_date: day, app_id: zoo })
    expect(rowsOf(shown)).toEqual(rowsOf(view))
  })

  test('tells how complete its figures are, but names no networks', async () => {
    const question = { dimensions: 'date', metrics: 'revenue', include: 'freshness' }
    const report = Object.fromEntries(
      Object.entries(question).map(([name, text]) => [name, [text]]),
    )
    const { meta } = jsonOf(await open(await linkTo({ ...fixed, report })))
    const { clocks, ...asked } = jsonOf(await ask(question)).meta
    expect(clocks).not.toEqual({})
    expect(meta).toEqual(asked)
  })

  test('has one page, and no cursor to another', async () => {
    const report = { dimensions: ['date'], metrics: ['impressions'], limit: ['1'] }
    const json = jsonOf(await open(await linkTo({ ...fixed, report })))
    expect([json.data.length, json.next_cursor, json.has_more]).toEqual([1, null, true])
    const all = jsonOf(await open(await linkTo({ ...fixed, report: { dimensions: ['date'] } })))
    expect(all.has_more).toBe(false)
    const csv = await open(await linkTo({ ...fixed, report, format: 'csv' }))
    expect(csv.headers).not.toHaveProperty('adtally-next-cursor')
  })

  test('is recorded when it was exported', async () => {
    const { call } = publisher.installation
    await open(await linkTo({ ...fixed, report: { metrics: ['revenue'] }, format: 'csv' }))
    const events = await call(listAuditEvents, { action: 'figures_exported', limit: 1 })
    expect(events[0]).toMatchObject({
      actor: 'link',
      facts: { first_day: '2026-03-01', last_day: '2026-03-05' },
    })
  })
})

describe('creating one is refused', () => {
  const refusal = async (asked: object) => linkTo(asked).catch((error: unknown) => error)

  test.each<[string, object, object]>([
    ['an unknown metric', { ...fixed, report: { metrics: ['money'] } }, { parameter: 'metrics' }],
    ['fill without time', { ...fixed, report: { fill: ['dates'] } }, { parameter: 'fill' }],
  ])('%s', async (_, asked, fault) => {
    const error = await refusal(asked)
    expect(error).toBeInstanceOf(Refusal)
    expect(error).toMatchObject({ code: 'question_refused', facts: { faults: [fault] } })
  })

  test('an app of another account', async () => {
    const error = await refusal({ ...fixed, appId: [rivalApp], report: {} })
    expect(error).toMatchObject({ code: 'unknown_app', facts: { appId: rivalApp } })
  })

  test.each(['cursor', 'start_date', 'app_id', 'format', 'geo'])(
    '%s as a parameter',
    async (name) => {
      const error = await refusal({ ...fixed, report: { [name]: ['x'] } })
      expect(error).toMatchObject({ code: 'field_refused' })
    },
  )
})
