import { timingSafeEqual } from 'node:crypto'
import type { Accounts, CreatedAccount, NewAccount } from './accounts.ts'
import { hashPassword } from './passwords.ts'
import { hashToken, newToken } from './random-token.ts'
import { refuse } from './refusals.ts'
import type { SetupState, SetupStore } from './setup-store.ts'
import { toLogin } from './user.ts'

const linkMs = 3_600_000

export interface SetupLink {
  readonly token: string
  readonly expiresAtMs: number
}

export interface FirstSteps extends Pick<NewAccount, 'username' | 'currency'> {
  readonly token: string
  /** The e-mail address of the first owner. */
  readonly user: string
  readonly password: string
}

/** Sets up a server without accounts: whoever has the link adds the first account and its owner. */
export class SetupLinks {
  readonly #accounts: Accounts
  readonly #store: SetupStore
  readonly #now: () => Date

  constructor(accounts: Accounts, store: SetupStore, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#now = now
  }

  /** Makes a link that works once, for an hour. An earlier one ends. @returns null when there is an account or a user */
  async create(): Promise<SetupLink | null> {
    const token = newToken()
    const expiresAtMs = this.#now().getTime() + linkMs
    const isStored = await this.#store.replaceLink({ tokenHash: hashToken(token), expiresAtMs })
    return isStored ? { token, expiresAtMs } : null
  }

  /** @throws Refusal when the token is not that of the last link, the link is over, or there is an account or a user */
  async check(token: string): Promise<void> {
    this.#refuseUnless(token, await this.#store.read())
  }

  /** Adds the account with its first key and its owner; the link ends. @throws Refusal as {@link check} */
  async setUp({ token, user, password, ...account }: FirstSteps): Promise<CreatedAccount> {
    // Before the password, which takes long to hash.
    await this.check(token)
    const passwordHash = await hashPassword(password)
    const { key, ...prepared } = this.#accounts.prepare(account)
    const created = await this.#store.setUp((state) => this.#refuseUnless(token, state), {
      ...prepared,
      login: toLogin(user),
      passwordHash,
    })
    return { account: created, key }
  }

  #refuseUnless(token: string, { isEmpty, link }: SetupState): void {
    if (!isEmpty) throw refuse('already_set_up', {})
    const isOpen = link !== null && link.expiresAtMs > this.#now().getTime()
    if (!isOpen || !timingSafeEqual(link.tokenHash, hashToken(token))) {
      throw refuse('setup_link_over', {})
    }
  }
}
