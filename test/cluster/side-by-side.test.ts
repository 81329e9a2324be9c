import { beforeAll, describe, expect, test } from 'vitest'
import { shardCounts } from '../night.ts'
import { type FleetProcess, fleetUrl, shareFleet } from './fleet.ts'
import { ask, startLoad, withoutKey } from './load.ts'
import {
  appIds,
  createStudio,
  days,
  figuresOf,
  importState,
  requests,
  signIn,
  studio,
} from './studio.ts'

const all = [...Object.values(requests).flat(), figuresOf(appIds[0])]
const figurePaths = [
  ...requests.v2,
  ...requests.earlier,
  ...requests.dashboardFigures,
  figuresOf(appIds[0]),
]

describe.each(shardCounts)('two processes over ClickHouse in %i shards', (shards) => {
  const fleet = shareFleet(shards)
  let processes: readonly [FleetProcess, FleetProcess]
  let cookie: string

  beforeAll(async () => {
    // Both start together, on empty servers.
    processes = await Promise.all([fleet().serve(), fleet().serve()])
    await createStudio(fleet())
    cookie = await signIn(processes[0])
  })

  test('give the same answers, at whichever the user signed in', async () => {
    await expectAlike(processes, all, cookie)
    const [games] = await answersOf(processes[1], ['/api/v1/games?limit=1'], '')
    expect(games!.body).toContain(`"next_page_url":"${fleetUrl}/`)
  })

  test('give the same answers right after an import, a restatement and an undo', async () => {
    const paths = [...figurePaths, ...requests.history]
    const before = await bodiesOf(processes[0], figurePaths, cookie)
    await importState(fleet(), 2)
    const after = await expectAlike(processes, paths, cookie, [1, 0])
    for (const path of figurePaths) expect(after.get(path), path).not.toBe(before.get(path))
    const listed = await fleet().works(['imports', '--json'])
    const newest = Math.max(...(JSON.parse(listed) as { id: number }[]).map(({ id }) => id))
    await fleet().works(['imports', 'undo', String(newest)])
    await expectAlike(processes, paths, cookie)
    expect(await bodiesOf(processes[1], figurePaths, cookie)).toEqual(before)
  })

  test('take files of every kind at once, and both show them', async () => {
    const key = JSON.parse(
      await fleet().works([
        'keys',
        'create',
        studio.username,
        'files',
        '--allow',
        'read',
        '--allow',
        'import',
        '--json',
      ]),
    ).key as string
    const names = Object.keys(kindFiles)
    const answers = await Promise.all(
      names.map((kind, nth) => send(processes[nth % 2]!, key, kind, kindFiles[kind]!)),
    )
    expect(answers).toEqual(names.map(() => 201))
    for (const process of processes) {
      const shown = await Promise.all(
        Object.entries(kindQuestions).map(async ([question, value]) => {
          const path = `/api/v2/publisher/report?start_date=${days.start_date}&end_date=${days.end_date}&${question}&format=csv`
          const response = await fetch(`${process.origin}${path}`, {
            headers: { authorization: `Bearer ${key}` },
          })
          return [question, (await response.text()).trim().split(/\r?\n/)[1], value]
        }),
      )
      for (const [question, found, value] of shown) expect(found, question).toBe(value)
    }
  })

  test('make net figures of partners once, and both show them; one of two approvals at once issues a statement', async () => {
    const { works, command } = fleet()
    const key = 'hop-key-of-some-length-0123456789'
    await works(['accounts', 'create', 'hop', '--key', key])
    await works(['partners', 'add', studio.username, 'hop', '--percent', '50'])
    for (const app of ['a2', 'a3']) await works(['partners', 'assign', studio.username, 'hop', app])
    // A server makes them: commands end before it has looked.
    await importState(fleet(), 2)
    const path = `/api/v2/publisher/report?start_date=${days.start_date}&end_date=${days.end_date}&metrics=impressions,revenue`
    const shown = async ({ origin }: FleetProcess) =>
      (await fetch(`${origin}${path}`, { headers: { authorization: `Bearer ${key}` } })).json()
    // Two apps, three days and two networks, of 2,000 impressions and half of 2.25 each.
    const expected = { data: [{ impressions: 24_000, revenue: 13.5 }] }
    for (const process of processes) {
      await expect.poll(() => shown(process), { timeout: 30_000 }).toMatchObject(expected)
    }
    await works(['partners', 'make', studio.username])
    const sharesOf = async () =>
      (JSON.parse(await works(['imports', '--json'])) as { id: number; source: string }[]).filter(
        ({ source }) => source === 'shares',
      ).length
    const before = await sharesOf()
    await Promise.all([1, 2].map(() => works(['partners', 'make', studio.username])))
    expect(await sharesOf()).toBe(before)
    const approve = ['partners', 'approve', studio.username, 'hop', '2026-03', '--yes', '--json']
    const outcomes = await Promise.all([1, 2].map(() => command(approve)))
    expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 1])
    const statement = `${studio.username}-hop-2026-03`
    const text = await works(['partners', 'statement', studio.username, 'hop', statement])
    expect(JSON.parse(text)).toMatchObject({ statement: { total: '13.5' } })
    await importState(fleet(), 1)
    await works(['partners', 'make', studio.username])
    for (const process of processes) expect(await shown(process)).toMatchObject(expected)
  })

  test('both see a new app, a new key and a sign-out at once', async () => {
    const [one, other] = processes
    const app = await fleet().file(
      'more.csv',
      'app_id,publisher,app_name,platform\nnew,studio,Brand New,ios\n',
    )
    await fleet().works(['import', 'apps', app])
    for (const process of processes) {
      const [apps] = await answersOf(process, requests.apps, cookie)
      expect(apps!.body).toContain('Brand New')
    }
    await expectAlike(processes, all, cookie)
    const second = await signIn(other)
    await fetch(`${one.origin}/dashboard/api/sign-out`, {
      method: 'POST',
      headers: { cookie: second },
    })
    const account = await ask(other, '/dashboard/api/account', second)
    expect(account.status).toBe(401)
  })

  test('answer with the old or the new figures while imports run, never a mixture', async () => {
    const states = new Map<string, Set<string>>(figurePaths.map((path) => [path, new Set()]))
    for (const state of [1, 2]) {
      await importState(fleet(), state)
      for (const [path, body] of await bodiesOf(processes[0], figurePaths, cookie)) {
        states.get(path)!.add(body)
      }
    }
    const load = startLoad(processes, figurePaths, { cookie, lanes: 1 })
    for (const state of [1, 2, 1]) await importState(fleet(), state)
    const answers = await load.stop()
    expect(answers.length).toBeGreaterThan(2 * figurePaths.length)
    const mixed = answers.filter(({ path, body }) => !states.get(path)!.has(body))
    expect(mixed.map(({ path, status, body }) => [withoutKey(path), status, body])).toEqual([])
    // Each tag belongs to one body.
    const bodies = new Map<string, string>()
    for (const { path, headers, body } of answers) {
      const tag = headers.get('etag')
      if (tag === null) continue
      expect(bodies.get(`${path} ${tag}`) ?? body).toBe(body)
      bodies.set(`${path} ${tag}`, body)
    }
  })
})

