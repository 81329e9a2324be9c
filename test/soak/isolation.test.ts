import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { renameApp } from '../../src/use-cases/change-app.ts'
import type { Headers, Response } from '../fixtures/report-server.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { Draw } from './draw.ts'
import { askTool } from './requests/ask-tool.ts'
import { type DrawnRequest, drawRequest } from './requests/isolation-requests.ts'
import { expectEveryRoute, type Route, toolPath } from './requests/routes.ts'
import {
  appPrimes,
  type Caller,
  namesOf,
  openStudios,
  platforms,
  type Studio,
  unknownMark,
} from './requests/studios.ts'
import { printFigures, sized } from './size.ts'

const requests = sized(3_000, 100_000)
const maxKept = 500

const studios = shareSite(openStudios)

test('the soaks know every route', () => expectEveryRoute(studios.server.app))

test(`${requests} requests of ten accounts show nothing of another account, and names of others look unknown`, {
  timeout: 60_000 + requests * 60,
}, async () => {
  const draw = new Draw('isolation')
  const kept: Kept[] = []
  const cursors: string[] = []
  const answers = { 200: 0, 304: 0, 400: 0, 401: 0, 403: 0, 404: 0, 409: 0, 410: 0, 422: 0 }
  const counted = { requests, ...answers, twins: 0, appTwins: 0, renamed: 0, keptTags: 0 }
  // How often apps of each account were renamed.
  const renames = new Map(studios.all.map((studio) => [studio, 0]))
  for (let nth = 0; nth < requests; nth++) {
    if (draw.oneIn(20)) {
      const changed = draw.of(studios.all)
      await renameOne(changed, draw)
      renames.set(changed, renames.get(changed)! + 1)
      counted.renamed++
    }
    const viewer = draw.of(studios.all)
    const owner = draw.oneIn(2) ? viewer : draw.of(studios.all)
    const shown = draw.oneIn(4) ? (draw.of(kept) ?? null) : null
    const drawn = shown?.drawn ?? drawRequest(draw, viewer.username, cursors)
    const url = shown?.url ?? drawn.urlWith(owner.mark)
    const { access } = drawn.route
    const studio = access === 'key' && draw.oneIn(8) ? draw.of(studios.all) : viewer
    const asker = shown && draw.oneIn(2) ? shown.asker : drawCaller(draw, studio, access)
    const page = 'visitor' in asker.by && draw.oneIn(3) ? drawPage(draw, asker) : null
    const headers: Headers = {
      ...(shown && { 'if-none-match': shown.etag }),
      ...(page && { [pageHeader]: page }),
    }
    const response = await send(url, asker, headers)
    const { statusCode } = response
    expect(statusCode, `${url} ${response.body}`).toBeLessThan(500)
    counted[statusCode as 200]++
    if (page && page !== asker.studio.username) {
      // A page that shows another account learns as little as one that shows an unknown one.
      expect(statusCode, url).toBe(409)
      expectOwn(response, asker, url)
      const unknown = { ...headers, [pageHeader]: namesOf(unknownMark).username }
      expect(comparable(await send(url, asker, unknown), '-')).toEqual(comparable(response, '-'))
      continue
    }
    const isRefused = access === 'key' && !asksAs(url, asker.studio)
    const isOfAll = drawn.route.ofAllApps !== true || asker.apps.length === platforms.length
    const mayAsk = isOfAll && drawn.route.needs.some((need) => asker.permissions.includes(need))
    const isForbidden = !isRefused && !mayAsk
    expect(statusCode === 401).toBe(isRefused)
    expect(statusCode === 403, url).toBe(isForbidden)
    if (statusCode === 304) expect(seesAs(shown!.asker)).toBe(seesAs(asker))
    else if (shown && shown.asker === asker && shown.renames === renames.get(asker.studio)) {
      expect(statusCode, `the tag of ${url} stays while other accounts change`).toBe(304)
    }
    if (statusCode === 304) counted.keptTags++
    expectOwn(response, asker, url)
    if (isRefused || isForbidden || shown) continue
    if (owner !== asker.studio) {
      // A name of another account and an unknown name get the same answer.
      counted.twins++
      const twin = await send(drawn.urlWith(unknownMark), asker, {})
      expect(comparable(response, owner.mark)).toEqual(comparable(twin, unknownMark))
    } else if (asker.apps.length < platforms.length) {
      // So do an app that the caller does not see and an unknown one.
      counted.appTwins++
      const twin = await send(withUnknownApps(url, asker), asker, {})
      const same = withUnknownApps(response.body, asker)
      expect(comparable({ ...response, body: same }, '-')).toEqual(comparable(twin, '-'))
    }
    if (statusCode === 200) {
      const { etag } = response.headers
      if (etag) {
        const stored = renames.get(asker.studio)!
        kept[nth % maxKept] = { asker, drawn, url, etag: String(etag), renames: stored }
      }
      const [, cursor] = /"next_cursor":"([^"]+)"/.exec(response.body) ?? []
      if (cursor) cursors[nth % maxKept] ??= cursor
    }
  }
  printFigures('isolation', counted)
  // Few cursors have expired, and few months are in the wrong order.
  const { 410: _expired, 422: _refused, ...usual } = counted
  for (const count of Object.values(usual)) expect(count).toBeGreaterThan(0)
})

