import { beforeAll, describe, expect, test } from 'vitest'
import type { PulledDay } from '../../../src/connections/connection.ts'
import { addConnection } from '../../../src/use-cases/connections/add-connection.ts'
import { importApps } from '../../../src/use-cases/import-apps.ts'
import { type FiguresRequest, importFigures } from '../../../src/use-cases/import-figures.ts'
import { inviteUser } from '../../../src/use-cases/invite-user.ts'
import { addDays, formatDay, parseDay } from '../../../src/values/day.ts'
import type {
  ConnectionDaysAnswer,
  FreshnessAnswer,
  ReconciliationAnswer,
  ToDoAnswer,
} from '../../../web/src/api/wire.ts'
import type { Visitor } from '../../fixtures/dashboard-visitor.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openTeam } from '../../fixtures/team.ts'

// It is noon of 10 March 2026, a Tuesday. Each network earns the same on every day.
const yesterday = '2026-03-09'
const history = 70

/** The daily revenue of networks, and the last day that each has reported. */
const networks = {
  admob: { revenue: '100', until: '2026-03-09' },
  inmobi: { revenue: '3', until: '2026-03-08' },
  vungle: { revenue: '2', until: '2026-03-08' },
  mintegral: { revenue: '5', until: '2026-03-07' },
  unityads: { revenue: '7', until: '2026-03-09' },
  tapjoy: { revenue: '4', until: '2026-03-08' },
  // Reported a day less than four times on the same weekday, so nothing can be expected.
  verve: { revenue: '9', until: '2026-03-08' },
} as const

const app = 'hop-ios'
const otherApp = 'zoo-ios'
const team = shareSite(openTeam)
let owner: Visitor

async function importText(name: string, text: string, request: FiguresRequest = {}) {
  const { installation } = team
  await installation.call(importFigures, request, await givenFile(installation, name, text))
}

const header = 'date,app_id,network,format,country,impressions,revenue\n'

function linesOf(network: keyof typeof networks, days = history): string {
  const { revenue, until } = networks[network]
  const of = network === 'inmobi' ? otherApp : app
  return Array.from({ length: days }, (_, age) => addDays(parseDay(until)!, -age))
    .map((day) => `${formatDay(day)},${of},${network},video,US,1000,${revenue}\n`)
    .join('')
}

