import type { Kysely, Transaction } from 'kysely'
import type { Partner, ShareBook, ShareProgress } from '../../partners/partner.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { Leases } from '../leases.ts'
import type { RelationalDatabase } from '../relational-database.ts'
import type { Tables } from '../tables/tables.ts'
import { toPartner, toPartnerApp, toProgress, toRule } from './partner-rows.ts'
import { ShareWriter } from './share-writer.ts'

/** A share book changed after it was read. Nothing was written; read it again. */
export class ShareBookChangedError extends Error {
  override readonly name = 'ShareBookChangedError'
}

/** Stores the partners of networks, their apps, rules and months. */
export class ShareBooks {
  readonly leases: Leases
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.leases = new Leases(database, 'shareNetworks')
    this.#database = database
  }

  /** The partner that an account is; null for any other account. */
  async partnerOf(accountId: number): Promise<Partner | null> {
    const row = await this.#database.reads
      .selectFrom('partners')
      .selectAll()
      .where('accountId', '=', accountId)
      .executeTakeFirst()
    return row ? toPartner(row) : null
  }

  /** What an account is in shares: a network that has partners, a partner of one, or null for neither. */
  async roleOf(accountId: number): Promise<'network' | 'partner' | null> {
    const rows = await this.#database.reads
      .selectFrom('partners')
      .select('networkId')
      .where((e) => e.or([e('networkId', '=', accountId), e('accountId', '=', accountId)]))
      .limit(1)
      .execute()
    const [found] = rows
    if (!found) return null
    return found.networkId === accountId ? 'network' : 'partner'
  }

  /** The ids of those of some accounts that are partners. */
  async partnersAmong(accountIds: readonly number[]): Promise<number[]> {
    if (accountIds.length === 0) return []
    const rows = await this.#database.reads
      .selectFrom('partners')
      .select('accountId')
      .where('accountId', 'in', [...new Set(accountIds)])
      .execute()
    return rows.map(({ accountId }) => accountId!)
  }

  /** Of every account that has, or had, partners. */
  async progress(): Promise<ShareProgress[]> {
    const rows = await this.#database.reads
      .selectFrom('shareNetworks')
      .innerJoin('accounts', 'accounts.id', 'shareNetworks.accountId')
      .selectAll('shareNetworks')
      .orderBy('shareNetworks.id')
      .execute()
    return rows.map(toProgress)
  }

  /** Null for an account that never had partners. */
  async progressOf(networkId: number): Promise<ShareProgress | null> {
    const row = await this.#database.reads
      .selectFrom('shareNetworks')
      .selectAll()
      .where('accountId', '=', networkId)
      .executeTakeFirst()
    return row ? toProgress(row) : null
  }

  /** Reads all of one version. An account without partners has an empty book of version 0. */
  async read(networkId: number): Promise<ShareBook> {
    const { reads } = this.#database
    for (;;) {
      const version = await versionOf(reads, networkId)
      const book = await readBook(reads, networkId, version)
      if ((await versionOf(reads, networkId)) === version) return book
    }
  }

  /**
   * Changes a book in one transaction, as its next version.
   *
   * @param version the version that the change was decided on
   * @param days whose net figures the change may change; null for none. No bound means all days
   * @throws ShareBookChangedError when it is another one now
   */
  change<Result>(
    networkId: number,
    version: number,
    days: Partial<DaySpan> | null,
    work: (writer: ShareWriter) => Promise<Result>,
  ): Promise<Result> {
    return this.#database.withLock(['users'], async (transaction) => {
      if ((await versionOf(transaction, networkId)) !== version) throw new ShareBookChangedError()
      await begin(transaction, networkId, version + 1, days)
      return work(new ShareWriter(transaction, networkId, version + 1))
    })
  }

  /** Notes that net figures follow gross ones up to a state, by a version of the rules. */
  async noteMade(
    networkId: number,
    version: number,
    { entry, generation }: Pick<ShareProgress, 'entry' | 'generation'>,
  ): Promise<void> {
    await this.#database.withLock(['users'], async (transaction) => {
      const ofNetwork = transaction.updateTable('shareNetworks').where('accountId', '=', networkId)
      await ofNetwork.set({ entry, generation }).execute()
      // Days of a change that was made meanwhile are still to be made.
      await ofNetwork
        .set({ changedFirstDay: null, changedLastDay: null })
        .where('version', '=', version)
        .execute()
    })
  }
}

async function versionOf(database: Kysely<Tables>, networkId: number): Promise<number> {
  const row = await database
    .selectFrom('shareNetworks')
    .select('version')
    .where('accountId', '=', networkId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Days that no figures are before or after. */
const firstOfAll = 0 as Day
export const lastOfAll = (2 ** 31 - 1) as Day

async function begin(
  transaction: Transaction<Tables>,
  accountId: number,
  version: number,
  days: Partial<DaySpan> | null,
): Promise<void> {
  const firstDay = days && (days.firstDay ?? firstOfAll)
  const lastDay = days && (days.lastDay ?? lastOfAll)
  const row = await transaction
    .selectFrom('shareNetworks')
    .selectAll()
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  const [earlierFirst, earlierLast] = [row?.changedFirstDay ?? null, row?.changedLastDay ?? null]
  const changed = {
    version,
    changedFirstDay:
      firstDay === null ? earlierFirst : Math.min(firstDay, earlierFirst ?? firstDay),
    changedLastDay: lastDay === null ? earlierLast : Math.max(lastDay, earlierLast ?? lastDay),
  }
  if (row) {
    await transaction
      .updateTable('shareNetworks')
      .set(changed)
      .where('accountId', '=', accountId)
      .execute()
    return
  }
  const { changedFirstDay, changedLastDay } = changed
  await transaction
    .insertInto('shareNetworks')
    .values({ accountId, version, entry: 0, changedFirstDay, changedLastDay })
    .execute()
}

async function readBook(
  reads: Kysely<Tables>,
  networkId: number,
  version: number,
): Promise<ShareBook> {
  const partners = await reads
    .selectFrom('partners')
    .selectAll()
    .where('networkId', '=', networkId)
    .orderBy('username')
    .execute()
  const ids = reads.selectFrom('partners').select('id').where('networkId', '=', networkId)
  const [apps, rules, months, approved] = await Promise.all([
    reads
      .selectFrom('partnerApps')
      .selectAll()
      .where('partnerId', 'in', ids)
      .orderBy('id')
      .execute(),
    reads
      .selectFrom('shareRules')
      .selectAll()
      .where('partnerId', 'in', ids)
      .orderBy('number')
      .execute(),
    reads.selectFrom('partnerMonths').selectAll().where('partnerId', 'in', ids).execute(),
    reads
      .selectFrom('partnerStatements')
      .select(['partnerId', 'month', 'rulesVersion'])
      .where('partnerId', 'in', ids)
      .orderBy('month')
      .execute(),
  ])
  return {
    networkId,
    version,
    partners: partners.map(toPartner),
    apps: apps.map(toPartnerApp),
    rules: rules.map(toRule),
    months: months.map((row) => ({
      partnerId: row.partnerId,
      month: row.month as Day,
      state: row.state === 'hidden' ? 'hidden' : 'provisional',
    })),
    approved: approved.map((row) => ({ ...row, month: row.month as Day })),
  }
}
