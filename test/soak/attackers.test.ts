import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { openInstallation } from '../../src/compose/installation.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { connectors } from '../../src/sources/all-connectors.ts'
import { tryCredentials } from '../../src/use-cases/connections/test-connection.ts'
import { createAccount } from '../../src/use-cases/create-account.ts'
import { createKey } from '../../src/use-cases/create-key.ts'
import { type Day, formatDay } from '../../src/values/day.ts'
import { Refusal } from '../../src/values/refusal.ts'
import { stdoutOf } from '../cli/run-adtally.ts'
import { type ServerProcess, serveProcess, spawnAdtally } from '../cli/spawn-adtally.ts'
import { openPulledSite } from '../connections/pulled-site.ts'
import { Truth } from '../fake-networks/truth.ts'
import { rawClient } from '../fixtures/raw-client.ts'
import { type ClientStudio, KeyClient, newClientStudio, signIn } from './machine/key-client.ts'
import { longestWaitDuring } from './machine/longest-wait.ts'
import { printFigures, sized } from './size.ts'

const attackers = ['idle-1', 'idle-2', 'idle-3', 'idle-4'] as const
const unknownApps = sized(400_000, 2_000_000)
const nameBytes = 10_000_000
const failedSignIns = sized(300, 3_000)
const invited = 60
/** Others wait no longer, on a machine that does something else too. */
const maxWaitMs = 2_000

interface Site {
  readonly studio: ClientStudio
  readonly server: ServerProcess
  /** By account. */
  readonly keys: ReadonlyMap<string, string>
}

/** A server with the account `studio` and four others. */
async function openSite(): Promise<Site> {
  const studio = await newClientStudio()
  const installation = await openInstallation(dataDirectory(studio.directory), { use: 'command' })
  const keys = new Map([['studio', studio.key]])
  for (const username of attackers) {
    await installation.call(createAccount, { username })
    const { key } = await installation.call(createKey, {
      username,
      name: 'uploads',
      allow: ['read', 'import'],
    })
    keys.set(username, key)
  }
  await installation.close()
  return { studio, keys, server: await serveProcess([], { env: studio.env }) }
}

const importsOf = (username: string, query = ''): string =>
  `/api/v2/publisher/imports?developer=${username}${query}`

