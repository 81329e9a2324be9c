import type { Installation } from '../compose/installation.ts'
import type { RunningServer } from '../compose/start-server.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import { demoPassword, demoUsername } from '../demo/install-demo.ts'
import { defaultKeyName } from '../publishers/api-key.ts'
import { addDays, dayOf, formatDay } from '../values/day.ts'
import type { DemoAccess } from './server-notices.ts'

/** The demo's credentials, and requests to try. */
export async function demoAccess(
  directory: DataDirectory,
  { keys }: Installation,
  { baseUrl, networkUrl }: RunningServer,
): Promise<DemoAccess> {
  const name = await readingKey(keys)
  const key = name === null ? null : (await keys.reveal(demoUsername, name)).key
  const path = `${baseUrl}/api/v2/publisher/applications`
  const credentials = `developer=${demoUsername}&key=${key ?? 'KEY'}`
  const v2Command = `curl '${path}?${credentials}'`
  const yesterday = addDays(dayOf(Date.now()), -1)
  const days = `start_date=${formatDay(addDays(yesterday, -6))}&end_date=${formatDay(yesterday)}`
  return {
    username: demoUsername,
    password: await demoPassword(directory.demo),
    key,
    v2Command,
    lines: [
      'Try the V2 interface:',
      `  ${v2Command}`,
      `  curl '${path}/stats?${credentials}&${days}'`,
      `  curl '${path}/stats?${credentials}&${days}&group_by=network'`,
      '',
      'Try the report endpoint, also with format=csv or format=parquet:',
      `  curl '${baseUrl}/api/v2/publisher/report?key=${key ?? 'KEY'}&${days}&dimensions=network&metrics=impressions,revenue,ecpm&order_by=revenue:desc'`,
      '',
      'Try the public interface:',
      `  curl '${networkUrl}/api/v1/'`,
    ],
  }
}

/** The name of the demo's first key, or of another one that reads all; null when there is none. */
async function readingKey(keys: Installation['keys']): Promise<string | null> {
  const reading = (await keys.list(demoUsername)).filter(
    ({ permissions, apps, expiresAtMs }) =>
      permissions.includes('read') && apps === null && (expiresAtMs ?? Infinity) > Date.now(),
  )
  const chosen = reading.find(({ name }) => name === defaultKeyName) ?? reading[0]
  return chosen?.name ?? null
}
