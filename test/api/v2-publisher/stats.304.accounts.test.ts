import { describe, expect, test } from 'vitest'
import { renameApp } from '../../../src/use-cases/change-app.ts'
import { createKey } from '../../../src/use-cases/create-key.ts'
import { createLink } from '../../../src/use-cases/create-link.ts'
import { march, reportPath } from '../../fixtures/report-endpoint.ts'
import type { Headers } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  figureOf,
  openV2Publisher,
  rival,
  rivalApp,
  rocket,
  statsPath,
  twoDays,
  type V2Publisher,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

const links: Record<string, string> = {}

/** The path of a report link of acme. */
async function linkTo(name: string, asked: object): Promise<string> {
  const fixed = { username: 'acme', name, startDate: '2026-03-01', endDate: '2026-03-05' }
  links[name] ??= (await publisher.installation.call(createLink, { ...fixed, ...asked })).path
  return links[name]
}

type Ask = (headers?: Headers) => ReturnType<V2Publisher['server']['get']>

const report =
  (query: object): Ask =>
  (headers) =>
    publisher.server.get(reportPath, { ...march, ...acme, ...query }, headers)

/** Answers about figures of acme. */
const answers: [string, Ask][] = [
  ['all apps', (headers) => publisher.server.get(statsPath, { ...acme, ...twoDays }, headers)],
  [
    'one app',
    (headers) =>
      publisher.server.get(statsPath, { ...acme, ...twoDays, app_id: rocket.ios }, headers),
  ],
  [
    'groups',
    (headers) =>
      publisher.server.get(statsPath, { ...acme, ...twoDays, group_by: 'country' }, headers),
  ],
  [
    'the earlier interface',
    (headers) =>
      publisher.server.get('/api/publisher/acme', { key: acme.key, ...twoDays }, headers),
  ],
  ['a report', report({ dimensions: 'week,network', metrics: 'revenue' })],
  ['a report with a filter', report({ metrics: 'revenue', network: 'ownnet,nobody' })],
  ['a report of several pages', report({ dimensions: 'country', metrics: 'revenue', limit: '1' })],
  ['a report with freshness', report({ metrics: 'revenue', include: 'freshness' })],
  ['the report schema', (headers) => publisher.server.get(`${reportPath}/schema`, acme, headers)],
  [
    'the list of changes',
    (headers) => publisher.server.get('/api/v2/publisher/changes', acme, headers),
  ],
  [
    'a link to figures of apps',
    async (headers) =>
      publisher.server.get(await linkTo('figures', { format: 'json' }), {}, headers),
  ],
  [
    'a link to a report',
    async (headers) =>
      publisher.server.get(
        await linkTo('report', { report: { metrics: ['revenue'] }, format: 'json' }),
        {},
        headers,
      ),
  ],
]

let impressions = 5_000
const importOne = (appId: string) =>
  publisher.installation.importFigures([figureOf(appId, impressions++)])

async function tagOf(ask: Ask): Promise<string> {
  const { statusCode, headers } = await ask()
  expect(statusCode).toBe(200)
  return headers.etag as string
}

describe.each(answers)('the tag of %s', (_, ask) => {
  test('stays while figures of another account are imported', async () => {
    const before = await ask()
    await importOne(rivalApp)
    const known = await ask({ 'if-none-match': before.headers.etag as string })
    expect(known.statusCode).toBe(304)
    const after = await ask()
    expect(after.headers.etag).toBe(before.headers.etag)
    expect(after.body).toBe(before.body)
  })

  test('changes with every import of its account, also of the same figures', async () => {
    const tags = [await tagOf(ask)]
    const rows = [figureOf(rocket.ios, impressions++)]
    for (let nth = 0; nth < 2; nth++) {
      await publisher.installation.importFigures(rows)
      const tag = tags.at(-1)!
      const after = await ask({ 'if-none-match': tag })
      expect(after.statusCode).toBe(200)
      tags.push(after.headers.etag as string)
    }
    expect(new Set(tags).size).toBe(3)
  })

  test('is not that of an account with other figures', async () => {
    const other = await publisher.server.get(statsPath, { ...rival, ...twoDays })
    expect(await tagOf(ask)).not.toBe(other.headers.etag)
  })
})

const renamed = (app: string, name: string) =>
  publisher.installation.call(renameApp, { appId: app, newName: name })
let names = 0

describe.each([
  ...answers,
  [
    'the list of applications',
    (headers) => publisher.server.get('/api/v2/publisher/applications', acme, headers),
  ] satisfies [string, Ask],
])('the tag of %s', (_, ask) => {
  test('changes with the apps of its account, and stays with those of others', async () => {
    const tag = await tagOf(ask)
    await renamed(rivalApp, `Rival ${++names}`)
    expect((await ask({ 'if-none-match': tag })).statusCode).toBe(304)
    await renamed(rocket.ios, `Rocket ${++names}`)
    expect((await ask({ 'if-none-match': tag })).statusCode).toBe(200)
  })
})

test('the tag of a key for some apps stays while other apps change', async () => {
  const { key } = await publisher.installation.call(createKey, {
    username: 'acme',
    name: 'one app',
    appId: [rocket.ios],
  })
  const ask: Ask = (headers) =>
    publisher.server.get(statsPath, { ...acme, key, ...twoDays }, headers)
  const tag = await tagOf(ask)
  await renamed(rocket.android, `Hidden ${++names}`)
  expect((await ask({ 'if-none-match': tag })).statusCode).toBe(304)
  await renamed(rocket.ios, `Seen ${++names}`)
  expect((await ask({ 'if-none-match': tag })).statusCode).toBe(200)
})

test('an answer as of a past time stays while its account imports', async () => {
  const asOf = { as_of: '2026-03-01T00:00:00Z' }
  const past: Ask = (headers) =>
    publisher.server.get(statsPath, { ...acme, ...twoDays, ...asOf }, headers)
  const tag = await tagOf(past)
  await importOne(rocket.ios)
  expect((await past({ 'if-none-match': tag })).statusCode).toBe(304)
})
