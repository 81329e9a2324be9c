import type { Kysely, Selectable } from 'kysely'
import type { DailyRate, StoredRate } from '../currencies/daily-rate.ts'
import type { RateFilter, RateSpan, RateStore, StoredRates } from '../currencies/rate-store.ts'
import type { Day } from '../values/day.ts'
import { batchesOf } from './batches-of.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { DailyRatesTable } from './tables/ledger-tables.ts'
import type { Tables } from './tables/tables.ts'

/** A row binds seven values. */
const rowsPerStatement = 4_000

/** Stores daily rates in the relational store. */
export class RelationalRateStore implements RateStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  put(
    owner: number,
    rates: readonly DailyRate[],
    { source, recordedAtMs }: { readonly source: string; readonly recordedAtMs: number },
  ): Promise<StoredRates> {
    return this.#database.withLock(['records'], async (transaction) => {
      const { changed, counts } = await compareWith(transaction, owner, rates)
      const rows = changed.map(({ day, unit, quote, rate }) => ({
        accountId: owner,
        day,
        unit,
        quote,
        rate,
        source,
        recordedAtMs,
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

  async compare(owner: number, rates: readonly DailyRate[]): Promise<StoredRates> {
    return (await compareWith(this.#database.reads, owner, rates)).counts
  }

  async spans(owners: readonly number[]): Promise<RateSpan[]> {
    const rows = await this.#database.reads
      .selectFrom('dailyRates')
      .select(['accountId', 'unit', 'quote', 'source'])
      .select(({ fn }) => [
        fn.min('day').as('first'),
        fn.max('day').as('last'),
        fn.countAll().as('rates'),
      ])
      .where('accountId', 'in', [...owners])
      .groupBy(['accountId', 'unit', 'quote', 'source'])
      .orderBy('accountId', 'desc')
      .orderBy('unit')
      .orderBy('quote')
      .orderBy('source')
      .execute()
    return rows.map(({ accountId: owner, unit, quote, source, first, last, rates }) => ({
      owner,
      unit,
      quote,
      source,
      rates: Number(rates),
      firstDay: first as Day,
      lastDay: last as Day,
    }))
  }

  async find({ owners, days, currencies, limit }: RateFilter): Promise<StoredRate[]> {
    const rows = await this.#database.reads
      .selectFrom('dailyRates')
      .selectAll()
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
    return rows.map(toRate)
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

const toRate = (row: Selectable<DailyRatesTable>): StoredRate => ({
  owner: row.accountId,
  day: row.day as Day,
  unit: row.unit,
  quote: row.quote,
  rate: row.rate,
  source: row.source,
  recordedAtMs: row.recordedAtMs,
})
