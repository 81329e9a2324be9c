import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { stdoutOf } from '../../cli/run-adtally.ts'
import { spawnAdtally } from '../../cli/spawn-adtally.ts'
import { newStudio } from '../../cli/studio.ts'

export interface ClientStudio {
  /** Outside the data directory. */
  readonly folder: string
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly password: string
  /** A key that reads and imports, and never expires. */
  readonly key: string
  readonly createKey: (name: string, options?: readonly string[]) => Promise<string>
  /** How often the audit log recorded an action. */
  readonly countRecorded: (action: string) => Promise<number>
}

/** A folder for temporary files on a disk: the usual one may be in memory. */
const onDisk = '/var/tmp'

/** The account `studio` with the app `zap`, a password and a key, in a data directory on a disk. */
export async function newClientStudio(): Promise<ClientStudio> {
  const studio = await newStudio()
  const folder = await mkdtemp(join(onDisk, 'adtally-machine-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const directory = join(folder, 'data')
  await cp(studio.directory, directory, { recursive: true })
  const options = { cwd: folder, env: { ADTALLY_DATA_DIR: directory, TMPDIR: folder } }
  const password = 'a password for machines'
  const run = async (...args: string[]) => stdoutOf(await spawnAdtally(args, options))
  stdoutOf(
    await spawnAdtally(['accounts', 'set-password', 'studio'], {
      ...options,
      input: `${password}\n`,
    }),
  )
  const createKey = async (name: string, more: readonly string[] = []) => {
    const allowed = ['--allow', 'read', '--allow', 'import', ...more, '--json']
    return JSON.parse(await run('keys', 'create', 'studio', name, ...allowed)).key as string
  }
  const countRecorded = async (action: string) => {
    const listed = await run('audit', '--action', action, '--limit', '1000', '--json')
    const events = JSON.parse(listed) as { facts: { repeated?: number } }[]
    return events.reduce((sum, { facts }) => sum + (facts.repeated ?? 1), 0)
  }
  const { env } = options
  const key = await createKey('machine')
  return { folder, directory, env, password, key, createKey, countRecorded }
}

interface Answer {
  readonly status: number
  readonly body: {
    readonly import?: number
    readonly code?: string
    readonly summary?: { readonly rows: number }
  }
}

const api = '/api/v2/publisher'
const days = 'start_date=2026-01-01&end_date=2026-12-31'

/** A publisher's program that imports, undoes and reads with a key. */
export class KeyClient {
  readonly #baseUrl: string
  readonly #key: string

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl
    this.#key = key
  }

  /** Imports a row of the app `zap`. */
  importRow(day: string, impressions: number): Promise<Answer> {
    const header = 'date,app_id,network,format,country,impressions,revenue\n'
    return this.post('/imports', `${header}${day},zap,ownnet,video,US,${impressions},1\n`)
  }

  undo(id: number): Promise<Answer> {
    return this.post(`/imports/${id}/undo`)
  }

  async post(path: string, body?: string, headers: Record<string, string> = {}) {
    const response = await this.#ask(path, '', {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'text/csv' }), ...headers },
      ...(body !== undefined && { body }),
    })
    const { data, ...problem } = (await response.json()) as { data?: { id: string } }
    if (response.status === 202) return this.result(data!.id)
    return { status: response.status, body: { ...problem, ...data } } as Answer
  }

  /** Waits for an import that outlasts its request. @returns the answer that the request would have got */
  async result(id: string): Promise<Answer> {
    for (;;) {
      const response = await this.#ask(`/imports/${id}`, '')
      const { data } = (await response.json()) as { data: Answer['body'] & { state: string } }
      if (data.state === 'done') return { status: 201, body: data }
      if (data.state === 'refused') return { status: 422, body: data }
      if (data.state === 'failed') return { status: 503, body: data }
      await delay(500)
    }
  }

  /** The impressions of all figures. @throws unless the answer is 200 */
  async impressions(): Promise<number> {
    const response = await this.#ask('/applications/stats', days)
    const { data } = (await response.json()) as { data: { data: { impressions: number } }[] }
    return data.reduce((sum, app) => sum + app.data.impressions, 0)
  }

  /** The status of a light question. */
  async status(): Promise<number> {
    const response = await this.#ask('/applications', '')
    await response.arrayBuffer()
    return response.status
  }

  /** When the newest entry was recorded; 0 when there is none. */
  async newestEntryMs(): Promise<number> {
    const response = await this.#ask('/imports', '')
    const { data } = (await response.json()) as { data: { committed_at: string }[] }
    return data[0] ? Date.parse(data[0].committed_at) : 0
  }

  #ask(path: string, query: string, init: RequestInit = {}): Promise<Response> {
    const headers = { ...init.headers, authorization: `Bearer ${this.#key}` }
    return fetch(`${this.#baseUrl}${api}${path}?developer=studio&${query}`, { ...init, headers })
  }
}

/** @returns the headers of a browser that signed in */
export async function signIn(baseUrl: string, password: string): Promise<Record<string, string>> {
  const response = await fetch(`${baseUrl}/dashboard/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'studio', password }),
  })
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { cookie: cookies.join('; ') }
}
