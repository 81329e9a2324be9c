import type { Principal } from '../publishers/principal.ts'
import { hashToken, newToken } from '../publishers/random-token.ts'
import { refuse } from '../publishers/refusals.ts'
import type { ReportLink, StoredQuestion } from '../publishers/report-link.ts'
import type { Accounts } from './accounts.ts'
import type { LinkStore } from './link-store.ts'

/** How many report links an account may have. */
export const maxLinks = 100

export type NewLink = Pick<ReportLink, 'name' | 'question' | 'apps' | 'expiresAtMs'>

/** A link with its token, which is not stored. */
export interface IssuedLink {
  readonly link: ReportLink
  readonly token: string
}

/** Manages report links, and decides what a link shows. */
export class Links {
  readonly #accounts: Accounts
  readonly #store: LinkStore
  readonly #now: () => Date

  constructor(accounts: Accounts, store: LinkStore, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#now = now
  }

  /**
   * Finds on whose behalf a link is opened, and what it asks.
   *
   * @returns null when there is no such link, it has expired, or the account is disabled
   */
  async open(token: string): Promise<{ principal: Principal; question: StoredQuestion } | null> {
    const found = await this.#store.byHash(hashToken(token))
    if (!found || found.account.disabledAt) return null
    const { account, link } = found
    const { name, apps, question, expiresAtMs } = link
    if (expiresAtMs !== null && expiresAtMs <= this.#now().getTime()) return null
    return { principal: { account, name, apps, permissions: new Set(['read']) }, question }
  }

  /** By name. @throws Refusal when the account does not exist */
  async list(username: string): Promise<ReportLink[]> {
    return this.#store.ofAccount((await this.#accounts.get(username)).id)
  }

  /** @throws Refusal when the account does not exist or has too many links, or the name is taken */
  async create(username: string, link: NewLink): Promise<IssuedLink> {
    const { id: accountId } = await this.#accounts.get(username)
    const createdAtMs = this.#now().getTime()
    const { name, expiresAtMs } = link
    if (expiresAtMs !== null && expiresAtMs <= createdAtMs) {
      throw refuse('expiry_in_the_past', { expiresAt: new Date(expiresAtMs).toISOString() })
    }
    const others = await this.#store.ofAccount(accountId)
    if (others.length >= maxLinks) throw refuse('too_many_links', { username, max: maxLinks })
    const token = newToken()
    const stored = await this.#store.insert({ ...link, accountId, createdAtMs }, hashToken(token))
    if (!stored) throw refuse('link_name_taken', { username, name })
    return { link: stored, token }
  }

  /** The link stops working at once. @throws Refusal when the account or the link does not exist */
  async revoke(username: string, name: string): Promise<void> {
    const { id } = await this.#accounts.get(username)
    if (!(await this.#store.remove(id, name))) throw refuse('unknown_link', { username, name })
  }
}
