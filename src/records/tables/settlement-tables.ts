import type { Generated } from 'kysely'
import type { JournalAccount } from '../../settlement/journal.ts'
import type { LineKind } from '../../settlement/statement-line.ts'

/** How often an account's settlement changed. */
export interface SettlementVersionsTable {
  accountId: number
  version: number
}

/** Terms that were set for networks. */
export interface PaymentTermsTable {
  accountId: number
  network: string
  /** The first day of the first month, in days since 1970-01-01. */
  fromDay: number
  netDays: number
  minimumMicros: number
  currency: string
  feePpm: number
  fixedFeeMicros: number
  withholdingPpm: number
  /** A JSON list of keys of apps; null for all. */
  apps: string | null
}

/** How the files of banks are read. */
export interface BankMappingsTable {
  accountId: number
  name: string
  /** An object in JSON. */
  mapping: string
}

/** Keys that sign statements of other Adtallys. */
export interface StatementKeysTable {
  accountId: number
  name: string
  network: string
  publicKey: string
  addedAtMs: number
  addedBy: string | null
}

/** Imports of statements. */
export interface StatementImportsTable {
  id: Generated<number>
  accountId: number
  source: string
  fileName: string
  /** SHA-256 in hexadecimal digits. */
  fileHash: string
  /** Lines that were not stored. */
  skipped: number
  importedAtMs: number
  /** The name of the actor; null for a command. */
  importedBy: string | null
  undoneAtMs: number | null
}

/** Lines of statements; those of undone imports too. */
export interface StatementLinesTable {
  id: Generated<number>
  accountId: number
  importId: number
  kind: LineKind
  /** Null where the file does not say it. */
  network: string | null
  amountMicros: number
  currency: string
  /** Days since 1970-01-01. */
  day: number
  reference: string
  reason: string | null
  rate: string
  /** 1 or 0; null where nobody said it. */
  isRestated: number | null
  /** The first day of the month whose close booked it. */
  bookedIn: number | null
}

/** What lines are for. */
export interface LinePartsTable {
  lineId: number
  /** From 0, in the order of the line's parts. */
  place: number
  accountId: number
  network: string
  /** The first day of the month. */
  month: number
  appKey: number | null
  amountMicros: number
}

export interface MonthClosesTable {
  id: Generated<number>
  accountId: number
  /** The first day of the month. */
  month: number
  entry: number
  currency: string
  closedAtMs: number
  closedBy: string | null
}

/** The figures of closed months. */
export interface ClosedFiguresTable {
  closeId: number
  network: string
  appKey: number
  accountId: number
  /** Of the month. */
  revenueMicros: number
  /** A JSON list with the revenue of each day in micros, as text; null where nothing was reported. */
  days: string
}

/** What closes booked of months that were closed before. */
export interface CarriedChangesTable {
  closeId: number
  place: number
  accountId: number
  network: string
  month: number
  entry: number | null
  amountMicros: number
}

/** The journal, as closes booked it. */
export interface JournalLinesTable {
  closeId: number
  place: number
  accountId: number
  day: number
  account: JournalAccount
  network: string
  /** Above 0 for a debit. */
  amountMicros: number
  reference: string
}

/** What networks owe, paid and took. */
export interface SettlementTables {
  settlementVersions: SettlementVersionsTable
  paymentTerms: PaymentTermsTable
  bankMappings: BankMappingsTable
  statementKeys: StatementKeysTable
  statementImports: StatementImportsTable
  statementLines: StatementLinesTable
  lineParts: LinePartsTable
  monthCloses: MonthClosesTable
  closedFigures: ClosedFiguresTable
  carriedChanges: CarriedChangesTable
  journalLines: JournalLinesTable
}
