import { createHash } from 'node:crypto'
import { formatMicros } from '../values/decimal.ts'
import { formatInstant } from '../values/instant.ts'
import { canonicalJson } from './canonical-json.ts'
import { netOf, type Statement, totalOf } from './statement.ts'

/** Names the members of a file. Files with other members get another number. */
export const statementFormat = 'adtally-statement-1'

/** A statement with the proof of who issued it. */
export interface SignedStatement {
  readonly statement: Statement
  /** SHA-256 of the statement's canonical JSON, in hexadecimal digits. */
  readonly sha256: string
  /** The public key, see `statement-signing.ts`. */
  readonly key: string
  /** Of the canonical JSON, in base64. */
  readonly signature: string
}

/** The only text of a file. */
export const writeStatementFile = ({ statement, ...proof }: SignedStatement): string =>
  `${JSON.stringify({ format: statementFormat, statement: toDocument(statement), ...proof }, null, 2)}\n`

/** The text that is signed. */
export const canonicalStatement = (statement: Statement): string =>
  canonicalJson(toDocument(statement))

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The members of a statement in a file. Amounts are decimals in its currency. */
const toDocument = (statement: Statement) => ({
  number: statement.number,
  network: party(statement.network),
  partner: party(statement.partner),
  month: statement.month,
  currency: statement.currency,
  issued_at: formatInstant(statement.issuedAt * 1_000),
  due_on: statement.dueOn,
  shares: statement.shares.map((line) => ({
    app_id: line.appId,
    app_name: line.appName,
    ad_network: line.adNetwork,
    share: line.share,
    impressions: Number(line.impressions),
    gross: line.grossMicros === null ? null : formatMicros(line.grossMicros),
    net: formatMicros(line.netMicros),
  })),
  corrections: statement.corrections.map(({ month, amountMicros }) => ({
    month,
    amount: formatMicros(amountMicros),
  })),
  adjustments: statement.adjustments.map(({ kind, amountMicros, reason }) => ({
    kind,
    amount: formatMicros(amountMicros),
    reason,
  })),
  net: formatMicros(netOf(statement)),
  total: formatMicros(totalOf(statement)),
  minimum_payout: formatMicros(statement.minimumPayoutMicros),
  tax_note: statement.taxNote,
  figures: { installation: statement.figures.installation, entry: statement.figures.entry },
})

const party = ({ account, name }: Statement['network']) => ({ account, name })
