import { Command, Option } from 'commander'
import { type DataDirectory, dataSettings, readDataDirectory } from '../config/data-directory.ts'
import type { Setting } from '../config/setting.ts'
import type { Shell } from './shell.ts'

/** Options of every command. */
export interface DataOptions {
  readonly dataDir?: string
  readonly config?: string
}

/** Options of commands that print a list or a summary. */
export interface JsonOptions extends DataOptions {
  readonly json?: boolean
}

export interface CommandText {
  readonly name: string
  /** One sentence, for the list of commands. */
  readonly summary: string
  /** More paragraphs, for the command's own help. */
  readonly details?: string
  /** Command lines without `adtally`. */
  readonly examples: readonly string[]
}

/** A command with its help. */
export function command({ name, summary, details, examples }: CommandText): Command {
  const lines = examples.map((example) => `\n  $ adtally ${example}`)
  return new Command(name)
    .summary(summary)
    .description(details === undefined ? summary : `${summary}\n\n${details}`)
    .addHelpText('after', `\n${lines.length === 1 ? 'Example' : 'Examples'}:${lines.join('')}`)
}

/** A command that works on a data directory. */
export function dataCommand(text: CommandText, byDefault = './data'): Command {
  return command(text)
    .addOption(settingOption({ ...dataSettings.dataDir, defaultText: byDefault }))
    .option(
      '--config <file>',
      'settings file (default: ./adtally.toml if there is one, or ADTALLY_CONFIG)',
    )
}

/** The flag of a setting. */
export const settingOption = ({ name, argument, about, defaultText, variable }: Setting): Option =>
  new Option(`--${name} ${argument}`, `${about} (default: ${defaultText}, or ${variable})`)

export const jsonText = 'print JSON'

export const jsonOption = (): Option => new Option('--json', jsonText)

/** Collects the values of an option that is repeated. */
export const collectValues = (value: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  value,
]

export function directoryOf(
  shell: Shell,
  options: DataOptions,
  byDefault = './data',
): DataDirectory {
  return readDataDirectory(options.dataDir, byDefault, shell)
}
