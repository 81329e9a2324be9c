import type { BadCell } from '../sources/refusals.ts'
import type { Vocabulary } from './vocabulary.ts'

/** `1 row`, `2 rows`. */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`

/** `a, b and c`. */
export const listed = (items: readonly string[], word: 'and' | 'or' = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`

/** `a, b and 3 more`. @param count the number of all items */
export const listedFirst = (first: readonly string[], count: number): string =>
  count > first.length ? `${first.join(', ')} and ${count - first.length} more` : listed(first)

/** A name in quotes, on one line. */
export const quoted = (name: string): string => JSON.stringify(name)

/** `column "a"`, `columns "a" and "b"`. */
export const columns = (names: readonly string[]): string =>
  `column${names.length === 1 ? '' : 's'} ${listed(names.map(quoted))}`

/** `file:line: column: "value" is not accepted; expected …`. */
export function badCellLine({ file, line, column, value, accepts }: BadCell): string {
  const shown = value === null ? 'is missing' : `${JSON.stringify(value)} is not accepted`
  return `${file}:${line}: ${column}: ${shown}; expected ${accepts}`
}

/** A sentence and, for readers who can run commands, the next command. */
export function thenRun(
  sentence: string,
  vocabulary: Vocabulary,
  instruction: string,
  command: string,
): string {
  const shown = vocabulary.command(command)
  return shown === null ? sentence : `${sentence}. ${instruction}: ${shown}`
}

/** Whether the reader uses commands, which show numbers and names that forms do not. */
export const usesCommands = ({ command }: Vocabulary): boolean => command('') !== null

/** Where the reader can raise a limit of imports, how. @param name of the variable's last words */
export function orRaise(variable: Vocabulary['variable'], name: string): string {
  const shown = variable(`ADTALLY_IMPORT_MAX_${name}`)
  return shown === null ? '' : `, or set ${shown} higher`
}

/** A sentence and, for readers who can open it, a file with details. */
export const seeFile = (sentence: string, path: string | null): string =>
  path === null ? sentence : `${sentence}. See ${path}`