async function send({ server, keys }: Site, username: string, body: string | Buffer, query = '') {
  const response = await fetch(server.baseUrl + importsOf(username, query), {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.get(username)}` },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  })
  return { status: response.status, text: await response.text() }
}

test('16 idle uploads of four accounts do not keep a fifth account from importing', async () => {
  const site = await openSite()
  const port = Number(new URL(site.server.baseUrl).port)
  for (const username of attackers) {
    for (let nth = 0; nth < 4; nth++) {
      const raw = await rawClient(port)
      raw.send(
        `POST ${importsOf(username)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${site.keys.get(username)}\r\n` +
          'Content-Type: text/csv\r\nContent-Length: 1000\r\n\r\ndate',
      )
    }
  }
  await delay(500)
  const client = new KeyClient(site.server.baseUrl, site.studio.key)
  const begunMs = performance.now()
  for (const impressions of [1, 2, 3]) {
    expect((await client.importRow('2026-03-01', impressions)).status).toBe(201)
  }
  printFigures('idle uploads', { importsMs: Math.round(performance.now() - begunMs) })
  expect(await client.impressions()).toBe(3)
})

const unityColumns =
  'timestamp,country,placement,platform,source_game_id,source_name,adrequest_count,available_sum,revenue_sum,start_count,view_count'

const unityReport = (apps: readonly (readonly [id: string, name: string])[]): string =>
  [unityColumns, ...apps.map(([id, name]) => unityRow(id, name))].join('\n')

const unityRow = (id: string, name: string): string =>
  `2026-03-01T00:00:00.000Z,US,video,ios,${id},"${name}",20,10,2.50,9,9`

test("an account that takes a network's app ids first blocks and learns nothing", async () => {
  const site = await openSite()
  const ids = Array.from({ length: 20 }, (_, nth) => [`game-${nth}`, `Game ${nth}`] as const)
  for (const username of attackers) {
    const taken = await send(site, username, unityReport(ids), '&create_apps=true&file_name=u.csv')
    expect(taken.status).toBe(201)
  }
  const asked = (names: readonly (readonly [string, string])[]) =>
    send(site, 'studio', unityReport(names), '&dry_run=true&file_name=u.csv')
  const taken = await asked(ids)
  const free = await asked(ids.map(([id, name]) => [`free-${id.slice(5)}`, name] as const))
  expect(comparable(free.text)).toBe(comparable(taken.text))
  expect(free.status).toBe(taken.status)
  const own = await send(site, 'studio', unityReport(ids), '&create_apps=true&file_name=u.csv')
  expect(own.status).toBe(201)
})

/** An answer without the ids that differ by request. */
const comparable = (text: string): string =>
  text
    .replaceAll('free-', 'game-')
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')

test('millions of unknown apps and names of megabytes are refused while others are answered', {
  timeout: 600_000,
}, async () => {
  const site = await openSite()
  const header = 'date,app_id,network,format,country,impressions,revenue\n'
  const lines = Array.from({ length: unknownApps }, (_, n) => `2026-03-01,u${n},own,f,US,1,1\n`)
  const name = 'n'.repeat(nameBytes)
  const bodies = {
    'unknown.csv.gz': gzipSync(header + lines.join('')),
    'unity-apps.csv.gz': gzipSync(
      unityReport(Array.from({ length: unknownApps / 10 }, (_, n) => [`g${n}`, `G${n}`])),
    ),
    'long-id.csv': unityReport([[name, 'Golf']]),
    'long-name.csv': unityReport([['1', name]]),
    'long-label.csv': `${header}2026-03-01,zap,${name},f,US,1,1\n`,
    'escapes.csv': unityReport([['a\u001b[2Jb', 'Golf']]),
    'direction.csv': unityReport([['a\u202eb', 'Golf']]),
  }
  for (const [file, body] of Object.entries(bodies)) {
    const sending = send(site, 'studio', body, `&file_name=${file}&create_apps=true`)
    const longestMs = await longestWaitDuring(site.server.baseUrl, sending)
    const { status, text } = await sending
    printFigures(`hostile names ${file}`, {
      bytes: body.length,
      status,
      longestWaitMs: Math.round(longestMs),
      answerBytes: text.length,
    })
    expect(status, file).toBe(422)
    expect(text.length, file).toBeLessThan(100_000)
    expect(longestMs, file).toBeLessThan(maxWaitMs)
  }
  const escaped = unityReport([['2', 'Go\u001b[2J\u202elf']])
  const created = await send(site, 'studio', escaped, '&file_name=u.csv&create_apps=true')
  expect(created.status).toBe(201)
  expect(await site.server.stop()).toBe(0)
  const listed = stdoutOf(await spawnAdtally(['apps', 'list', 'studio'], { env: site.studio.env }))
  expect(listed).toContain('Go [2J lf')
  expect(listed).not.toMatch(/[^\P{C}\n]/u)
  for (const line of listed.split('\n')) expect(line.length).toBeLessThan(2_000)
})

test('hostile files of rates are refused or stored while others are answered', async () => {
  const { studio, server } = await openSite()
  const owner = await signIn(server.baseUrl, studio.password)
  const header = 'day,currency,rate\n'
  const days = Array.from({ length: 12_000 }, (_, nth) => `${formatDay(nth as Day)},EUR,1.1\n`)
  const entities = Array.from(
    { length: 20 },
    (_, nth) => `<!ENTITY e${nth} "${nth === 0 ? '1.1' : `&e${nth - 1};`.repeat(10)}">`,
  )
  const files: Readonly<Record<string, readonly [text: string, status: number]>> = {
    'bomb.xml': [`<!DOCTYPE a [${entities.join('')}]><a>&e19;</a>`, 422],
    'deep.xml': ['<a>'.repeat(80_000), 422],
    'attributes.xml': [
      `<Cube ${Array.from({ length: 18_000 }, (_, n) => `a${n}=""`).join(' ')}/>`,
      422,
    ],
    'text.xml': [`<Cube>${'x'.repeat(250_000)}`, 422],
    'wide.csv': [`Date,${'USD,'.repeat(62_000)}\n`, 422],
    'line.csv': [header + ','.repeat(250_000), 422],
    'lines.csv': [header + '\n'.repeat(120_000), 422],
    'decimal.csv': [`${header}2026-03-01,EUR,${'1'.repeat(250_000)}\n`, 422],
    'german.csv': [`${header}2026-03-01,EUR,1,1\n`, 422],
    'many.csv': [header + days.join(''), 200],
    'long.csv': [header + days.join('').repeat(100), 413],
  }
  for (const [name, [text, status]] of Object.entries(files)) {
    const sending = fetch(`${server.baseUrl}/dashboard/api/rates/add`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...owner },
      body: JSON.stringify({ file: { name, text } }),
    })
    const longestMs = await longestWaitDuring(server.baseUrl, sending)
    const response = await sending
    const answer = await response.text()
    printFigures(`hostile rates ${name}`, {
      bytes: text.length,
      status: response.status,
      answerBytes: answer.length,
      longestWaitMs: Math.round(longestMs),
    })
    expect(response.status, name).toBe(status)
    expect(answer.length, name).toBeLessThan(10_000)
    expect(longestMs, name).toBeLessThan(maxWaitMs)
  }
  expect(await server.stop()).toBe(0)
})

test("wrong credentials with another account's public ids pause no connection", async () => {
  const site = await openPulledSite(new Truth())
  onTestFinished(() => site.close())
  const { call } = site.installation
  const username = 'other'
  await call(createAccount, { username })
  for (const [connector, { given, says }] of site.fake.networks) {
    await site.connect(connector, { startDate: '2026-03-09' })
    const { fields } = connectors.get(connector)!
    const wrong = Object.entries(given).map(([name, value]) => [
      name,
      fields[name]?.isSecret ? 'wrong' : value,
    ])
    const headers = { 'retry-after': '86400' }
    Object.assign(says, { 'slow-down': { status: 429, headers, body: 'Too many requests' } })
    for (const stage of ['login', 'report'] as const) {
      site.fake.script(connector, ['slow-down'], stage)
    }
    const tried = { username, connector, values: Object.fromEntries(wrong) }
    await expect(call(tryCredentials, tried), connector).rejects.toBeInstanceOf(Refusal)
    for (const stage of ['login', 'report'] as const) site.fake.script(connector, [], stage)
  }
  const begunMs = site.nowMs()
  await site.pullDue()
  for (const connector of site.fake.networks.keys()) {
    const { days, back_off, pulled_days: pulled } = await site.show(connector)
    expect({ ...days, back_off }, connector).toMatchObject({ due: 0, back_off: null })
    // Networks name the same apps differently, so a report may be refused. It did arrive.
    expect(pulled.filter(({ problem }) => problem?.kind === 'fault')).toEqual([])
  }
  const waitedMs = site.nowMs() - begunMs
  printFigures('public ids', { connectors: site.fake.networks.size, waitedMs })
  expect(waitedMs).toBeLessThan(3_600_000)
})

test('a flood of sign-ins hides no change of rights in the audit log', async () => {
  const { studio, server } = await openSite()
  const headers = { 'content-type': 'application/json' }
  const flood = Array.from({ length: failedSignIns }, (_, nth) => nth)
  const signInWrongly = (nth: number) =>
    fetch(`${server.baseUrl}/dashboard/api/sign-in`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ username: `name-${nth}`, password: 'wrong' }),
    }).then((response) => response.arrayBuffer())
  const owner = await signIn(server.baseUrl, studio.password)
  const invite = async (nth: number) => {
    const response = await fetch(`${server.baseUrl}/dashboard/api/invitations`, {
      method: 'POST',
      headers: { ...headers, ...owner },
      body: JSON.stringify({ user: `owner-${nth}@example.com`, role: 'owner' }),
    })
    expect(response.status, await response.text()).toBeLessThan(300)
  }
  const flooding = (async () => {
    for (const nth of flood) await signInWrongly(nth)
  })()
  for (let nth = 0; nth < invited; nth++) await invite(nth)
  await flooding
  expect(await server.stop()).toBe(0)
  const log = await spawnAdtally(
    ['audit', '--action', 'user_invited', '--limit', '1000', '--json'],
    { env: studio.env },
  )
  const events = JSON.parse(stdoutOf(log)) as { facts: { user?: string; repeated?: number } }[]
  expect(events.filter(({ facts }) => facts.repeated)).toEqual([])
  const users = new Set(events.map(({ facts }) => facts.user))
  for (let nth = 0; nth < invited; nth++) expect(users).toContain(`owner-${nth}@example.com`)
})
