import { Option } from 'commander'
import { sources } from '../sources/all-sources.ts'

export function sourceOption(): Option {
  return new Option('--source <name>', 'format of the report; auto recognises it by its columns')
    .choices(['auto', 'adtally', ...sources.keys()])
    .default('auto')
}
