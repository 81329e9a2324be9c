import type { Command } from 'commander'
import { readDataDirectory } from '../config/data-directory.ts'
import { readServeConfig, type ServeFlags } from '../config/serve.ts'
import {
  type Origin,
  type SettingInForce,
  settingsInForce,
  settingsWarnings,
} from '../config/settings-in-force.ts'
import { dataCommand, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printError, printJson, printTable } from './print.ts'
import type { ProgramContext } from './program-context.ts'
import { withServeFlags } from './serve.ts'
import type { Shell } from './shell.ts'

/** `adtally config`: which settings hold, and where they come from. */
export function configCommand(shell: Shell, { ownEnv, settingsFile }: ProgramContext): Command {
  const config = dataCommand({
    name: 'config',
    summary: 'Print all settings, and where each value comes from.',
    details:
      'A flag overrides an environment variable, and a variable overrides the settings file. Secrets are not shown. To check a command line of serve, write config instead of serve. Fails if a value cannot be used.',
    examples: ['config', 'config --config /etc/adtally/adtally.toml', 'config --port 9000 --json'],
  })
  return withServeFlags(config)
    .addOption(jsonOption())
    .action((options: JsonOptions & ServeFlags) => {
      const file = settingsFile()
      const held = settingsInForce({ ...options }, ownEnv, file)
      if (options.json) printJson(shell, { file: file?.path ?? null, settings: held.map(toJson) })
      else printHeld(shell, file?.path ?? null, held)
      for (const warning of settingsWarnings(ownEnv, file)) {
        printError(shell, `adtally: warning: ${warning}`)
      }
      // They refuse what cannot be used.
      readServeConfig(options, shell.env)
      readDataDirectory(options.dataDir, './data', shell)
    })
}

function printHeld(shell: Shell, path: string | null, held: readonly SettingInForce[]): void {
  print(shell, `Settings file: ${path ?? 'none; adtally.toml in this folder would be read'}\n`)
  printTable(
    shell,
    ['setting', 'value', 'from'],
    held.map(({ setting, value, origin }) => [
      setting.name,
      value ?? '(set, not shown)',
      originText(origin),
    ]),
  )
}

function originText(origin: Origin): string {
  switch (origin.kind) {
    case 'flag':
      return origin.flag
    case 'variable':
      return origin.variable
    case 'file':
      return `${origin.path}:${origin.line}`
    case 'default':
      return 'default'
  }
}

const toJson = ({ setting, value, origin }: SettingInForce) => ({
  name: setting.name,
  variable: setting.variable,
  value,
  is_secret: setting.isSecret,
  from: origin.kind,
  ...(origin.kind === 'flag' && { flag: origin.flag }),
  ...(origin.kind === 'file' && { file: origin.path, line: origin.line }),
})
