import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Headers, Response } from '../fixtures/report-server.ts'
import { Draw } from './draw.ts'
import { type DrawnRequest, drawRequest } from './requests/isolation-requests.ts'
import { expectEveryRoute } from './requests/routes.ts'
import { openStudios, type Studio, type Studios, unknownMark } from './requests/studios.ts'
import { printFigures, sized } from './size.ts'

const requests = sized(3_000, 100_000)
const maxKept = 500

let studios: Studios
beforeAll(async () => {
  studios = await openStudios()
})
afterAll(() => studios.close())

test('the soaks know every route', () => expectEveryRoute(studios.server.app))

test(`${requests} requests of ten accounts show nothing of another account, and names of others look unknown`, {
  timeout: 60_000 + requests * 60,
}, async () => {
  const draw = new Draw('isolation')
  const kept: Kept[] = []
  const cursors: string[] = []
  const counted = { requests, 200: 0, 304: 0, 400: 0, 401: 0, 404: 0, twins: 0 }
  for (let nth = 0; nth < requests; nth++) {
    const viewer = draw.of(studios.all)
    const owner = draw.oneIn(2) ? viewer : draw.of(studios.all)
    const keyOf = draw.oneIn(8) ? draw.of(studios.all) : viewer
    const shown = draw.oneIn(4) ? (draw.of(kept) ?? null) : null
    const drawn = shown?.drawn ?? drawRequest(draw, viewer.username, cursors)
    const url = shown?.url ?? drawn.urlWith(owner.mark)
    const headers: Headers = shown ? { 'if-none-match': shown.etag } : {}
    const response = await send(drawn, url, viewer, keyOf, headers)
    const { statusCode } = response
    counted[statusCode as 200]++
    const asker = drawn.route.access === 'key' ? keyOf : viewer
    const isRefused = drawn.route.access === 'key' && !asksAs(url, asker)
    expect(statusCode === 401).toBe(isRefused)
    if (statusCode === 304) expect(shown!.asker).toBe(asker)
    expectOwn(response, asker, url)
    if (owner !== asker && !isRefused && !shown) {
      // A name of another account and an unknown name get the same answer.
      counted.twins++
      const twin = await send(drawn, drawn.urlWith(unknownMark), viewer, keyOf, {})
      expect(comparable(response, owner.mark)).toEqual(comparable(twin, unknownMark))
    }
    if (statusCode === 200) {
      const { etag } = response.headers
      if (etag) kept[nth % maxKept] ??= { asker, drawn, url, etag: String(etag) }
      const [, cursor] = /"next_cursor":"([^"]+)"/.exec(response.body) ?? []
      if (cursor) cursors[nth % maxKept] ??= cursor
    }
  }
  printFigures('isolation', counted)
  for (const count of Object.values(counted)) expect(count).toBeGreaterThan(0)
})

/** An answer that may be sent to anyone again. */
interface Kept {
  readonly asker: Studio
  readonly drawn: DrawnRequest
  readonly url: string
  readonly etag: string
}

/** Whether a URL names the account whose key is sent with it. */
const asksAs = (url: string, { username }: Studio): boolean =>
  url.includes(`developer=${username}`) || url.startsWith(`/api/publisher/${username}`)

function send(
  { route }: DrawnRequest,
  url: string,
  viewer: Studio,
  keyOf: Studio,
  headers: Headers,
): Promise<Response> {
  if (route.access === 'session') return viewer.visitor.send({ method: 'GET', url, headers })
  const authorization = `Bearer ${keyOf.key}`
  return studios.server.app.inject({ method: 'GET', url, headers: { ...headers, authorization } })
}

/** Expects every name and every count in an answer to belong to the viewer or to the request. */
function expectOwn({ headers, body }: Response, viewer: Studio, url: string): void {
  const text = JSON.stringify(headers) + body
  for (const { mark, key } of studios.all) {
    if (mark === viewer.mark) continue
    if (!url.includes(mark)) expect(text).not.toContain(mark)
    expect(text).not.toContain(key)
  }
  for (const [, count] of text.matchAll(/"(?:impressions|clicks|installs)":"?(\d+)/g)) {
    expect(Number(count) % viewer.prime, `${count} at ${url}`).toBe(0)
  }
}

function comparable({ statusCode, headers, body }: Response, mark: string): unknown {
  const { 'content-type': type, 'cache-control': cache, vary } = headers
  const same = body.replaceAll(mark, 'MARK').replace(/"request_id":"[^"]*"/, '')
  return { statusCode, type, cache, vary, body: same }
}
