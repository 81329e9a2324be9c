import { netOf, type Statement } from '../../partners/statement.ts'
import { readSignedStatement } from '../../partners/statement-reader.ts'
import { keyFingerprint } from '../../partners/statement-signing.ts'
import { dayOf, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { plainText } from '../../values/plain-text.ts'
import type { GivenLine, StatementFile } from '../given-line.ts'
import {
  lineAmountAccepts,
  lineDayAccepts,
  lineMonthAccepts,
  parseLineDay,
  parseLineMicros,
  parseLineMonth,
} from '../line-bounds.ts'
import { refuse } from '../refusals.ts'
import type { TrustedKey } from '../trusted-key.ts'
import { cellRefuser } from './statement-rows.ts'

/** Whose statements an account imports. */
export interface Trust {
  /** Of the account, for error texts. */
  readonly username: string
  readonly keys: readonly TrustedKey[]
}

/** Formats of Adtally's own statements begin with this, also those of later releases. */
export const adtallyFormats = 'adtally-statement-'

export const adtallyStatementSource = 'adtally-statement'

/**
 * Reads a statement that another Adtally issued: the sum of its shares as what is billed for its month, and a line for each
 * correction and adjustment. Amounts of 0 make no lines.
 *
 * @throws Refusal when the file is not the one that was issued, and `statement_key_unknown` when nobody trusts its key
 */
export function readAdtallyStatement(file: string, text: string, trust: Trust): StatementFile {
  const { statement, key } = readSignedStatement(file, text)
  const trusted = trust.keys.find(({ publicKey }) => publicKey === key)
  if (!trusted) {
    const { username } = trust
    const fingerprint = keyFingerprint(key)
    throw refuse('statement_key_unknown', { username, file, key, fingerprint })
  }
  const { number } = statement
  const lines = amountsOf(statement)
    .filter(({ amountMicros }) => amountMicros !== 0n)
    .map((one, index) => lineOf(file, index + 1, one, statement, trusted.network))
  return { source: adtallyStatementSource, number, lines, skipped: 0 }
}

interface StatementAmount {
  readonly kind: 'earnings' | 'adjustment'
  readonly month: string
  readonly amountMicros: bigint
  readonly reason: string | null
}

function amountsOf(statement: Statement): StatementAmount[] {
  const { month } = statement
  const net = netOf(statement)
  // Nothing is billed in such a month: what was billed before is taken back.
  const shares: StatementAmount =
    net < 0n
      ? { kind: 'adjustment', month, amountMicros: net, reason: 'shares below 0' }
      : { kind: 'earnings', month, amountMicros: net, reason: null }
  return [
    shares,
    ...statement.corrections.map(
      (one): StatementAmount => ({
        kind: 'adjustment',
        month: one.month,
        amountMicros: one.amountMicros,
        reason: `correction in the statement of ${month}`,
      }),
    ),
    ...statement.adjustments.map(
      ({ amountMicros, reason }): StatementAmount => ({
        kind: 'adjustment',
        month,
        amountMicros,
        reason: plainText(reason),
      }),
    ),
  ]
}

/** @throws Refusal `statement_refused` for an amount, a month or a day that no line may have */
function lineOf(
  file: string,
  at: number,
  { kind, month, amountMicros, reason }: StatementAmount,
  { number, currency, issuedAt }: Statement,
  network: string,
): GivenLine {
  const refused = cellRefuser(file, at)
  const amount = formatMicros(amountMicros)
  if (parseLineMicros(amount) === null) throw refused('amount', amount, lineAmountAccepts)
  const firstDay = parseLineMonth(month)
  if (firstDay === null) throw refused('month', month, lineMonthAccepts)
  const written = formatDay(dayOf(issuedAt * 1_000))
  const day = parseLineDay(written)
  if (day === null) throw refused('issued_at', written, lineDayAccepts)
  return {
    at,
    network,
    month: firstDay,
    appId: null,
    kind,
    amountMicros,
    currency,
    day,
    reference: number,
    reason,
    mayRepeat: true,
  }
}
