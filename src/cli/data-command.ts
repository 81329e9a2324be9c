import { Command, Option } from 'commander'
import { type DataDirectory, readDataDirectory } from '../config/data-directory.ts'
import type { Shell } from './shell.ts'

/** Options that every command takes. */
export interface DataOptions {
  readonly dataDir?: string
}

/** A command that works on a data directory, its help ending with an example. */
export function dataCommand(name: string, description: string, example: string): Command {
  return new Command(name)
    .description(description)
    .addOption(
      new Option('--data-dir <dir>', 'where the data lies (default: ./data, or ADTALLY_DATA_DIR)'),
    )
    .addHelpText('after', `\nExample:\n  $ adtally ${example}`)
}

/** The option of commands that print a list or a summary. */
export function jsonOption(): Option {
  return new Option('--json', 'print JSON')
}

export function directoryOf(
  shell: Shell,
  options: DataOptions,
  byDefault = './data',
): DataDirectory {
  return readDataDirectory(options.dataDir, byDefault, shell)
}
