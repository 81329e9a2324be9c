import type { StatementDocuments } from './owed.ts'
import type { Statement } from './statement.ts'
import { statementCsv } from './statement-csv.ts'
import { statementFile } from './statement-file.ts'
import { type Mark, statementHtml } from './statement-html.ts'
import { readSignedStatement } from './statement-reader.ts'
import type { StatementSigner } from './statement-signing.ts'

/** The documents of a statement, as they are issued. @throws as `statementFile` and `statementHtml` */
export function statementDocuments(
  statement: Statement,
  signer: StatementSigner,
  mark: Mark,
): StatementDocuments {
  const json = statementFile(statement, signer)
  const signed = readSignedStatement(`${statement.number}.json`, json)
  return { json, csv: statementCsv(statement), html: statementHtml(signed, mark) }
}
