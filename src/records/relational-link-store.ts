import type { Selectable } from 'kysely'
import type { FoundLink, LinkStore } from '../publishers/link-store.ts'
import type { ReportLink, StoredQuestion } from '../publishers/report-link.ts'
import { toAccount } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { ReportLinksTable } from './tables/account-tables.ts'

/** Stores report links in the relational store. */
export class RelationalLinkStore implements LinkStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  async insert(link: Omit<ReportLink, 'id'>, tokenHash: Uint8Array): Promise<ReportLink | null> {
    const row = await this.#database.writes
      .insertInto('report_links')
      .values({
        account_id: link.accountId,
        name: link.name,
        token_hash: tokenHash,
        question: JSON.stringify(link.question),
        apps: link.apps && JSON.stringify(link.apps),
        created_at_ms: link.createdAtMs,
        expires_at_ms: link.expiresAtMs,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? toLink(row) : null
  }

  async ofAccount(accountId: number): Promise<ReportLink[]> {
    const rows = await this.#database.reads
      .selectFrom('report_links')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('name')
      .execute()
    return rows.map(toLink)
  }

  async byHash(tokenHash: Uint8Array): Promise<FoundLink | null> {
    const row = await this.#database.reads
      .selectFrom('report_links')
      .innerJoin('accounts', 'accounts.id', 'report_links.account_id')
      .selectAll('accounts')
      .selectAll('report_links')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
    return row ? { link: toLink(row), account: toAccount({ ...row, id: row.account_id }) } : null
  }

  async remove(accountId: number, name: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.writes
      .deleteFrom('report_links')
      .where('account_id', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}

const toLink = (row: Selectable<ReportLinksTable>): ReportLink => ({
  id: row.id,
  accountId: row.account_id,
  name: row.name,
  question: withCurrentNames(JSON.parse(row.question) as StoredQuestion),
  apps: row.apps === null ? null : JSON.parse(row.apps),
  createdAtMs: row.created_at_ms,
  expiresAtMs: row.expires_at_ms,
})

/** Reads a question that an earlier commit stored: with a number of days, and with ad formats as `format`. */
function withCurrentNames(question: StoredQuestion): StoredQuestion {
  const { days, dimensions, order_by } = question.parameters
  const current = (texts: string | readonly string[]) =>
    typeof texts === 'string' ? currentNames(texts) : texts.map(currentNames)
  return {
    ...question,
    parameters: {
      ...question.parameters,
      ...(typeof days === 'string' && { days: days.replace(/^\d+$/, 'last_$&') }),
      ...(dimensions && { dimensions: current(dimensions) }),
      ...(order_by && { order_by: current(order_by) }),
    },
  }
}

const currentNames = (list: string): string =>
  list.replace(/(?<![^,])format(?![^,:])/g, 'ad_format')
