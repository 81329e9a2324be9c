import type { Command } from 'commander'
import { readServeConfig, type ServeFlags } from '../config/serve.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { demoDirectory, prepareDemo } from './demo.ts'
import type { Shell } from './shell.ts'

interface ServeOptions extends DataOptions, ServeFlags {
  readonly demo?: boolean
}

/** `adtally serve`: the reporting interfaces over a data directory. */
export function serveCommand(shell: Shell): Command {
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
      const config = readServeConfig(options, shell.env)
      const directory = directoryOf(shell, options, options.demo ? demoDirectory : './data')
      if (options.demo) await prepareDemo(shell, directory, null)
      const { runServer } = await import('./run-server.ts')
      await runServer(shell, directory, config, options.demo === true)
    })
}
