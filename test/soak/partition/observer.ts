import { expect } from 'vitest'
import { apps } from '../crash/operations.ts'
import type { Draw } from '../draw.ts'

/** Impressions of some apps in one answer. */
export interface Reading {
  readonly impressions: Readonly<Record<string, number>>
  /** The newest acknowledged entry when the question was asked. */
  readonly since: number
}

/** Every documented wait of a request is much shorter, so a longer one hangs. */
const longestAnswerMs = 60_000
const days = 'start_date=2026-01-01&end_date=2026-12-31'
const stats = '/api/v2/publisher/applications/stats'

/** Asks a server repeatedly. It must answer, or state that a store does not. */
export class Observer {
  readonly readings: Reading[] = []
  readonly statuses: Record<string, number> = {}
  slowestMs = 0
  readonly #baseUrl: string
  readonly #credentials: string

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl
    this.#credentials = `developer=studio&key=${key}&${days}`
  }

  /** @param since the newest acknowledged entry */
  async look(draw: Draw, since: number): Promise<void> {
    const app = draw.of(apps)
    const what = draw.of(['apps', 'apps', 'app', 'app', '/healthz', '/readyz', '/api/v1/games'])
    if (what === 'apps') await this.#readApps(since)
    else if (what === 'app') await this.#readApp(app, since)
    else await this.#get(what)
  }

  /** @returns whether every store answers */
  async isServed(): Promise<boolean> {
    const asked = await Promise.all([
      this.#get('/readyz'),
      this.#get('/api/v1/games'),
      ...apps.map((app) => this.#get(`${stats}?${this.#credentials}&app_id=${app}`)),
    ])
    return asked.every((body) => body !== null)
  }

  async #readApps(since: number): Promise<void> {
    const body = await this.#get(`${stats}?${this.#credentials}`)
    if (!body) return
    const items = body.data as { app_id: string; data: { impressions: number } }[]
    const impressions = items.map(({ app_id, data }) => [app_id, data.impressions])
    this.readings.push({ impressions: Object.fromEntries(impressions), since })
  }

  async #readApp(app: string, since: number): Promise<void> {
    const body = await this.#get(`${stats}?${this.#credentials}&app_id=${app}`)
    if (!body) return
    const { impressions } = body.aggregated_data as { impressions: number }
    const rows = (body.data as { data: { impressions: number }[] }[]).flatMap(({ data }) => data)
    expect(rows.reduce((sum, row) => sum + row.impressions, 0)).toBe(impressions)
    this.readings.push({ impressions: { [app]: impressions }, since })
  }

  /** @returns null when the server states that a store does not answer */
  async #get(path: string): Promise<Record<string, unknown> | null> {
    const from = performance.now()
    const answer = await fetch(this.#baseUrl + path, {
      signal: AbortSignal.timeout(longestAnswerMs),
    })
    const body = (await answer.json()) as Record<string, unknown>
    this.slowestMs = Math.max(this.slowestMs, Math.round(performance.now() - from))
    const { status } = answer
    this.statuses[status] = (this.statuses[status] ?? 0) + 1
    const shown = `${path.split('?')[0]}: ${JSON.stringify(body)}`
    if (status === 200) return body
    expect(status, shown).toBe(503)
    expect(path, shown).not.toBe('/healthz')
    expect(body.code, shown).toBe(path === '/readyz' ? 'not_ready' : 'store_unavailable')
    return null
  }
}
