import type { Environment, Fleet, FleetProcess } from './fleet.ts'

/** The account with figures, and the public network, that the tests of a fleet use. */
export const studio = {
  username: 'studio',
  key: 'studio-key-of-some-length-0123456789',
  password: 'a studio of glass',
} as const

/** Enough apps that each shard has some. */
export const appIds = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'] as const
export const days = { start_date: '2026-03-01', end_date: '2026-03-03' } as const

const appsCsv = `app_id,publisher,app_name,platform,android_package
${appIds.map((id) => `${id},studio,Game ${id},android,com.studio.${id}\n`).join('')}`

/** Figures of every app, whose impressions all belong to one state. */
export function figuresCsv(state: number): string {
  const rows = appIds.flatMap((app) =>
    ['2026-03-01', '2026-03-02', '2026-03-03'].flatMap((day) =>
      ['ownnet', 'admob'].map(
        (network) =>
          `${day},${app},${network},rewarded,US,${1_000 * state},${10 * state},${state}.25\n`,
      ),
    ),
  )
  return `date,app_id,network,format,country,impressions,clicks,revenue\n${rows.join('')}`
}

const users = ['u1', 'u2', 'u3'].map((id) => ({
  id,
  username: `player_${id}`,
  joined_at: '2026-01-01T00:00:00Z',
}))
const games = ['g1', 'g2'].map((id) => ({
  id,
  name: `Game ${id}`,
  created_at: '2026-01-01T00:00:00Z',
}))
const activity = Array.from({ length: 30 }, (_, index) => ({
  id: `x${index}`,
  type: 'checkin',
  platform: index % 2 ? 'ios' : 'android',
  created_at: `2026-02-01T00:00:${String(index + 10)}Z`,
  user_id: `u${1 + (index % 3)}`,
  game_id: `g${1 + (index % 2)}`,
}))

const ndjson = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Creates the account with its password, the apps, figures of state 1 and the public network. */
export async function createStudio(fleet: Fleet): Promise<void> {
  const { works, file } = fleet
  const { username, key, password } = studio
  await works(['accounts', 'create', username, '--key', key])
  await works(['accounts', 'set-password', username], { input: `${password}\n` })
  await works(['import', 'apps', await file('apps.csv', appsCsv)])
  await works(['import', 'games', await file('games.ndjson', ndjson(games))])
  await works(['import', 'users', await file('users.ndjson', ndjson(users))])
  await works(['import', 'activity', await file('activity.ndjson', ndjson(activity))])
  await importState(fleet, 1)
}

/** Creates an account and the apps, without figures. @param env names the stores */
export async function createEmptyStudio({ works, file }: Fleet, env: Environment): Promise<void> {
  await works(['accounts', 'create', studio.username, '--key', studio.key], { env })
  await works(['import', 'apps', await file('apps.csv', appsCsv)], { env })
}

/** Restates all figures. @returns the command's stdout */
export async function importState({ works, file }: Fleet, state: number): Promise<string> {
  return works(['import', 'stats', await file(`state-${state}.csv`, figuresCsv(state))])
}

/** Signs in at a process. @returns the session cookie */
export async function signIn({ origin }: FleetProcess): Promise<string> {
  const response = await postSignIn(origin, studio.username, studio.password)
  const cookie = response.headers.getSetCookie()[0]
  if (response.status !== 204 || !cookie) throw new Error(`signing in: ${response.status}`)
  return cookie.split(';')[0]!
}

export function postSignIn(origin: string, username: string, password: string): Promise<Response> {
  return fetch(`${origin}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
    signal: AbortSignal.timeout(15_000),
  })
}

const credentials = { developer: studio.username, key: studio.key }
const withQuery = (path: string, query: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(query)}`
const applications = '/api/v2/publisher/applications'
const dashboard = '/dashboard/api'

/** Requests, grouped by the stores that they need besides the relational one. */
export const requests = {
  /** V2 with figures: its totals, its lists by app and by group. */
  v2: [
    withQuery(`${applications}/stats`, { ...credentials, ...days }),
    withQuery(`${applications}/stats`, { ...credentials, ...days, app_id: appIds.join() }),
    ...['network', 'format', 'country'].map((group_by) =>
      withQuery(`${applications}/stats`, { ...credentials, ...days, group_by }),
    ),
  ],
  /** The earlier interface, both formats. */
  earlier: [
    withQuery('/api/publisher/studio', { key: studio.key, ...days }),
    withQuery('/api/publisher/studio', { key: studio.key, ...days, format: 'csv' }),
    withQuery('/api/publisher/studio/android/com.studio.a1/', { key: studio.key, ...days }),
  ],
  /** The dashboard's requests for figures; they need the cookie. CSV files do not tell when something was imported. */
  dashboardFigures: ['network', 'app_id', 'country', 'platform'].map((dimensions) =>
    withQuery(`${dashboard}/report`, {
      ...days,
      dimensions,
      metrics: 'impressions,revenue',
      format: 'csv',
    }),
  ),
  /** Requests about when and how figures changed, which contain times of imports. */
  history: [
    withQuery('/api/v2/publisher/changes', credentials),
    withQuery('/api/v2/publisher/freshness', { ...credentials, ...days }),
    withQuery(`${dashboard}/freshness`, days),
    `${dashboard}/imports`,
    `${dashboard}/account`,
  ],
  /** Publishers' requests that need no figures. */
  apps: [
    withQuery(applications, credentials),
    withQuery('/api/publisher/', { developer: studio.username, key: studio.key }),
  ],
  /** The public network. */
  v1: [
    '/api/v1/games?limit=1',
    '/api/v1/users',
    '/api/v1/activity?limit=7',
    '/api/v1/activity/ios',
    '/api/v1/games/g1/players',
    '/api/v1/users/player_u1/checkins',
  ],
} as const

/** Figures of one app, which are on one shard. */
export const figuresOf = (app: string): string =>
  withQuery(`${applications}/stats`, { ...credentials, ...days, app_id: app })
