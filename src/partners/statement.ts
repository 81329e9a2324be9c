/**
 * What a network owes a partner for a month. A statement that was issued never changes: what is known later is a line
 * of the next one. Amounts are in micros of its currency.
 */
export interface Statement {
  /** Unique in the network's account, such as `acme-studio-2026-03`. */
  readonly number: string
  readonly network: StatementParty
  readonly partner: StatementParty
  /** Such as `2026-03`. */
  readonly month: string
  readonly currency: string
  /** In seconds since 1970. */
  readonly issuedAt: number
  readonly shares: readonly ShareLine[]
  /** What became known of earlier months after their statements. */
  readonly corrections: readonly { readonly month: string; readonly amountMicros: bigint }[]
  readonly adjustments: readonly StatementAdjustment[]
  /** The day that it is due, as `YYYY-MM-DD`. */
  readonly dueOn: string
  /** The smallest payment: smaller balances wait. */
  readonly minimumPayoutMicros: bigint
  /** A text about taxes; null for none. */
  readonly taxNote: string | null
  /** The state of the figures: anyone who may see them can ask for the same state again. */
  readonly figures: { readonly installation: string; readonly entry: number }
}

export interface StatementParty {
  /** The username of the account. */
  readonly account: string
  readonly name: string
}

/** The share of an app's figures of a network under one rule. */
export interface ShareLine {
  readonly appId: string
  readonly appName: string
  readonly adNetwork: string
  /** What the rule says, such as `70 %`, `eCPM 2.5`, or `70 %, eCPM at least 2.5`. */
  readonly share: string
  readonly impressions: bigint
  /** The revenue that it is a share of; null where the partner may not see it. */
  readonly grossMicros: bigint | null
  readonly netMicros: bigint
}

export interface StatementAdjustment {
  /** A `minimum` brings the month up to a guaranteed amount. */
  readonly kind: 'adjustment' | 'minimum'
  readonly amountMicros: bigint
  readonly reason: string
}

/** The sum of its shares, in micros. */
export const netOf = ({ shares }: Pick<Statement, 'shares'>): bigint =>
  shares.reduce((sum, { netMicros }) => sum + netMicros, 0n)

/** What is owed: its shares, corrections and adjustments, in micros. */
export const totalOf = (statement: Statement): bigint =>
  [...statement.corrections, ...statement.adjustments].reduce(
    (sum, { amountMicros }) => sum + amountMicros,
    netOf(statement),
  )
