import type { Transaction } from 'kysely'
import type { JournalLine } from '../../settlement/journal.ts'
import type { MonthClose } from '../../settlement/month-close.ts'
import type { StatementImport } from '../../settlement/statement-import.ts'
import type { LinePart, NewLine } from '../../settlement/statement-line.ts'
import type { DatedTerms } from '../../settlement/terms.ts'
import type { Day } from '../../values/day.ts'
import { batchesOf } from '../batches-of.ts'
import type { Tables } from '../tables/tables.ts'
import { fromLine, fromPart, fromTerms } from './settlement-rows.ts'

/** The figures of a closed month, of one network and app. */
export interface ClosedAppDays {
  readonly network: string
  /** The key of the app. */
  readonly app: number
  /** For each day of the month, in micros; null where nothing was reported. */
  readonly dailyMicros: readonly (bigint | null)[]
}

export type NewClose = Omit<MonthClose, 'id' | 'figures'> & {
  readonly days: readonly ClosedAppDays[]
  /** The ids of the lines that it books. */
  readonly lines: readonly number[]
  readonly journal: readonly JournalLine[]
}

/** A row binds up to twelve values. */
const rowsPerStatement = 2_000

/** Writes an account's settlement, in a transaction. */
export class SettlementWriter {
  readonly #transaction: Transaction<Tables>
  readonly #accountId: number

  constructor(transaction: Transaction<Tables>, accountId: number) {
    this.#transaction = transaction
    this.#accountId = accountId
  }

  /** Sets the terms of a network from a month on, in place of those from the same month. */
  async putTerms(terms: DatedTerms): Promise<void> {
    await this.removeTerms(terms.network, terms.from)
    await this.#transaction
      .insertInto('paymentTerms')
      .values({ ...fromTerms(terms), accountId: this.#accountId })
      .execute()
  }

  async removeTerms(network: string, from: Day): Promise<void> {
    await this.#transaction
      .deleteFrom('paymentTerms')
      .where('accountId', '=', this.#accountId)
      .where('network', '=', network)
      .where('fromDay', '=', from)
      .execute()
  }

  async putMapping(name: string, mapping: string): Promise<void> {
    await this.removeMapping(name)
    await this.#transaction
      .insertInto('bankMappings')
      .values({ accountId: this.#accountId, name, mapping })
      .execute()
  }

  async removeMapping(name: string): Promise<void> {
    await this.#transaction
      .deleteFrom('bankMappings')
      .where('accountId', '=', this.#accountId)
      .where('name', '=', name)
      .execute()
  }

  /** @returns the ids of the import, and of its lines in their order */
  async addImport(
    about: Omit<StatementImport, 'id' | 'undoneAtMs'>,
    lines: readonly NewLine[],
  ): Promise<{ readonly id: number; readonly lines: readonly number[] }> {
    const accountId = this.#accountId
    const all: number[] = []
    const { id: importId } = await this.#transaction
      .insertInto('statementImports')
      .values({ ...about, accountId, undoneAtMs: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const batch of batchesOf(lines, rowsPerStatement)) {
      const added = await this.#transaction
        .insertInto('statementLines')
        .values(batch.map((line) => ({ ...fromLine(line), accountId, importId })))
        .returning('id')
        .execute()
      // Ids grow with the rows of a statement, but an engine may return them in any order.
      const ids = added.map(({ id }) => id).sort((a, b) => a - b)
      all.push(...ids)
      const parts = batch.flatMap(({ parts }, row) =>
        parts.map((part, place) => ({ ...fromPart(part, place), accountId, lineId: ids[row]! })),
      )
      await this.#insertParts(parts)
    }
    return { id: importId, lines: all }
  }

  async undoImport(id: number, undoneAtMs: number): Promise<void> {
    await this.#transaction
      .updateTable('statementImports')
      .set({ undoneAtMs })
      .where('accountId', '=', this.#accountId)
      .where('id', '=', id)
      .execute()
  }

  /** Replaces what a line is for. */
  async assign(lineId: number, parts: readonly LinePart[]): Promise<void> {
    const accountId = this.#accountId
    await this.#transaction
      .deleteFrom('lineParts')
      .where('accountId', '=', accountId)
      .where('lineId', '=', lineId)
      .execute()
    await this.#insertParts(
      parts.map((part, place) => ({ ...fromPart(part, place), accountId, lineId })),
    )
  }

  /** Says whether an adjustment is in the reported figures too. */
  async setRestated(lineId: number, isRestated: boolean): Promise<void> {
    await this.#transaction
      .updateTable('statementLines')
      .set({ isRestated: isRestated ? 1 : 0 })
      .where('accountId', '=', this.#accountId)
      .where('id', '=', lineId)
      .execute()
  }

  /** @returns the id of the close */
  async addClose({ days, lines, carried, journal, ...about }: NewClose): Promise<number> {
    const accountId = this.#accountId
    const { id: closeId } = await this.#transaction
      .insertInto('monthCloses')
      .values({ ...about, accountId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const figures = days.map(({ network, app, dailyMicros }) => ({
      closeId,
      accountId,
      network,
      appKey: app,
      revenueMicros: Number(dailyMicros.reduce<bigint>((sum, day) => sum + (day ?? 0n), 0n)),
      days: JSON.stringify(dailyMicros.map((day) => (day === null ? null : String(day)))),
    }))
    for (const batch of batchesOf(figures, rowsPerStatement)) {
      await this.#transaction.insertInto('closedFigures').values(batch).execute()
    }
    const changes = carried.map(({ amountMicros, ...change }, place) => ({
      ...change,
      amountMicros: Number(amountMicros),
      closeId,
      accountId,
      place,
    }))
    for (const batch of batchesOf(changes, rowsPerStatement)) {
      await this.#transaction.insertInto('carriedChanges').values(batch).execute()
    }
    const booked = journal.map(({ amountMicros, ...line }, place) => ({
      ...line,
      amountMicros: Number(amountMicros),
      closeId,
      accountId,
      place,
    }))
    for (const batch of batchesOf(booked, rowsPerStatement)) {
      await this.#transaction.insertInto('journalLines').values(batch).execute()
    }
    for (const batch of batchesOf(lines, rowsPerStatement)) {
      await this.#transaction
        .updateTable('statementLines')
        .set({ bookedIn: about.month })
        .where('accountId', '=', accountId)
        .where('id', 'in', batch)
        .execute()
    }
    return closeId
  }

  /** Removes a close. Its lines are not booked any more. */
  async withdrawClose({ id, month }: Pick<MonthClose, 'id' | 'month'>): Promise<void> {
    const accountId = this.#accountId
    await this.#transaction
      .updateTable('statementLines')
      .set({ bookedIn: null })
      .where('accountId', '=', accountId)
      .where('bookedIn', '=', month)
      .execute()
    for (const table of ['journalLines', 'carriedChanges', 'closedFigures'] as const) {
      await this.#transaction
        .deleteFrom(table)
        .where('accountId', '=', accountId)
        .where('closeId', '=', id)
        .execute()
    }
    await this.#transaction
      .deleteFrom('monthCloses')
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .execute()
  }

  async #insertParts(rows: readonly Tables['lineParts'][]): Promise<void> {
    for (const batch of batchesOf(rows, rowsPerStatement)) {
      await this.#transaction.insertInto('lineParts').values(batch).execute()
    }
  }
}
