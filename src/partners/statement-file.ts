import type { Statement } from './statement.ts'
import { canonicalStatement, sha256Of, writeStatementFile } from './statement-document.ts'
import { readSignedStatement } from './statement-reader.ts'
import type { StatementSigner } from './statement-signing.ts'

/**
 * The file of a statement: JSON with its checksum and signature. The same statement and key always give the same bytes.
 *
 * @throws Refusal for a statement whose file would be refused, such as one with a text that is too long
 * @throws TypeError for impressions of more than 53 bits
 */
export function statementFile(statement: Statement, signer: StatementSigner): string {
  const canonical = canonicalStatement(statement)
  const text = writeStatementFile({
    statement,
    sha256: sha256Of(canonical),
    key: signer.key,
    signature: signer.sign(canonical),
  })
  readSignedStatement(`${statement.number}.json`, text)
  return text
}
