import { sources } from '../sources/all-sources.ts'
import { type TakenValue, takes } from './command-fields.ts'

export const sourceValue = (): TakenValue =>
  takes('<name>', 'format of the report; auto recognises it by its columns', {
    choices: ['auto', 'adtally', ...sources.keys()],
    default: 'auto',
  })
