import type { StoredSettlement } from '../../records/settlement/settlement-store.ts'
import type { StatementFile } from '../../settlement/given-line.ts'
import { adtallyStatementSource } from '../../settlement/readers/adtally-statement.ts'
import { refuse } from '../../settlement/refusals.ts'
import { writeStatementId } from './statement-view.ts'

type NumberedFile = Pick<StatementFile, 'number' | 'lines'> & { readonly file: string }

/**
 * A statement never changes after it was issued, so another file with its number would count twice.
 *
 * @param before other files of the same request
 * @throws Refusal `statement_number_taken`
 */
export function refuseTakenNumber(
  { file, number, lines: [line] }: NumberedFile,
  { imports, lines }: StoredSettlement,
  before: readonly NumberedFile[],
): void {
  // Without lines, nothing can count twice.
  if (number === undefined || !line) return
  const isSame = before.some(
    (one) => one.number === number && one.lines[0]?.network === line.network,
  )
  if (isSame) throw refuse('statement_number_taken', { file, number, statement: null })
  const signed = new Set(
    imports.filter(({ source }) => source === adtallyStatementSource).map(({ id }) => id),
  )
  const taken = lines.find(
    ({ importId, reference, network }) =>
      reference === number && network === line.network && signed.has(importId),
  )
  if (!taken) return
  const statement = writeStatementId(taken.importId)
  throw refuse('statement_number_taken', { file, number, statement })
}
