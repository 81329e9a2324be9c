import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  dimensionNames,
  metricNames,
  parameterNames,
} from '../../src/reporting/question/vocabulary.ts'
import { jsonOf, reportPath, withKey } from '../fixtures/report-endpoint.ts'
import { acme, openV2Publisher, type V2Publisher } from '../fixtures/v2-publisher.ts'

let page: string
let publisher: V2Publisher
beforeAll(async () => {
  page = await readFile(join(import.meta.dirname, '../../docs/api/report.md'), 'utf8')
  publisher = await openV2Publisher()
})
afterAll(() => publisher.close())

test('the page names every parameter, dimension and metric', () => {
  const [, parameters = ''] = /## Parameters\n(.*?)\n## /s.exec(page) ?? []
  // Of filters, the page shows two forms without their values.
  const isShown = (name: string) => !name.endsWith('_not') || /^(app_id|platform)_not$/.test(name)
  for (const name of [...parameterNames.filter(isShown), ...dimensionNames, ...metricNames]) {
    expect(parameters, name).toContain(`\`${name}\``)
  }
})

test('every address of the page is answered', async () => {
  const days: Record<string, string> = { __from: '2026-03-01', __to: '2026-03-05' }
  const joined = page.replace(/"\n\s*"/g, '')
  const urls = [...joined.matchAll(/https?:\/\/[^/\s]+(\/api\/v2\/publisher\/report\?[^\s'"`]+)/g)]
  expect(urls.length).toBeGreaterThanOrEqual(4)
  for (const [, url = ''] of urls) {
    const filled = url.replace(/\$\{(\w+):[^}]*\}/g, (_, name: string) => days[name] ?? '')
    const response = await publisher.server.app.inject({ url: filled, headers: withKey(acme.key) })
    expect(response.statusCode, `${filled} ${response.body}`).toBe(200)
  }
})

test('the example of an answer has the members of a real one', async () => {
  const [first, example = ''] = [...page.matchAll(/```json\n(.*?)```/gs)].map(([, text]) => text!)
  const shown = JSON.parse(example)
  const { start_date, end_date, dimensions, metrics } = shown.meta
  const query = { start_date, end_date, dimensions: dimensions.join(), metrics: metrics.join() }
  const { get, app } = publisher.server
  const real = jsonOf(await get(reportPath, query, withKey(acme.key)))
  expect(Object.keys(shown)).toEqual(Object.keys(real))
  expect(Object.keys(shown.meta)).toEqual(Object.keys(real.meta))
  expect(Object.keys(shown.data[0])).toEqual(Object.keys(real.data[0]!))
  const payload = JSON.parse(first!)
  const headers = withKey(acme.key)
  const posted = await app.inject({ method: 'POST', url: reportPath, headers, payload })
  expect(posted.statusCode).toBe(200)
})
