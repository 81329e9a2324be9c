import { METHODS } from 'node:http'
import { describe, expect, test } from 'vitest'
import { changedPath, changesPath, freshnessPath } from '../../fixtures/history-site.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  applicationsPath,
  figureOf,
  openV2Publisher,
  rocket,
  statsPath,
  twoDays,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

/** Routes with figures or with what changed them, and a question for each kind of their answers. */
const routes: readonly (readonly [path: string, query: Query])[] = [
  [statsPath, twoDays],
  [statsPath, { ...twoDays, app_id: rocket.ios }],
  [statsPath, { ...twoDays, group_by: 'network' }],
  [changesPath, {}],
  [freshnessPath, twoDays],
]

/** Every import states other figures. */
let impressions = 7_000

const names = ['content-type', 'content-length', 'cache-control', 'etag', 'vary']

test.each([...routes, [applicationsPath, {}]] as const)(
  '%s %j answers the same with a trailing slash, and with unknown parameters',
  async (path, query) => {
    const ask = (address: string, more = {}) =>
      publisher.server.get(address, { ...acme, ...query, ...more })
    const { statusCode, headers, body } = await ask(path)
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    const slashed = await ask(`${path}/`)
    const unknown = { _: ['1', '2'], callback: 'f', v: '2', constructor: 'x', ['__proto__']: 'x' }
    const more = await ask(path, unknown)
    expect([slashed.statusCode, slashed.body, more.statusCode, more.body]).toEqual([
      ...[200, body],
      ...[200, body],
    ])
  },
)

describe.each([...routes, [applicationsPath, {}], [changedPath, {}]] as const)(
  '%s %j',
  (path, query) => {
    const ask = (headers = {}, method = 'GET', address = path) =>
      publisher.server.send(method, address, { ...acme, ...query }, headers)

    test('answers HEAD with the headers of GET and no body', async () => {
      for (const address of [path, `${path}/`]) {
        const get = await ask({}, 'GET', address)
        const head = await ask({}, 'HEAD', address)
        expect([head.statusCode, head.body]).toEqual([200, ''])
        for (const name of names) expect(head.headers[name], name).toBe(get.headers[name])
      }
    })

    test('answers 304 when nothing changed, and an import changes the tag of figures', async () => {
      const { etag, 'cache-control': cached } = (await ask()).headers
      const seen = { 'if-none-match': String(etag) }
      for (const method of ['GET', 'HEAD']) {
        const again = await ask(seen, method)
        expect([again.statusCode, again.body]).toEqual([304, ''])
        expect(again.headers).toMatchObject({ etag, 'cache-control': cached })
      }
      if (path === applicationsPath) return
      await publisher.installation.importFigures([figureOf(rocket.ios, ++impressions)])
      const changed = await ask(seen)
      expect(changed.statusCode).toBe(200)
      expect(changed.headers.etag).not.toBe(etag)
    })
  },
)

test.each([...routes, [changedPath, {}]] as const)(
  '%s %j takes the key as a bearer token',
  async (path, query) => {
    const { developer, key } = acme
    const usual = await publisher.server.get(path, { ...acme, ...query })
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const headers = { authorization: `${scheme} ${key}` }
      const answer = await publisher.server.get(path, { developer, ...query }, headers)
      expect([answer.statusCode, answer.body]).toEqual([200, usual.body])
      expect(answer.headers['cache-control']).toBe('private')
    }
  },
)

const addresses = [applicationsPath, statsPath, changesPath, freshnessPath].flatMap((path) => [
  path,
  `${path}/`,
])
// CONNECT opens a tunnel and never reaches a path.
const others = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))

test.each([...addresses, '/healthz', '/readyz'])(
  '%s refuses every method but GET and HEAD, with credentials and without',
  async (path) => {
    for (const method of others) {
      for (const query of [acme, {}]) {
        const response = await publisher.server.send(method, path, query)
        expectProblem(response, 405, 'method_not_allowed')
        expect(response.headers.allow).toBe('GET, HEAD')
      }
    }
  },
)

test.each(addresses)('%s refuses other methods whatever their body', async (url) => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
    for (const type of ['application/json', 'text/csv', 'application/x-www-form-urlencoded', '?']) {
      const headers = { 'content-type': type }
      const payload = '{"start_date": '
      const response = await publisher.server.app.inject({ method, url, headers, payload })
      expectProblem(response, 405, 'method_not_allowed')
    }
  }
})
