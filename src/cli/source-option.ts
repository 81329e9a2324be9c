import { Option } from 'commander'
import { sources } from '../sources/all-sources.ts'

/** The option that says whose report a file is. */
export function sourceOption(): Option {
  return new Option('--source <name>', 'whose report it is; auto tells by its columns')
    .choices(['auto', 'adtally', ...sources.keys()])
    .default('auto')
}
