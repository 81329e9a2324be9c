import { setTimeout as delay } from 'node:timers/promises'
import { type Bounds, defaultBounds } from '../../../src/http/bounds.ts'
import type { KeyScope } from '../../../src/publishers/api-key.ts'
import { encodeForm, type Parts } from '../../fixtures/dashboard-uploads.ts'
import { type Response, serveReports, type TestServer } from '../../fixtures/report-server.ts'
import { csv, type ImportSite } from '../../import/import-site.ts'

export const importsPath = '/api/v2/publisher/imports'

export type Query = Readonly<Record<string, string>>

/** A file in Adtally's own format with one slice of `zap-ios`. */
export const oneSlice = (impressions: number, revenue = '1'): string =>
  csv([`2026-03-01,zap-ios,ownnet,video,US,${impressions},${revenue}`])

/** A client of the import interface with a key of one account. */
export class ImportClient {
  readonly server: TestServer
  readonly #developer: string
  readonly key: string

  constructor(server: TestServer, developer: string, key: string) {
    this.server = server
    this.#developer = developer
    this.key = key
  }

  /** Sends a file as the body, as CSV. */
  post(body: string | Buffer, query: Query = {}, headers: Query = {}): Promise<Response> {
    return this.send(
      'POST',
      importsPath,
      { ...query },
      { 'content-type': 'text/csv', ...headers },
      body,
    )
  }

  async form(parts: Parts, query: Query = {}, headers: Query = {}): Promise<Response> {
    const { type, payload } = await encodeForm(parts)
    return this.send('POST', importsPath, query, { ...headers, 'content-type': type }, payload)
  }

  get(id = '', query: Query = {}): Promise<Response> {
    return this.send('GET', id === '' ? importsPath : `${importsPath}/${id}`, query)
  }

  undo(id: string | number): Promise<Response> {
    return this.send('POST', `${importsPath}/${id}/undo`)
  }

  /** Asks for the result until there is one. */
  async ended(id: string) {
    for (;;) {
      const { data } = (await this.get(id)).json()
      if (!['receiving', 'running'].includes(data.state)) return data
      await delay(10)
    }
  }

  send(
    method: 'GET' | 'POST',
    path: string,
    query: Query = {},
    headers: Query = {},
    payload?: string | Buffer,
  ): Promise<Response> {
    return this.server.app.inject({
      method,
      url: `${path}?${new URLSearchParams({ developer: this.#developer, ...query })}`,
      headers: { authorization: `Bearer ${this.key}`, ...headers },
      ...(payload !== undefined && { payload }),
    })
  }
}

const everything: KeyScope = { permissions: ['read', 'import'], apps: null, expiresAtMs: null }

/** A client of a server that an {@link ImportSite} has, with a key of its own. */
export async function importClient(
  site: ImportSite,
  {
    developer = 'studio',
    name = 'importer',
    bounds = {},
    server = serveReports(site.installation, { bounds: { ...defaultBounds, ...bounds } }),
    ...scope
  }: Partial<KeyScope> & {
    readonly developer?: string
    readonly name?: string
    readonly bounds?: Partial<Bounds>
    readonly server?: TestServer
  } = {},
): Promise<ImportClient> {
  const { key } = await site.installation.keys.create(developer, name, { ...everything, ...scope })
  return new ImportClient(server, developer, key)
}
