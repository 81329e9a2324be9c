import { once } from 'node:events'
import { resolve } from 'node:path'
import type { Installation } from '../compose/installation.ts'
import type { RunningServer } from '../compose/start-server.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import type { ServeConfig } from '../config/serve.ts'
import { demoPassword, demoUsername } from '../demo/install-demo.ts'
import { defaultKeyName } from '../publishers/api-key.ts'
import { importFigures } from '../use-cases/import-figures.ts'
import { Inbox, type InboxListener } from '../use-cases/inbox/inbox.ts'
import { inboxRequest } from '../use-cases/inbox/settings.ts'
import { addDays, dayOf, formatDay } from '../values/day.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'
import { inboxIntervalMs, printReport, unchangedLooks } from './watch.ts'
import { wordForInbox } from './word-for-inbox.ts'

/** Work that is cut off at the shutdown deadline has this long to end. */
const cutOffMs = 5_000

/** Runs the server until the shell stops it. Open requests and imports finish first. */
export async function runServer(
  shell: Shell,
  directory: DataDirectory,
  config: ServeConfig,
  demo: boolean,
): Promise<void> {
  const { openInstallation } = await import('../compose/installation.ts')
  const { openLog, startServer } = await import('../compose/start-server.ts')
  const log = openLog(config.logLevel, shell.stdout)
  const warn = (message: string) => log.warn(message)
  const lost = new AbortController()
  const onLost = (error: Error) => {
    log.error(error.message)
    lost.abort(error)
  }
  const installation = await openInstallation(directory, { use: 'serve', warn, onLost })
  try {
    const server = await startServer(installation, directory, config, log)
    try {
      const stop = AbortSignal.any([
        shell.stopSignal(config.shutdownTimeoutMs + cutOffMs),
        lost.signal,
      ])
      const inbox = openInbox(shell, config, installation, warn)
      await inbox?.open()
      print(shell, `Adtally is ready.\n\n  Dashboard  ${server.baseUrl}/dashboard`)
      if (demo) await printDemo(shell, directory, installation, server)
      else print(shell, `  Data       ${directory.root}`)
      if (config.inbox !== null) print(shell, `  Inbox      ${config.inbox}`)
      print(shell, '\nPress Ctrl-C to stop.')
      const stopped = stop.aborted ? Promise.resolve() : once(stop, 'abort')
      await Promise.all([
        inbox?.watch(stop, inboxIntervalMs),
        // The deadline holds for a file that is being imported too.
        stopped.then(() => server.close()),
      ])
      // Its supervisor starts the process again.
      lost.signal.throwIfAborted()
    } finally {
      await server.close()
    }
  } finally {
    await installation.close()
  }
}

/** @returns null without an inbox folder */
function openInbox(
  shell: Shell,
  {
    inbox: folder,
    inboxAccount: account,
    inboxCreateApps: createApps,
    inboxSettleSeconds,
  }: ServeConfig,
  { callAs }: Installation,
  warn: InboxListener['warn'],
): Inbox | null {
  if (folder === null) return null
  const call = callAs({ kind: 'inbox', address: null })
  return new Inbox(
    resolve(shell.cwd, folder),
    (files, settings) => {
      const defaults = {
        ...(account !== null && { account }),
        ...(createApps !== null && { createApps }),
      }
      return call(importFigures, inboxRequest(defaults, settings), { files })
    },
    {
      report: (report) => printReport(shell, report),
      warn: (message) => warn(`The inbox: ${message}`),
      word: wordForInbox,
    },
    unchangedLooks(inboxSettleSeconds),
  )
}

/** Prints the demo's credentials, and requests to try. */
async function printDemo(
  shell: Shell,
  directory: DataDirectory,
  { keys }: Installation,
  { baseUrl, networkUrl }: RunningServer,
): Promise<void> {
  const key = await readingKey(keys)
  const password = await demoPassword(directory.demo)
  const path = `${baseUrl}/api/v2/publisher/applications`
  const credentials = `developer=${demoUsername}&key=${key ?? 'KEY'}`
  const yesterday = addDays(dayOf(Date.now()), -1)
  const days = `start_date=${formatDay(addDays(yesterday, -6))}&end_date=${formatDay(yesterday)}`
  const lines = [
    `  Sign in    ${demoUsername}, password ${password}`,
    key === null
      ? `  API        ${demoUsername}; create a key on the dashboard`
      : `  API        ${demoUsername}, key ${key}`,
    '',
    'Try the V2 interface:',
    `  curl '${path}?${credentials}'`,
    `  curl '${path}/stats?${credentials}&${days}'`,
    `  curl '${path}/stats?${credentials}&${days}&group_by=network'`,
    '',
    'Try the report endpoint, also with format=csv or format=parquet:',
    `  curl '${baseUrl}/api/v2/publisher/report?key=${key ?? 'KEY'}&${days}&dimensions=network&metrics=impressions,revenue,ecpm&order_by=revenue:desc'`,
    '',
    'Try the public interface:',
    `  curl '${networkUrl}/api/v1/'`,
  ]
  for (const line of lines) print(shell, line)
}

/** The demo's first key, or another one that reads all; null when there is none. */
async function readingKey(keys: Installation['keys']): Promise<string | null> {
  const reading = (await keys.list(demoUsername)).filter(
    ({ permissions, apps, expiresAtMs }) =>
      permissions.includes('read') && apps === null && (expiresAtMs ?? Infinity) > Date.now(),
  )
  const chosen = reading.find(({ name }) => name === defaultKeyName) ?? reading[0]
  return chosen ? (await keys.reveal(demoUsername, chosen.name)).key : null
}
