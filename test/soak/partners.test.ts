import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addPartner } from '../../src/use-cases/partners/add-partner.ts'
import { addShare } from '../../src/use-cases/partners/add-share.ts'
import { approveMonth } from '../../src/use-cases/partners/approve-month.ts'
import { assignApp } from '../../src/use-cases/partners/assign-app.ts'
import { makeNetFigures } from '../../src/use-cases/partners/make-net-figures.ts'
import { setPasswords, signedIn, type Visitor } from '../fixtures/dashboard-visitor.ts'
import { openTemporaryInstallation, type TestInstallation } from '../fixtures/installation.ts'
import { type Response, serveReports, type TestServer } from '../fixtures/report-server.ts'
import { Draw } from './draw.ts'
import { askTool } from './requests/ask-tool.ts'
import { drawRequest } from './requests/isolation-requests.ts'
import { toolPath } from './requests/routes.ts'
import { namesOf, platforms } from './requests/studios.ts'
import { printFigures, sized } from './size.ts'

const requests = sized(1_500, 100_000)

/** The marks of the network and of the partner that asks; the other partner has one of its own in each world. */
const [ofNetwork, ofPartner] = ['qzneta', 'qzhopa']

/**
 * A network with two partners. In each world, one of them gets the same net figures of other gross figures by other shares,
 * and the other one is somebody else.
 */
interface World {
  readonly installation: TestInstallation
  readonly server: TestServer
  readonly key: string
  readonly visitor: Visitor
  readonly identity: string
}

interface Secrets {
  /** Of each gross amount; shares are divided by it. */
  readonly factor: number
  readonly other: string
}

const days = ['2026-01-31', '2026-02-01', '2026-02-28', '2026-03-01', '2026-03-02', '2026-03-05']

async function openWorld({ factor, other }: Secrets): Promise<World> {
  const installation = await openTemporaryInstallation()
  const { call } = installation
  const [network, partner] = [namesOf(ofNetwork), namesOf(ofPartner)]
  const account = network.username
  await installation.addAccount({ username: account })
  const key = await installation.addAccount({
    username: partner.username,
    key: 'partner-key-of-at-least-22-characters',
  })
  await installation.addAccount({ username: namesOf(other).username })
  await installation.importApps(
    platforms.map((platform, nth) => ({
      app_id: network.appId(nth),
      publisher: account,
      app_name: `Game ${nth}`,
      platform,
      ...(platform === 'ios'
        ? { app_bundle_id: partner.bundle(nth) }
        : { android_package: partner.bundle(nth) }),
    })),
  )
  for (const [username, apps] of [
    [partner.username, [0, 1]],
    [namesOf(other).username, [2]],
  ] as const) {
    const percent = String(60 / factor)
    await call(addPartner, { account, partner: username, percent })
    for (const nth of apps) {
      const ownAppId = `${username === partner.username ? ofPartner : other}-app-${nth}`
      await call(assignApp, { account, partner: username, appId: network.appId(nth), ownAppId })
    }
  }
  const ofGermany = { account, partner: partner.username, country: 'DE' }
  await call(addShare, { ...ofGermany, percent: String(40 / factor) })
  const rows = days.flatMap((date, place) =>
    platforms.flatMap((_, nth) =>
      ['US', 'DE'].map((country) => ({
        date,
        app_id: network.appId(nth),
        network: place % 2 ? 'ownnet' : 'admob',
        format: 'video',
        country,
        impressions: 1_000 * (place + 1),
        clicks: 10 * (nth + 1),
        // 60 % and 40 % of it are whole micros in both worlds; the other partner's is of its world.
        revenue: ((nth === 2 ? factor : 1) * factor * (place + 1) * 0.0501).toFixed(6),
      })),
    ),
  )
  await installation.importFigures(rows)
  await call(makeNetFigures, { account })
  const month = { account, month: '2026-01' }
  await call(approveMonth, { ...month, partner: partner.username })
  await call(approveMonth, { ...month, partner: namesOf(other).username })
  const server = serveReports(installation)
  const password = 'a password for partners'
  await setPasswords(installation, { [partner.username]: password })
  const visitor = await signedIn(server, partner.username, password)
  const identity = await installation.ledger.identity()
  return { installation, server, key, visitor, identity }
}