/** An answer that may be sent to anyone again. */
interface Kept {
  readonly asker: Caller
  readonly drawn: DrawnRequest
  readonly url: string
  readonly etag: string
  /** How often apps of its account had been renamed. */
  readonly renames: number
}

async function renameOne({ mark }: Studio, draw: Draw): Promise<void> {
  const nth = draw.below(platforms.length)
  await studios.installation.call(renameApp, {
    appId: namesOf(mark).appId(nth),
    newName: `Game ${mark} ${nth} ${draw.below(1_000_000)}`,
  })
}

/** Whether a URL names the account whose key is sent with it. */
const asksAs = (url: string, { username }: Studio): boolean =>
  url.startsWith(toolPath) ||
  url.includes(`developer=${username}`) ||
  url.startsWith(`/api/publisher/${username}`)

const kindOf = { key: 'key', session: 'visitor', link: 'link', nobody: 'key' } as const

/** The account that a page of the dashboard shows. */
const pageHeader = 'x-adtally-account'

/** Often another account than that of the session. */
const drawPage = (draw: Draw, { studio }: Caller): string =>
  (draw.oneIn(2) ? studio : draw.of(studios.all)).username

/** Someone of a studio who can ask a route at all. */
function drawCaller(draw: Draw, { callers }: Studio, access: Route['access']): Caller {
  return draw.of(callers.filter(({ by }) => kindOf[access] in by))
}

/** The account and the apps, which decide the bytes of an answer. */
const seesAs = ({ studio, apps }: Caller): string => `${studio.mark} ${apps.join(' ')}`

/** A text with names of unknown apps instead of those that the caller does not see. */
function withUnknownApps(text: string, { studio, apps }: Caller): string {
  const { appId, bundle } = namesOf(studio.mark)
  const hidden = platforms.map((_, nth) => nth).filter((nth) => !apps.includes(nth))
  return hidden.reduce(
    (changed, nth) =>
      changed.replaceAll(appId(nth), appId(nth + 5)).replaceAll(bundle(nth), bundle(nth + 5)),
    text,
  )
}

/** Sends a request. Citations in the answer are as texts. */
async function send(path: string, caller: Caller, headers: Headers): Promise<Response> {
  const response = await request(path, caller, headers)
  const body = response.body.replaceAll(/(?<="citation":"\/c\/)[\w-]+/g, (text) =>
    inflateRawSync(Buffer.from(text, 'base64url')).toString(),
  )
  return Object.assign(response, { body })
}

function request(path: string, { by }: Caller, headers: Headers): Promise<Response> {
  if ('visitor' in by) return by.visitor.send({ method: 'GET', url: path, headers })
  if ('key' in by && path.startsWith(toolPath)) return askTool(studios.server.app, path, by.key)
  const url = 'link' in by ? path.replace(':token', by.link) : path
  const authorization = 'key' in by ? { authorization: `Bearer ${by.key}` } : {}
  return studios.server.app.inject({
    method: 'GET',
    url,
    headers: { ...headers, ...authorization },
  })
}

const counts =
  /"(?:impressions|clicks|installs|attempts|responses|dau|spend_installs|cohort_users|active_users)":"?(-?\d+)/g

/** Expects every name and every count in an answer to belong to the viewer or to the request. */
function expectOwn({ headers, body }: Response, { studio, apps }: Caller, url: string): void {
  const text = JSON.stringify(headers) + body
  for (const { mark, callers } of studios.all) {
    for (const { by } of callers) {
      const secret = 'key' in by ? by.key : 'link' in by ? by.link : by.visitor.token!
      expect(text).not.toContain(secret)
    }
    if (mark !== studio.mark && !url.includes(mark)) expect(text).not.toContain(mark)
  }
  const { appId, bundle } = namesOf(studio.mark)
  for (const nth of platforms.keys()) {
    if (apps.includes(nth)) continue
    for (const name of [appId(nth), bundle(nth)]) {
      if (!url.includes(name)) expect(text, url).not.toContain(name)
    }
  }
  const [only] = apps
  const prime = studio.prime * (apps.length === 1 ? appPrimes[only!]! : 1)
  for (const [, count] of text.matchAll(counts)) {
    expect(Number(count) % prime, `${count} at ${url}`).toBe(0)
  }
}

function comparable({ statusCode, headers, body }: Response, mark: string): unknown {
  const { 'content-type': type, 'cache-control': cache, vary } = headers
  const same = body
    .replaceAll(mark, 'MARK')
    .replace(/"request_id":"[^"]*"/, '')
    // The cursor of a report contains a hash of its question, which has the mark.
    .replace(/(?<="next_cursor":")[\w-]+/, (cursor) =>
      Buffer.from(cursor, 'base64url')
        .toString('latin1')
        .replace(/q[0-9a-f]{16}/, ''),
    )
  return { statusCode, type, cache, vary, body: same }
}
