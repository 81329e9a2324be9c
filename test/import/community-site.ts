import { onTestFinished } from 'vitest'
import type {
  CommunityImportOptions,
  CommunitySummary,
  RecordKindName,
} from '../../src/use-cases/community/import-community.ts'
import { importCommunity } from '../../src/use-cases/import-community.ts'
import { serveReports } from '../fixtures/report-server.ts'
import { type ImportSite, openSite } from './import-site.ts'

/** A site that imports public records from file text, and reads them from `/api/v1`. */
export interface CommunityImportSite {
  readonly site: ImportSite
  /** @param name the file's name, which decides the format */
  readonly put: (
    kind: RecordKindName,
    content: string | Uint8Array,
    name?: string,
    options?: CommunityImportOptions,
  ) => Promise<CommunitySummary>
  // biome-ignore lint/suspicious/noExplicitAny: the bodies of answers, whatever they are.
  readonly read: (path: string) => Promise<any>
  /** Everything that can be read, to check that a refused import changed nothing. */
  readonly everything: () => Promise<unknown>
}

export type OpenCommunitySite = () => Promise<CommunityImportSite>

/**
 * Opens a site, which is removed after the test.
 *
 * @param relational the URL of an empty database; a file of the site when absent
 */
export async function openCommunitySite(relational?: string): Promise<CommunityImportSite> {
  const site = await openSite(relational)
  const server = serveReports(site.installation)
  onTestFinished(() => server.close())
  const read = async (path: string) => (await server.get(`/api/v1${path}`)).json()
  return {
    site,
    put: async (kind, content, name = `${kind}.csv`, options = {}) =>
      site.call(importCommunity, { kind, ...options }, { files: [await site.file(name, content)] }),
    read,
    everything: () => Promise.all(['/games', '/users', '/activity'].map(read)),
  }
}

export const lines = (...rows: readonly string[]) => `${rows.join('\n')}\n`
export const ndjson = (...rows: readonly object[]) =>
  lines(...rows.map((row) => JSON.stringify(row)))
