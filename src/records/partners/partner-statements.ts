import type { Selectable } from 'kysely'
import type {
  IssuedMonth,
  PartnerAdjustment,
  PartnerPayout,
  StatementDocuments,
} from '../../partners/owed.ts'
import type { Day } from '../../values/day.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import type { PartnerStatementsTable } from '../tables/partner-tables.ts'
import type { Change } from './share-writer.ts'

const withoutTexts = [
  'partnerId',
  'month',
  'number',
  'rulesVersion',
  'entry',
  'netMicros',
  'corrections',
  'totalMicros',
  'dueDay',
  'issuedAtMs',
] as const

/** Stores what partners are owed, and what they were paid. */
export class PartnerStatements {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Of some partners, by month. */
  async issued(partnerIds: readonly number[]): Promise<IssuedMonth[]> {
    if (partnerIds.length === 0) return []
    const rows = await this.#database.reads
      .selectFrom('partnerStatements')
      .select(withoutTexts)
      .where('partnerId', 'in', partnerIds)
      .orderBy('month')
      .execute()
    return rows.map(toIssued)
  }

  /** The texts of one; null for a month without a statement. */
  async documents(partnerId: number, month: Day): Promise<StatementDocuments | null> {
    const row = await this.#database.reads
      .selectFrom('partnerStatements')
      .select(['json', 'csv', 'html'])
      .where('partnerId', '=', partnerId)
      .where('month', '=', month)
      .executeTakeFirst()
    return row ?? null
  }

  /** Of some partners, by month, then id. */
  async adjustments(partnerIds: readonly number[]): Promise<PartnerAdjustment[]> {
    if (partnerIds.length === 0) return []
    const rows = await this.#database.reads
      .selectFrom('partnerAdjustments')
      .selectAll()
      .where('partnerId', 'in', partnerIds)
      .orderBy('month')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      partnerId: row.partnerId,
      month: row.month as Day,
      kind: row.kind as PartnerAdjustment['kind'],
      amountMicros: BigInt(row.amountMicros),
      reason: row.reason,
    }))
  }

  /** Of some partners, by day, then id. */
  async payouts(partnerIds: readonly number[]): Promise<PartnerPayout[]> {
    if (partnerIds.length === 0) return []
    const rows = await this.#database.reads
      .selectFrom('partnerPayouts')
      .selectAll()
      .where('partnerId', 'in', partnerIds)
      .orderBy('day')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      partnerId: row.partnerId,
      day: row.day as Day,
      amountMicros: BigInt(row.amountMicros),
      reference: row.reference,
    }))
  }

  /** Adds payouts, all or none. Those with a reference that the partner has already are left out. @returns the added ones */
  async addPayouts(
    payouts: readonly Omit<PartnerPayout, 'id'>[],
    { atMs, by }: Change,
  ): Promise<Omit<PartnerPayout, 'id'>[]> {
    return this.#database.withLock(['users'], async (transaction) => {
      const added: Omit<PartnerPayout, 'id'>[] = []
      for (const payout of payouts) {
        const { partnerId, day, amountMicros, reference } = payout
        const row = await transaction
          .insertInto('partnerPayouts')
          .values({
            partnerId,
            day,
            amountMicros: Number(amountMicros),
            reference,
            recordedAtMs: atMs,
            recordedBy: by,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
        if (row) added.push(payout)
      }
      return added
    })
  }

  async removePayout(partnerId: number, reference: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.writes
      .deleteFrom('partnerPayouts')
      .where('partnerId', '=', partnerId)
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}

const toIssued = (
  row: Pick<Selectable<PartnerStatementsTable>, (typeof withoutTexts)[number]>,
): IssuedMonth => ({
  partnerId: row.partnerId,
  month: row.month as Day,
  number: row.number,
  rulesVersion: row.rulesVersion,
  entry: row.entry,
  netMicros: BigInt(row.netMicros),
  corrections: new Map(
    Object.entries<string>(JSON.parse(row.corrections)).map(([month, micros]) => [
      Number(month) as Day,
      BigInt(micros),
    ]),
  ),
  totalMicros: BigInt(row.totalMicros),
  dueDay: row.dueDay as Day,
  issuedAtMs: row.issuedAtMs,
})
