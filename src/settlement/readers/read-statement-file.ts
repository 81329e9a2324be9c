import { readCsvText } from '../../sources/readers/read-csv.ts'
import { readJsonText, textAt } from '../../sources/readers/read-json.ts'
import type { Reading } from '../../sources/readers/reading.ts'
import { delimiterOf } from '../../sources/readers/sniff.ts'
import { refuse as refuseSource } from '../../sources/refusals.ts'
import { type BankMapping, bankDelimiters } from '../bank-mapping.ts'
import type { StatementFile } from '../given-line.ts'
import { readAdsensePayments } from './adsense-payments.ts'
import { adtallyFormats, readAdtallyStatement, type Trust } from './adtally-statement.ts'
import { type PaymentDirection, readBankStatement } from './bank-statement.ts'
import { statementCsv } from './statement-csv.ts'
import { cellRefuser, columnKey, maxStatementLines, unrecognised } from './statement-rows.ts'
import { unityTransactions } from './unity-transactions.ts'

/** A file of statements or payments. */
export interface GivenStatement {
  /** The name that the user knows. */
  readonly name: string
  readonly text: string
  /** For the file of a bank; without one, the file's format is recognised. */
  readonly mapping?: BankMapping
  /** Of the payments that a mapping reads; `incoming` when absent. */
  readonly direction?: PaymentDirection
  /** Statements of other Adtallys are not recognised when absent. */
  readonly trust?: Trust
}

/** The most characters of a file. */
export const maxStatementCharacters = 10_000_000
/** The most characters of a line in a CSV. */
const maxLineCharacters = 65_536

const tableFormats = [statementCsv, unityTransactions]

/**
 * Reads statements and payments: Adtally's own CSV, signed statements of another Adtally (JSON),
 * payments of AdSense (JSON), transactions of Unity (CSV), or the CSV of
 * a bank by its mapping.
 *
 * @throws Refusal with the first bad cell; nothing of the file is used then
 */
export async function readStatementFile(
  { name, text, mapping, direction, trust }: GivenStatement,
  reading: Reading,
): Promise<StatementFile> {
  checkText(name, text)
  if (!mapping && /^\uFEFF?\s*[[{]/.test(text)) {
    const answer = await readJsonText(name, text, reading)
    const isSigned = textAt(answer, 'format').startsWith(adtallyFormats)
    return trust && isSigned
      ? readAdtallyStatement(name, text, trust)
      : readAdsensePayments(name, answer)
  }
  checkLines(name, text)
  const delimiter = mapping
    ? bankDelimiters[mapping.delimiter]
    : delimiterOf(text.slice(0, maxLineCharacters))
  const rows = await Array.fromAsync(readCsvText({ name, text, delimiter, reading }))
  if (mapping) return readBankStatement(name, rows, mapping, direction)
  const [first, ...below] = rows
  const header = first?.cells.map(columnKey) ?? []
  const format = tableFormats.find(({ fits }) => fits(header))
  if (!format) throw unrecognised(name, first?.cells.map((cell) => cell ?? '') ?? [])
  if (below.length === 0) throw refuseSource('no_rows', { file: name })
  return format.read(name, header, below)
}

/** @throws Refusal when a text is no text, or too long */
function checkText(file: string, text: string): void {
  if (text.length > maxStatementCharacters) {
    const accepts = `at most ${maxStatementCharacters} characters`
    throw cellRefuser(file, 1)('file', `${text.length} characters`, accepts)
  }
  if (text.replace(/^\uFEFF/, '').trim() === '') throw refuseSource('file_empty', { file })
  const nul = text.indexOf('\0')
  if (nul !== -1) throw refuseSource('text_has_nul', { file, line: lineAt(text, nul) })
  if (text.isWellFormed()) return
  const half = text.search(/\p{Surrogate}/u)
  throw refuseSource('text_not_utf8', { file, line: lineAt(text, half) })
}

const lineEnd = /\r\n?|\n/

const lineAt = (text: string, index: number): number => text.slice(0, index).split(lineEnd).length

/** Refuses lines that would take the parser long. @throws Refusal `statement_refused` */
function checkLines(file: string, text: string): void {
  const lines = text.trimEnd().split(lineEnd, maxStatementLines + 1)
  const { length } = lines
  if (length > maxStatementLines) {
    const accepts = `at most ${maxStatementLines} lines`
    throw cellRefuser(file, length)('row', `${length} lines`, accepts)
  }
  const long = lines.findIndex((line) => line.length > maxLineCharacters)
  if (long === -1) return
  const accepts = `at most ${maxLineCharacters} characters`
  throw cellRefuser(file, long + 1)('row', lines[long]!, accepts)
}
