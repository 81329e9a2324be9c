import type { Selectable } from 'kysely'
import type { Account } from '../publishers/account.ts'
import type { ReportLink, StoredQuestion } from '../publishers/report-link.ts'
import { toAccount } from './account-row.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { ReportLinksTable } from './tables/account-tables.ts'

export interface FoundLink {
  readonly link: ReportLink
  readonly account: Account
}

/** The stored report links, by the hash of their token. */
export class LinkStore {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /** @returns null when the account has a link with this name */
  async insert(link: Omit<ReportLink, 'id'>, tokenHash: Uint8Array): Promise<ReportLink | null> {
    const row = await this.#database.writes
      .insertInto('reportLinks')
      .values({
        ...link,
        tokenHash,
        question: JSON.stringify(link.question),
        apps: link.apps && JSON.stringify(link.apps),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    return row ? toLink(row) : null
  }

  /** By name. */
  async ofAccount(accountId: number): Promise<ReportLink[]> {
    const rows = await this.#database.reads
      .selectFrom('reportLinks')
      .selectAll()
      .where('accountId', '=', accountId)
      .orderBy('name')
      .execute()
    return rows.map(toLink)
  }

  async byHash(tokenHash: Uint8Array): Promise<FoundLink | null> {
    const row = await this.#database.reads
      .selectFrom('reportLinks')
      .innerJoin('accounts', 'accounts.id', 'reportLinks.accountId')
      .selectAll('accounts')
      .selectAll('reportLinks')
      .where('tokenHash', '=', tokenHash)
      .executeTakeFirst()
    return row ? { link: toLink(row), account: toAccount({ ...row, id: row.accountId }) } : null
  }

  /** @returns whether the account had a link with this name */
  async remove(accountId: number, name: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.writes
      .deleteFrom('reportLinks')
      .where('accountId', '=', accountId)
      .where('name', '=', name)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }
}

const toLink = ({ tokenHash, ...row }: Selectable<ReportLinksTable>): ReportLink => ({
  ...row,
  question: withCurrentNames(JSON.parse(row.question) as StoredQuestion),
  apps: row.apps === null ? null : JSON.parse(row.apps),
})

/** Reads a question that an earlier commit stored: with a number of days, and with ad formats as `format`. */
function withCurrentNames(question: StoredQuestion): StoredQuestion {
  const { days, dimensions, order_by: orderBy } = question.parameters
  const current = (texts: string | readonly string[]) =>
    typeof texts === 'string' ? currentNames(texts) : texts.map(currentNames)
  return {
    ...question,
    parameters: {
      ...question.parameters,
      ...(typeof days === 'string' && { days: days.replace(/^\d+$/, 'last_$&') }),
      ...(dimensions && { dimensions: current(dimensions) }),
      ...(orderBy && { order_by: current(orderBy) }),
    },
  }
}

const currentNames = (list: string): string =>
  list.replace(/(?<![^,])format(?![^,:])/g, 'ad_format')
