import type { Kysely } from 'kysely'
import type { DailyRate, StoredRate } from '../currencies/daily-rate.ts'
import type { DaySpan } from '../values/day.ts'
import { batchesOf } from './batches-of.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

export interface RateFilter {
  /** Accounts, and `installationOwner`. */
  readonly owners: readonly number[]
  readonly days: DaySpan
  /** Only rates of or in one of these; all when absent. */
  readonly currencies?: readonly string[]
  /** At most so many, the newest days first; all when absent. */
  readonly limit?: number
}

/** How rates differ from those that were stored. */
export interface StoredRates {
  readonly added: number
  /** The number of stored rates that they replaced with another value. */
  readonly corrected: number
  readonly unchanged: number
}

/** Rates of one owner and source for two currencies. */
export interface RateSpan extends DaySpan, Pick<StoredRate, 'owner' | 'unit' | 'quote' | 'source'> {
  readonly rates: number
}

/** A row binds seven values. */
const rowsPerStatement = 4_000

/** Stores daily rates: one for each owner, day and pair of currencies. */
export class RateStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** Adds rates, and replaces those of the same day and currencies. All of them or none. */
  put(
    owner: number,
    rates: readonly DailyRate[],
    about: { readonly source: string; readonly recordedAtMs: number },
  ): Promise<StoredRates> {
    return this.#database.withLock(['records'], async (transaction) => {
      const { changed, counts } = await compareWith(transaction, owner, rates)
      const rows = changed.map(({ day, unit, quote, rate }) => ({
        accountId: owner,
        day,
        unit,
        quote,
        rate,
        ...about,
      }))
      for (const batch of batchesOf(rows, rowsPerStatement)) {
        await transaction
          .insertInto('dailyRates')
          .values(batch)
          .onConflict((conflict) =>
            conflict.columns(['accountId', 'day', 'unit', 'quote']).doUpdateSet((excluded) => ({
              rate: excluded.ref('excluded.rate'),
              source: excluded.ref('excluded.source'),
              recordedAtMs: excluded.ref('excluded.recordedAtMs'),
            })),
          )
          .execute()
        // SQLite writes on this thread.
        await new Promise((resolve) => setImmediate(resolve))
      }
      return counts
    })
  }

  /** The changes that {@link put} would make. */
  async compare(owner: number, rates: readonly DailyRate[]): Promise<StoredRates> {
    return (await compareWith(this.#database.reads, owner, rates)).counts
  }

  /** The days of which there are rates, by owner, currencies and source. */
  async spans(owners: readonly number[]): Promise<RateSpan[]> {
    const rows = await this.#database.reads
      .selectFrom('dailyRates')
      .select(['accountId as owner', 'unit', 'quote', 'source'])
      .select(({ fn }) => [
        fn.min('day').as('firstDay'),
        fn.max('day').as('lastDay'),
        fn.countAll().as('rates'),
      ])
      .where('accountId', 'in', [...owners])
      .groupBy(['accountId', 'unit', 'quote', 'source'])
      .orderBy('accountId', 'desc')
      .orderBy('unit')
      .orderBy('quote')
      .orderBy('source')
      .execute()
    return rows.map((row) => ({ ...row, rates: Number(row.rates) }))
  }

  /** @returns rates by day, the newest first, then by owner and currencies */
  async find({ owners, days, currencies, limit }: RateFilter): Promise<StoredRate[]> {
    return this.#database.reads
      .selectFrom('dailyRates')
      .select(['accountId as owner', 'day', 'unit', 'quote', 'rate', 'source', 'recordedAtMs'])
      .where('accountId', 'in', [...owners])
      .where('day', '>=', days.firstDay)
      .where('day', '<=', days.lastDay)
      .$if(currencies !== undefined, (query) =>
        query.where((where) =>
          where.or([where('unit', 'in', [...currencies!]), where('quote', 'in', [...currencies!])]),
        ),
      )
      .orderBy('day', 'desc')
      .orderBy('accountId')
      .orderBy('unit')
      .orderBy('quote')
      .$if(limit !== undefined, (query) => query.limit(limit!))
      .execute()
  }
}

/** How rates differ from the stored ones. */
async function compareWith(
  database: Pick<Kysely<Tables>, 'selectFrom'>,
  owner: number,
  rates: readonly DailyRate[],
): Promise<{ readonly changed: readonly DailyRate[]; readonly counts: StoredRates }> {
  const days = rates.map(({ day }) => day)
  const before = await database
    .selectFrom('dailyRates')
    .select(['day', 'unit', 'quote', 'rate'])
    .where('accountId', '=', owner)
    .where(
      'day',
      '>=',
      days.reduce((a, b) => (a < b ? a : b)),
    )
    .where(
      'day',
      '<=',
      days.reduce((a, b) => (a > b ? a : b)),
    )
    .execute()
  const rateOf = new Map(before.map((row) => [keyOf(row), row.rate]))
  const changed = rates.filter((rate) => rateOf.get(keyOf(rate)) !== rate.rate)
  const corrected = changed.filter((rate) => rateOf.has(keyOf(rate))).length
  const added = changed.length - corrected
  return { changed, counts: { added, corrected, unchanged: rates.length - changed.length } }
}

const keyOf = ({ day, unit, quote }: { day: number; unit: string; quote: string }) =>
  `${day} ${unit} ${quote}`
