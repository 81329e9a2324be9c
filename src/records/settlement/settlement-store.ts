import type { Kysely } from 'kysely'
import type { JournalLine } from '../../settlement/journal.ts'
import type { MonthClose } from '../../settlement/month-close.ts'
import type { StatementImport } from '../../settlement/statement-import.ts'
import type { StatementLine } from '../../settlement/statement-line.ts'
import type { DatedTerms } from '../../settlement/terms.ts'
import type { Day } from '../../values/day.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import type { Tables } from '../tables/tables.ts'
import { toClose, toLine, toTerms } from './settlement-rows.ts'
import { SettlementWriter } from './settlement-writer.ts'

/** What an account's records say of its settlement. */
export interface StoredSettlement {
  /** Grows with each change. */
  readonly version: number
  /** By network, then month. */
  readonly terms: readonly DatedTerms[]
  /** The newest first, undone ones too. */
  readonly imports: readonly StatementImport[]
  /** Of imports that count, by day, then id. */
  readonly lines: readonly StatementLine[]
  /** By month. */
  readonly closes: readonly MonthClose[]
}

/** A settlement changed after it was read. Nothing was written; read it again. */
export class SettlementChangedError extends Error {
  override readonly name = 'SettlementChangedError'
}

/** Stores terms, statements, closed months and mappings of banks' files. */
export class SettlementStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** @returns 0 for an account that has nothing */
  version(accountId: number): Promise<number> {
    return versionOf(this.#database.reads, accountId)
  }

  /** Reads all of one version. */
  async read(accountId: number): Promise<StoredSettlement> {
    const { reads } = this.#database
    for (;;) {
      const version = await versionOf(reads, accountId)
      const [terms, imports, lines, closes] = await Promise.all([
        termsOf(reads, accountId),
        importsOf(reads, accountId),
        linesOf(reads, accountId),
        closesOf(reads, accountId),
      ])
      if ((await versionOf(reads, accountId)) === version) {
        return { version, terms, imports, lines, closes }
      }
    }
  }

  /** The figures of a closed month by network, app and day, as it was closed. */
  async closedDays(closeId: number) {
    const rows = await this.#database.reads
      .selectFrom('closedFigures')
      .select(['network', 'appKey', 'days'])
      .where('closeId', '=', closeId)
      .orderBy('network')
      .orderBy('appKey')
      .execute()
    return rows.map(({ network, appKey, days }) => ({
      network,
      app: appKey,
      dailyMicros: (JSON.parse(days) as (string | null)[]).map((day) =>
        day === null ? null : BigInt(day),
      ),
    }))
  }

  /** The journal of an account's closed months, in its order. @param months those whose closes are told */
  async journal(
    accountId: number,
    { from, to }: { readonly from?: Day | null; readonly to?: Day | null } = {},
  ): Promise<JournalLine[]> {
    let lines = this.#database.reads
      .selectFrom('journalLines')
      .innerJoin('monthCloses', 'monthCloses.id', 'journalLines.closeId')
      .select(['day', 'account', 'network', 'amountMicros', 'reference'])
      .where('journalLines.accountId', '=', accountId)
    if (from != null) lines = lines.where('month', '>=', from)
    if (to != null) lines = lines.where('month', '<=', to)
    const rows = await lines.orderBy('month').orderBy('place').execute()
    return rows.map(({ day, amountMicros, ...line }) => ({
      ...line,
      day: day as Day,
      amountMicros: BigInt(amountMicros),
    }))
  }

  /** The mappings of an account by name, as JSON. */
  async mappings(accountId: number): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#database.reads
      .selectFrom('bankMappings')
      .select(['name', 'mapping'])
      .where('accountId', '=', accountId)
      .orderBy('name')
      .execute()
    return new Map(rows.map(({ name, mapping }) => [name, mapping]))
  }

  /**
   * Changes a settlement in one transaction.
   *
   * @param version the version that the change was decided on
   * @throws SettlementChangedError when it is another one now
   */
  change<Result>(
    accountId: number,
    version: number,
    work: (writer: SettlementWriter) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.withLock(['records'], async (transaction) => {
      if ((await versionOf(transaction, accountId)) !== version) throw new SettlementChangedError()
      await transaction
        .insertInto('settlementVersions')
        .values({ accountId, version: 1 })
        .onConflict((conflict) =>
          conflict.column('accountId').doUpdateSet({ version: version + 1 }),
        )
        .execute()
      return work(new SettlementWriter(transaction, accountId))
    })
  }
}

async function versionOf(database: Kysely<Tables>, accountId: number): Promise<number> {
  const row = await database
    .selectFrom('settlementVersions')
    .select('version')
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  return row?.version ?? 0
}

async function termsOf(database: Kysely<Tables>, accountId: number): Promise<DatedTerms[]> {
  const rows = await database
    .selectFrom('paymentTerms')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('network')
    .orderBy('fromDay')
    .execute()
  return rows.map(toTerms)
}

async function importsOf(database: Kysely<Tables>, accountId: number): Promise<StatementImport[]> {
  const rows = await database
    .selectFrom('statementImports')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ accountId: _, ...row }) => row)
}

async function linesOf(database: Kysely<Tables>, accountId: number): Promise<StatementLine[]> {
  const rows = await database
    .selectFrom('statementLines')
    .innerJoin('statementImports', 'statementImports.id', 'statementLines.importId')
    .selectAll('statementLines')
    .where('statementLines.accountId', '=', accountId)
    .where('statementImports.undoneAtMs', 'is', null)
    .orderBy('statementLines.day')
    .orderBy('statementLines.id')
    .execute()
  const parts = await database
    .selectFrom('lineParts')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('lineId')
    .orderBy('place')
    .execute()
  const partsOf = Map.groupBy(parts, ({ lineId }) => lineId)
  return rows.map((row) => toLine(row, partsOf.get(row.id) ?? []))
}

async function closesOf(database: Kysely<Tables>, accountId: number): Promise<MonthClose[]> {
  const closes = await database
    .selectFrom('monthCloses')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('month')
    .execute()
  if (closes.length === 0) return []
  const figures = await database
    .selectFrom('closedFigures')
    .select(['closeId', 'network', 'appKey', 'revenueMicros'])
    .where('accountId', '=', accountId)
    .execute()
  const carried = await database
    .selectFrom('carriedChanges')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('closeId')
    .orderBy('place')
    .execute()
  const figuresOf = Map.groupBy(figures, ({ closeId }) => closeId)
  const carriedOf = Map.groupBy(carried, ({ closeId }) => closeId)
  return closes.map((row) => toClose(row, figuresOf.get(row.id) ?? [], carriedOf.get(row.id) ?? []))
}