const ask = async <Answer>(path: string, query: Query = {}, visitor = owner): Promise<Answer> => {
  const response = await visitor.get(path, query)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

const toDo = (visitor = owner) => ask<ToDoAnswer>('/to-do', {}, visitor)
const itemOf = async (kind: string, network: string | null, visitor = owner) =>
  (await toDo(visitor)).items.find((one) => one.kind === kind && one.network === network)

const connect = async (connector: string, values: Record<string, string>, readyHours?: number) => {
  const { call, connections } = team.installation
  const own = { username: 'studio', connector, values, startDate: '2026-02-01' }
  await call(addConnection, { ...own, ...(readyHours && { readyHours }) })
  const all = await connections.list()
  return all.find((one) => one.name === connector)!.id
}

const pulledDay = (day: string, more: Partial<PulledDay>): PulledDay => ({
  day: parseDay(day)!,
  state: 'due',
  failures: 0,
  nextAtMs: null,
  pulledAtMs: null,
  failedAtMs: null,
  stated: null,
  mark: null,
  depth: null,
  held: null,
  entry: null,
  problem: null,
  ...more,
})

const totals = (revenueMicros: bigint) => ({ rows: 1, impressions: 1_000n, revenueMicros })

beforeAll(async () => {
  owner = await team.signIn('studio')
  const { call, connections } = team.installation
  const apps = `app_id,publisher,app_name,platform\n${app},studio,Hop,ios\n${otherApp},studio,Zoo,ios\n`
  await call(importApps, {}, await givenFile(team.installation, 'apps.csv', apps))
  const names = ['admob', 'inmobi', 'vungle', 'mintegral', 'unityads', 'tapjoy'] as const
  const all = names.map((name) => linesOf(name)).join('')
  await importText('figures.csv', header + all + linesOf('verve', 10))
  // The mediation saw 10 % more of AdMob, and the same of Unity Ads.
  await importText(
    'mediation.csv',
    header + linesOf('admob', 5).replaceAll(',100\n', ',110\n') + linesOf('unityads', 5),
    { as: 'mediation' },
  )

  const vungle = await connect('vungle', { apiKey: 'a key' })
  const again = Date.parse('2026-03-10T13:00:00Z')
  await connections.days.put(vungle, pulledDay(yesterday, { state: 'failed', nextAtMs: again }))
  const mintegral = await connect('mintegral', { skey: 'a key', secret: 'a secret' })
  await connections.change(mintegral, {
    state: 'refused',
    problem: { kind: 'fault', fault: 'credential-refused', message: 'answered 401' },
  })
  const unity = await connect('unity-ads', { apiKey: 'a key', organizationId: '7' })
  await connections.days.put(
    unity,
    pulledDay('2026-03-07', {
      state: 'held',
      stated: totals(7_000_000n),
      held: { ...totals(1_250_000n), sinceMs: Date.parse('2026-03-08T09:00:00Z') },
      problem: { kind: 'held', reason: 'less revenue', deletesRevenue: true },
    }),
  )
  // Its days are ready a day after they end.
  await connect('tapjoy', { apiKey: 'a key' }, 24)
}, 60_000)

describe('to do', () => {
  test('has everything, with the most money first, and unknown money last', async () => {
    const { count, items } = await toDo()
    expect(items.map(({ kind, network, money_micros: micros }) => [kind, network, micros])).toEqual(
      [
        ['gap', 'admob', 50_000_000],
        ['refused_key', 'mintegral', 10_000_000],
        ['held_day', 'unityads', 5_750_000],
        ['late_network', 'inmobi', 3_000_000],
        ['late_network', 'vungle', 2_000_000],
        ['late_network', 'verve', null],
      ],
    )
    expect(count).toBe(6)
  })

  test('a refused key has the days since, with what they are expected to bring, and the reason', async () => {
    expect(await itemOf('refused_key', 'mintegral')).toMatchObject({
      connection: 'mintegral',
      days: [{ start_date: '2026-03-08', end_date: '2026-03-09' }],
      page: '/dashboard/connections/of/mintegral',
      message: expect.stringMatching(/^Mintegral gave no figures: answered 401\. /),
    })
  })

  test('a held day has both totals, which are those of the connection’s page', async () => {
    const item = await itemOf('held_day', 'unityads')
    expect(item).toMatchObject({
      connection: 'unity-ads',
      days: [{ start_date: '2026-03-07', end_date: '2026-03-07' }],
      imported_micros: '7000000',
      held_micros: '1250000',
      page: '/dashboard/connections/of/unity-ads',
    })
    const { pulled_days } = await ask<ConnectionDaysAnswer>('/connections/days', {
      name: 'unity-ads',
      start_date: '2026-03-07',
      end_date: '2026-03-07',
    })
    expect(pulled_days).toMatchObject([{ revenue: '7', held: { revenue: '1.25' } }])
  })

  test('a held day that was confirmed waits for nobody', async () => {
    const { connections } = team.installation
    const { id } = (await connections.list()).find(({ name }) => name === 'unity-ads')!
    const held = await connections.days.get(id, parseDay('2026-03-07')!)
    await connections.days.put(id, { ...held!, held: { ...held!.held!, sinceMs: 0 } })
    expect(await itemOf('held_day', 'unityads')).toBeUndefined()
    await connections.days.put(id, held!)
  })

  test('a late network tells when it is asked again, or that a file is awaited', async () => {
    expect(await itemOf('late_network', 'vungle')).toMatchObject({
      connection: 'vungle',
      days: [{ start_date: yesterday, end_date: yesterday }],
      next_at: '2026-03-10T13:00:00Z',
      is_paused: false,
      page: '/dashboard/connections/of/vungle',
    })
    expect(await itemOf('late_network', 'inmobi')).toMatchObject({
      connection: null,
      next_at: null,
      page: '/dashboard/imports',
    })
  })

  test('money of which a part is unknown is the least that is at stake', async () => {
    const { installation } = team
    installation.pass(4 * 86_400)
    // Of the fifth missing day nothing can be expected: only three of the seven days before are known.
    const item = await itemOf('late_network', 'vungle')
    installation.pass(-4 * 86_400)
    expect(item).toMatchObject({ money_micros: 4 * 2_000_000, is_least: true })
    expect(await itemOf('late_network', 'vungle')).toMatchObject({ is_least: false })
  })

  test('a day that is not due, or that the network reported empty, is not late', async () => {
    expect(await itemOf('late_network', 'tapjoy')).toBeUndefined()
    const { connections } = team.installation
    const { id } = (await connections.list()).find(({ name }) => name === 'vungle')!
    const failed = await connections.days.get(id, parseDay(yesterday)!)
    await connections.days.put(id, pulledDay(yesterday, { state: 'empty' }))
    expect(await itemOf('late_network', 'vungle')).toBeUndefined()
    await connections.days.put(id, failed!)
  })

  test('what is expected is what the freshness of the days tells', async () => {
    const days = { start_date: '2026-03-07', end_date: '2026-03-10' }
    const { networks: found } = await ask<FreshnessAnswer>('/freshness', days)
    const expected = Object.fromEntries(
      found.map((one) => [one.network, one.days.map((day) => day.expected)]),
    )
    const [none, notOver] = [undefined, null]
    expect(expected).toEqual({
      // Today is not over, so nothing is late.
      admob: [none, none, none, notOver],
      inmobi: [none, none, '3', notOver],
      mintegral: [none, '5', '5', notOver],
      tapjoy: [none, none, '4', notOver],
      unityads: [none, none, none, notOver],
      verve: [none, none, null, notOver],
      vungle: [none, none, '2', notOver],
    })
  })

  test('a gap is that of the Reconcile page; one within the tolerance is not listed', async () => {
    const item = await itemOf('gap', 'admob')
    expect(item).toMatchObject({
      report: 'mediation',
      page: '/dashboard/reconcile?start_date=2026-03-05&end_date=2026-03-09&report=mediation&network=admob',
    })
    const { total } = await ask<ReconciliationAnswer>('/reconciliation', {
      report: 'mediation',
      network: 'admob',
      by: 'month',
      start_date: '2026-03-05',
      end_date: yesterday,
    })
    // The mediation's report has only these days.
    expect(total.gap_micros).toBe(50_000_000)
    expect(item!.money_micros).toBe(total.gap_micros)
    expect(await itemOf('gap', 'unityads')).toBeUndefined()
  })

  test('a refused import is listed last until it is dismissed', async () => {
    const bad = `${header}2026-03-09,${app},admob,video,US,many,1\n`
    await expect(importText('broken.csv', bad, { account: 'studio' })).rejects.toThrow()
    const { items } = await toDo()
    expect(items.at(-1)).toMatchObject({
      kind: 'failed_import',
      files: ['broken.csv'],
      money_micros: null,
      page: '/dashboard/imports',
    })
    const { id } = items.at(-1) as { id: number }
    expect((await owner.post('/imports/dismiss', { id })).statusCode).toBe(200)
    expect((await toDo()).items.map(({ kind }) => kind)).not.toContain('failed_import')
  })

  test('a role that may not do it gets no page', async () => {
    const pagesOf = async (visitor: Visitor) =>
      (await toDo(visitor)).items.flatMap(({ kind, page }) => (page === null ? [] : [kind]))
    const editor = await team.joinAs('editor')
    expect(await pagesOf(editor)).toEqual(['gap', 'held_day', ...Array(3).fill('late_network')])
    const viewer = await team.joinAs('viewer')
    // Both reports may be seen by everyone who sees all apps.
    expect(await pagesOf(viewer)).toEqual(['gap'])
    expect((await toDo(viewer)).count).toBe(6)
  })

  test('who sees only some apps is told only of their networks', async () => {
    const request = { username: 'studio', user: 'one@studio.example', role: 'editor' as const }
    const { token } = await team.installation.call(inviteUser, { ...request, apps: [otherApp] })
    expect((await team.accept(token)).statusCode).toBe(204)
    const limited = await team.signIn(request.user)
    expect(await toDo(limited)).toMatchObject({
      count: 1,
      items: [{ kind: 'late_network', network: 'inmobi', money_micros: 3_000_000, page: null }],
    })
  })

  test('changes when the missing report arrives', async () => {
    await importText('late.csv', `${header}${yesterday},${otherApp},inmobi,video,US,1000,3\n`)
    expect(await itemOf('late_network', 'inmobi')).toBeUndefined()
  })

  test('of an account without figures is empty', async () => {
    const hop = await team.signIn('hop')
    expect(await toDo(hop)).toEqual({ account: 'hop', currency: 'USD', count: 0, items: [] })
  })
})
