import { escapedText, plainText } from '../values/plain-text.ts'
import type { TableText } from './command-declaration.ts'
import type { JsonOptions } from './data-command.ts'
import { pasteable } from './program-name.ts'
import type { Shell } from './shell.ts'

/** Prints a line on stdout. Its commands can be pasted. */
export function print(shell: Shell, line: string): void {
  printData(shell, pasteable(line))
}

/** Prints a line of data on stdout. Characters that could change what a terminal shows are escaped. */
export function printData({ stdout }: Shell, line: string): void {
  stdout.write(`${escapedText(line)}\n`)
}

/** Prints a line on stderr. Its commands can be pasted. */
export function printError({ stderr }: Shell, line: string): void {
  stderr.write(`${escapedText(pasteable(line))}\n`)
}

export function printJson(shell: Shell, value: unknown): void {
  printData(shell, JSON.stringify(value, null, 2))
}

/** Prints rows under a header, columns aligned. */
export function printTable(
  shell: Shell,
  header: readonly string[],
  uncleanRows: readonly (readonly string[])[],
): void {
  const rows = uncleanRows.map((row) => row.map(plainText))
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [header, ...rows]) {
    printData(
      shell,
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
  }
}

/** Prints a result as JSON where that was asked for, otherwise as a line. */
export function printResult(
  shell: Shell,
  { json }: JsonOptions,
  result: unknown,
  line: string,
): void {
  if (json) printJson(shell, result)
  else print(shell, line)
}

/** Prints a list as a table. */
export function printList<Row, Request>(
  shell: Shell,
  rows: readonly Row[],
  { header, toRow, whenEmpty }: TableText<Row, Request>,
  request: Request,
): void {
  if (rows.length > 0) printTable(shell, header, rows.map(toRow))
  else print(shell, typeof whenEmpty === 'string' ? whenEmpty : whenEmpty(request))
}

/** Groups digits: `12,345`. */
export const grouped = (value: number): string => value.toLocaleString('en-US')
