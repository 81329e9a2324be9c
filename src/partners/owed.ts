import type { Day } from '../values/day.ts'

/** The forms of a statement. */
export const documentFormats = ['html', 'csv', 'json'] as const

export type DocumentFormat = (typeof documentFormats)[number]

/** The texts of a statement, as they were when it was issued. */
export interface StatementDocuments {
  readonly json: string
  readonly csv: string
  readonly html: string
}

/** A statement that was issued, without its texts. */
export interface IssuedMonth {
  readonly partnerId: number
  /** The first day of its month. */
  readonly month: Day
  readonly number: string
  readonly rulesVersion: number
  /** The ledger entry of the figures that it is about. */
  readonly entry: number
  /** The sum of its shares. */
  readonly netMicros: bigint
  /** What it corrects, by the first days of earlier months. */
  readonly corrections: ReadonlyMap<Day, bigint>
  /** What is owed. */
  readonly totalMicros: bigint
  readonly dueDay: Day
  readonly issuedAtMs: number
}

export interface IssuedStatement extends IssuedMonth {
  readonly documents: StatementDocuments
}

/** An amount that a month's statement adds; a `minimum` is what its net is brought up to. */
export interface PartnerAdjustment {
  readonly id: number
  readonly partnerId: number
  readonly month: Day
  readonly kind: 'adjustment' | 'minimum'
  readonly amountMicros: bigint
  readonly reason: string
}

/** Money that a partner was paid. */
export interface PartnerPayout {
  readonly id: number
  readonly partnerId: number
  readonly day: Day
  readonly amountMicros: bigint
  /** Unique for a partner. */
  readonly reference: string
}