test(`${requests} requests of a partner have the same answers, whatever its network earns, shares, and shows others`, {
  timeout: 120_000 + requests * 60,
}, async () => {
  const worlds = [
    await openWorld({ factor: 1, other: 'qzruna' }),
    await openWorld({ factor: 4, other: 'qzrunb' }),
  ] as const
  try {
    const draw = new Draw('partners')
    const counted = { requests, 200: 0, 304: 0, other: 0, bytes: 0 }
    const kept: { readonly url: string; readonly access: string; readonly tags: string[] }[] = []
    for (let nth = 0; nth < requests; nth++) {
      const again = kept.length > 0 && draw.oneIn(10) ? draw.of(kept) : null
      const drawn = drawRequest(draw, namesOf(ofPartner).username, [])
      const mark = draw.oneIn(4) ? ofNetwork : ofPartner
      const url = again?.url ?? drawn.urlWith(mark)
      const access = again?.access ?? drawn.route.access
      if (access === 'link') continue
      const answers = await Promise.all(
        worlds.map((world, place) => send(world, url, access, again?.tags[place])),
      )
      const [one, other] = answers as [Response, Response]
      expect(one.statusCode, url).toBeLessThan(500)
      expect(comparable(one, worlds[0]), url).toEqual(comparable(other, worlds[1]))
      for (const hidden of [ofNetwork, 'qzruna', 'qzrunb']) {
        if (!url.includes(hidden)) expect(withoutNetwork(one.body), url).not.toContain(hidden)
      }
      if (one.statusCode === 200 || one.statusCode === 304) counted[one.statusCode]++
      else counted.other++
      counted.bytes += one.body.length
      const tags = answers.map(({ headers }) => String(headers.etag ?? ''))
      if (one.statusCode === 200 && tags[0] !== '') kept[nth % 300] ??= { url, access, tags }
    }
    printFigures('partners', counted)
    const { other: _, ...usual } = counted
    for (const count of Object.values(usual)) expect(count).toBeGreaterThan(0)
  } finally {
    for (const { installation, server } of worlds) {
      await server.close()
      await installation.remove()
    }
  }
})

/** A partner knows the username of its network: from the statements it is issued. */
const withoutNetwork = (body: string): string =>
  body
    .replaceAll(`${namesOf(ofNetwork).username}-${namesOf(ofPartner).username}`, 'STATEMENT')
    .replaceAll(/"(?:name|network)":"studio-qzneta"/g, '')

async function send(
  { server, key, visitor }: World,
  url: string,
  access: string,
  tag: string | undefined,
): Promise<Response> {
  const headers = tag ? { 'if-none-match': tag } : {}
  if (access === 'session') return visitor.send({ method: 'GET', url, headers })
  if (url.startsWith(toolPath)) return askTool(server.app, url, key)
  const authorization = `Bearer ${key}`
  return server.app.inject({ method: 'GET', url, headers: { ...headers, authorization } })
}

/** What is the same of two installations, with the size of the answer. */
function comparable({ statusCode, headers, body }: Response, { identity }: World): unknown {
  const { 'content-type': type, 'cache-control': cache, vary } = headers
  const same = body
    .replaceAll(/(?<="citation":"\/c\/)[\w-]+/g, (text) =>
      inflateRawSync(Buffer.from(text, 'base64url')).toString(),
    )
    .replaceAll(identity, 'IDENTITY')
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/ed25519:[\w+/=]+/g, 'KEY')
    .replaceAll(/(?<="(?:next_)?cursor":")[\w-]+/g, '')
    .replaceAll(/"(?:sha256|signature|generated_at|started_at)":"[^"]*"/g, '')
  return { statusCode, type, cache, vary, length: same.length, body: same }
}