const place = '2026-03-01,a1'

/** Files of the kinds of fact besides figures. */
const kindFiles: Readonly<Record<string, string>> = {
  audience: `date,app_id,source,country,dau\n${place},max,US,100\n`,
  details: `date,app_id,source,network,format,country,rung,impressions,revenue\n${place},max,admob,rewarded,US,high,400,0.5\n`,
  spend: `date,app_id,channel,country,installs,cost\n${place},search,US,7,3.5\n`,
  cohorts: `date,app_id,source,channel,country,age,cohort_users,ad_revenue\n${place},max,search,US,0,7,0.25\n`,
}

/** Questions about them, and the first row of each answer. */
const kindQuestions: Readonly<Record<string, string>> = {
  'dimensions=app_id&metrics=dau': 'a1,100',
  'dimensions=rung&metrics=impressions&rung=high': 'high,400',
  'dimensions=channel&metrics=spend_installs,cost': 'search,7,3.5',
  'dimensions=channel&metrics=revenue&channel=search': 'search,0.25',
  'dimensions=age&metrics=cohort_ad_revenue': '0,0.25',
}

/** Sends a file. @returns the status of the answer */
async function send({ origin }: FleetProcess, key: string, kind: string, body: string) {
  const path = `/api/v2/publisher/imports?developer=${studio.username}&kind=${kind}&wait=60`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' }
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body })
  return response.status === 201 ? 201 : await response.text()
}

async function answersOf(process: FleetProcess, paths: readonly string[], cookie: string) {
  const answers = []
  for (const path of paths) answers.push(await ask(process, path, cookie))
  for (const { path, status, body } of answers) {
    expect(status, `${withoutKey(path)}: ${body.slice(0, 300)}`).toBe(200)
  }
  return answers
}

async function bodiesOf(process: FleetProcess, paths: readonly string[], cookie: string) {
  const answers = await answersOf(process, paths, cookie)
  return new Map(answers.map(({ path, body }) => [path, body]))
}

/** Headers that are specific to an answer, not to the state that it shows. */
const own = new Set(['date', 'x-request-id', 'connection', 'keep-alive'])

/** Expects identical bodies from both. @returns the bodies */
async function expectAlike(
  processes: readonly FleetProcess[],
  paths: readonly string[],
  cookie: string,
  order: readonly number[] = [0, 1],
) {
  const [one, other] = [processes[order[0]!]!, processes[order[1]!]!]
  const bodies = new Map<string, string>()
  for (const path of paths) {
    const [first] = await answersOf(one, [path], cookie)
    const [second] = await answersOf(other, [path], cookie)
    expect(second!.body, withoutKey(path)).toBe(first!.body)
    const headersOf = ({ headers }: typeof first & {}) =>
      [...headers].filter(([name]) => !own.has(name) && !name.startsWith('x-ratelimit-re'))
    expect(headersOf(second!), withoutKey(path)).toEqual(headersOf(first!))
    bodies.set(path, first!.body)
  }
  return bodies
}
