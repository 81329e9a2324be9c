import type { Command } from 'commander'
import { type Installation, openInstallation } from '../compose/installation.ts'
import { type RunningServer, startServer } from '../compose/start-server.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import { readServeConfig, type ServeConfig, type ServeFlags } from '../config/serve.ts'
import { demoPassword, demoUsername } from '../demo/install-demo.ts'
import { openLog } from '../http/answer/log.ts'
import { importFigures } from '../use-cases/import-figures.ts'
import { Inbox, type InboxListener } from '../use-cases/inbox.ts'
import { addDays, dayOf, formatDay } from '../values/day.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { demoDirectory, prepareDemo } from './demo.ts'
import { wordForCli } from './shell.ts'
import { inboxIntervalMs, printReport } from './watch.ts'

interface ServeOptions extends DataOptions, ServeFlags {
  readonly demo?: boolean
}

/** `adtally serve`: the reporting interfaces over a data directory. */
export function serveCommand(): Command {
  return dataCommand(
    'serve',
    'Serve the reporting interfaces and the public network. Ends on SIGTERM or Ctrl-C, requests in flight first.',
    'serve --host 0.0.0.0 --base-url https://ads.example.com',
  )
    .option('--host <address>', 'where to listen (default: 127.0.0.1, or ADTALLY_HOST)')
    .option('--port <port>', 'the port (default: 8080, or ADTALLY_PORT; 0 is any that is free)')
    .option(
      '--base-url <url>',
      'where clients reach the reporting interfaces, for links (default: where it listens)',
    )
    .option(
      '--network-url <url>',
      'where clients reach the public interface, for links (default: where it listens)',
    )
    .option(
      '--trusted-proxies <list>',
      'IP addresses or networks of proxies whose X-Forwarded-For is believed (default: none)',
    )
    .option('--inbox <dir>', 'import what is dropped into this folder (see: adtally watch --help)')
    .option(
      '--inbox-create-apps <username>',
      'add apps that files of the inbox bring to this account',
    )
    .option('--demo', `serve demo data, from ${demoDirectory} unless --data-dir says otherwise`)
    .action(async (options: ServeOptions) => {
      const config = readServeConfig(options)
      const directory = directoryOf(options, options.demo ? demoDirectory : './data')
      if (options.demo) await prepareDemo(directory, null)
      await serve(directory, config, options.demo === true)
    })
}

async function serve(directory: DataDirectory, config: ServeConfig, demo: boolean): Promise<void> {
  const log = openLog(config.logLevel)
  const warn = (message: string) => log.warn(message)
  const installation = await openInstallation(directory, { use: 'serve', warn })
  const server = await startServer(installation, directory, config, log).catch(async (error) => {
    await installation.close()
    throw error
  })
  const inbox =
    config.inbox === null ? null : await openInbox(config.inbox, config, installation, warn)
  let stopping = false
  const stop = async () => {
    // A second signal does not wait for anything.
    if (stopping) process.exit(1)
    stopping = true
    await inbox?.stop()
    await server.close()
    await installation.close()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  console.log(`Adtally is ready.\n\n  Dashboard  ${server.baseUrl}/dashboard`)
  if (demo) {
    const { key } = await installation.accounts.revealKey(demoUsername)
    const password = await demoPassword(directory.demo)
    console.log(`  Sign in    ${demoUsername}, password ${password}`)
    console.log(`  API        ${demoUsername}, key ${key}\n\n${demoHints(server, key)}`)
  } else {
    console.log(`  Data       ${directory.root}`)
  }
  if (config.inbox !== null) console.log(`  Inbox      ${config.inbox}`)
  console.log('\nPress Ctrl-C to stop.')
}

/** Imports what is dropped into the inbox for as long as the server runs. */
async function openInbox(
  folder: string,
  config: ServeConfig,
  { call }: Installation,
  warn: InboxListener['warn'],
) {
  const createApps = config.inboxCreateApps
  const inbox = new Inbox(
    folder,
    (files) => call(importFigures, { ...(createApps !== null && { createApps }) }, { files }),
    { report: printReport, warn, word: wordForCli },
  )
  await inbox.open()
  const ending = new AbortController()
  const watching = inbox.watch(ending.signal, inboxIntervalMs)
  return {
    stop: async () => {
      ending.abort()
      await watching
    },
  }
}

function demoHints({ baseUrl, networkUrl }: RunningServer, key: string): string {
  const path = `${baseUrl}/api/v2/publisher/applications`
  const credentials = `developer=${demoUsername}&key=${key}`
  const yesterday = addDays(dayOf(Date.now()), -1)
  const days = `start_date=${formatDay(addDays(yesterday, -6))}&end_date=${formatDay(yesterday)}`
  return [
    'Try the V2 interface:',
    `  curl '${path}?${credentials}'`,
    `  curl '${path}/stats?${credentials}&${days}'`,
    `  curl '${path}/stats?${credentials}&${days}&group_by=network'`,
    '',
    'Try the public interface:',
    `  curl '${networkUrl}/api/v1/'`,
  ].join('\n')
}
