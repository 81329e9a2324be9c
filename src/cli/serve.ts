import type { Command } from 'commander'
import { readServeConfig, type ServeFlags } from '../config/serve.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { demoDirectory, prepareDemo } from './demo.ts'
import type { Shell } from './shell.ts'

interface ServeOptions extends DataOptions, ServeFlags {
  readonly demo?: boolean
}

/** `adtally serve`: the server of a data directory. */
export function serveCommand(shell: Shell): Command {
  return dataCommand({
    name: 'serve',
    summary: 'Run the server: reporting interfaces, dashboard and public network.',
    details:
      'SIGTERM or Ctrl-C stops the server after the open requests, at the latest after --shutdown-timeout. A second one stops it at once.',
    examples: ['serve --demo', 'serve --host 0.0.0.0 --base-url https://ads.example.com'],
  })
    .option('--host <address>', 'address to listen on (default: 127.0.0.1, or ADTALLY_HOST)')
    .option(
      '--port <port>',
      'port to listen on, or 0 for any free port (default: 8080, or ADTALLY_PORT)',
    )
    .option(
      '--base-url <url>',
      'public address of the reporting interfaces, for links (default: the address it listens on, or ADTALLY_BASE_URL)',
    )
    .option(
      '--network-url <url>',
      'public address of the public network, for links (default: the address it listens on, or ADTALLY_NETWORK_URL)',
    )
    .option(
      '--trusted-proxies <list>',
      'IP addresses or networks of proxies whose X-Forwarded-For is trusted (default: none, or ADTALLY_TRUSTED_PROXIES)',
    )
    .option(
      '--inbox <dir>',
      'import every file that is dropped into this folder, as adtally watch does (default: none, or ADTALLY_INBOX)',
    )
    .option(
      '--inbox-account <username>',
      'import from the inbox figures of this account only (default: all accounts, or ADTALLY_INBOX_ACCOUNT)',
    )
    .option(
      '--inbox-create-apps <username>',
      'the same, and create unknown apps of the inbox in this account (default: none, or ADTALLY_INBOX_CREATE_APPS)',
    )
    .option(
      '--inbox-settle-seconds <seconds>',
      'import a file of the inbox when it has not changed for this long (default: 6, or ADTALLY_INBOX_SETTLE_SECONDS)',
    )
    .option(
      '--max-connections <count>',
      'open connections of all clients (default: 10000, or ADTALLY_MAX_CONNECTIONS)',
    )
    .option(
      '--max-connections-per-address <count>',
      'open connections of one address that is not a trusted proxy (default: 256, or ADTALLY_MAX_CONNECTIONS_PER_ADDRESS)',
    )
    .option(
      '--max-answers <count>',
      'answers about figures that are sent at the same time (default: 64, or ADTALLY_MAX_ANSWERS)',
    )
    .option(
      '--max-answers-per-account <count>',
      'the same for one account (default: 8, or ADTALLY_MAX_ANSWERS_PER_ACCOUNT)',
    )
    .option(
      '--stall-timeout <seconds>',
      'close a connection whose client reads nothing of its answer for this long (default: 60, or ADTALLY_STALL_TIMEOUT)',
    )
    .option(
      '--shutdown-timeout <seconds>',
      'when stopped, wait this long for open requests and imports, then cut them off (default: 25, or ADTALLY_SHUTDOWN_TIMEOUT)',
    )
    .option('--demo', `serve demo data, created when needed in ${demoDirectory} or --data-dir`)
    .action(async (options: ServeOptions) => {
      const config = readServeConfig(options, shell.env)
      const directory = directoryOf(shell, options, options.demo ? demoDirectory : './data')
      if (options.demo) await prepareDemo(shell, directory, null)
      const { runServer } = await import('./run-server.ts')
      await runServer(shell, directory, config, options.demo === true)
    })
}
