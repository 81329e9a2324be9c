import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { duckdbRequests, journalRequests, requestLines } from '../fixtures/stored-requests.ts'
import type { ImportSite } from './import-site.ts'
import { withDataFile } from './past-versions.ts'

/**
 * The current figures of each account in the stores themselves, as lines of `day app country
 * impressions requests matched`; unknown counts are `null`. The site is opened again.
 */
export async function storedRequests(
  site: ImportSite,
  accountIds: readonly number[],
): Promise<string[][]> {
  const rows = await storedRows(site)
  return Promise.all(
    accountIds.map(async (id) => {
      const apps = await site.installation.apps.ofAccount(id)
      const names = new Map(apps.map(({ key, appId }) => [String(key), appId]))
      return requestLines(rows, id).map((line) => {
        const [day = '', app = '', ...rest] = line.split(' ')
        return [day, names.get(app), ...rest].join(' ')
      })
    }),
  )
}

async function storedRows(site: ImportSite): Promise<unknown[][]> {
  const { clickhouse } = site.servers
  if (clickhouse) {
    const connection = new ClickhouseConnection(clickhouse)
    try {
      return await journalRequests(connection, 'true')
    } finally {
      await connection.close()
    }
  }
  const [rows] = await withDataFile(site, [duckdbRequests])
  await site.open()
  return rows!
}
