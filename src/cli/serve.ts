import { resolve } from 'node:path'
import type { Command } from 'commander'
import { readServeConfig, type ServeFlags, serveWarnings } from '../config/serve.ts'
import { serveSettings } from '../config/serve-settings.ts'
import { settingsWarnings } from '../config/settings-in-force.ts'
import { type DataOptions, dataCommand, directoryOf, settingOption } from './data-command.ts'
import { demoDirectory } from './demo.ts'
import type { ProgramContext } from './program-context.ts'
import type { Shell } from './shell.ts'

interface ServeOptions extends DataOptions, ServeFlags {
  readonly demo?: boolean
}

/** `adtally serve`: the server of a data directory. */
export function serveCommand(shell: Shell, { ownEnv, settingsFile }: ProgramContext): Command {
  const serve = dataCommand({
    name: 'serve',
    summary: 'Run the server: reporting interfaces, dashboard and public network.',
    details:
      'SIGTERM or Ctrl-C stops the server after the open requests, at the latest after --shutdown-timeout. A second one stops it at once. Without a terminal, everything on stdout is a line of JSON.',
    examples: ['serve --demo', 'serve --host 0.0.0.0 --base-url https://ads.example.com'],
  })
  return withServeFlags(serve)
    .option('--demo', `serve demo data, created when needed in ${demoDirectory} or --data-dir`)
    .action(async (options: ServeOptions) => {
      const config = readServeConfig(options, shell.env)
      const byDefault = options.demo ? demoDirectory : './data'
      const directory = directoryOf(shell, options, byDefault)
      const { runServer } = await import('./run-server.ts')
      await runServer(shell, directory, config, {
        demo: options.demo === true,
        warnings: [...settingsWarnings(ownEnv, settingsFile()), ...serveWarnings(config)],
        isUsualDirectory: directory.root === resolve(shell.cwd, byDefault),
      })
    })
}

/** The flags of the server's settings. */
export function withServeFlags(command: Command): Command {
  for (const setting of Object.values(serveSettings)) {
    if (setting.argument !== null) command.addOption(settingOption(setting))
  }
  return command
}
