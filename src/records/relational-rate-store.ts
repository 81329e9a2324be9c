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
        account_id: owner,
        day,
        unit,
        quote,
        rate,
        source,
        recorded_at_ms: recordedAtMs,
      }))
      for (const batch of batchesOf(rows, rowsPerStatement)) {
        await transaction
          .insertInto('daily_rates')
          .values(batch)
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'day', 'unit', 'quote']).doUpdateSet((excluded) => ({
              rate: excluded.ref('excluded.rate'),
              source: excluded.ref('excluded.source'),
              recorded_at_ms: excluded.ref('excluded.recorded_at_ms'),
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
      .selectFrom('daily_rates')
      .select(['account_id', 'unit', 'quote', 'source'])
      .select(({ fn }) => [
        fn.min('day').as('first'),
        fn.max('day').as('last'),
        fn.countAll().as('rates'),
      ])
      .where('account_id', 'in', [...owners])
      .groupBy(['account_id', 'unit', 'quote', 'source'])
      .orderBy('account_id', 'desc')
      .orderBy('unit')
      .orderBy('quote')
      .orderBy('source')
      .execute()
    return rows.map(({ account_id: owner, unit, quote, source, first, last, rates }) => ({
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
      .selectFrom('daily_rates')
      .selectAll()
      .where('account_id', 'in', [...owners])
      .where('day', '>=', days.firstDay)
      .where('day', '<=', days.lastDay)
      .$if(currencies !== undefined, (query) =>
        query.where((where) =>
          where.or([where('unit', 'in', [...currencies!]), where('quote', 'in', [...currencies!])]),
        ),
      )
      .orderBy('day', 'desc')
      .orderBy('account_id')
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
    .selectFrom('daily_rates')
    .select(['day', 'unit', 'quote', 'rate'])
    .where('account_id', '=', owner)
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
  owner: row.account_id,
  day: row.day as Day,
  unit: row.unit,
  quote: row.quote,
  rate: row.rate,
  source: row.source,
  recordedAtMs: row.recorded_at_ms,
})
