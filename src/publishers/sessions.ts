import { createHash, randomBytes } from 'node:crypto'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import type { SessionStore } from './session-store.ts'

/** How long a browser stays signed in. */
export const sessionSeconds = 7 * 24 * 3_600

const tokenBytes = 32

export interface OpenedSession {
  readonly account: Account
  /** Identifies the session in later requests. */
  readonly token: string
}

/** Signs accounts in to the dashboard and out. */
export class Sessions {
  readonly #accounts: Accounts
  readonly #store: SessionStore
  readonly #now: () => Date

  constructor(accounts: Accounts, store: SessionStore, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#now = now
  }

  /**
   * Signs in with a username and a password.
   *
   * @returns null when either is wrong, or the account is disabled; does the same work in all cases
   */
  async open(username: string, password: string): Promise<OpenedSession | null> {
    const known = await this.#accounts.byPassword(username, password)
    if (!known) return null
    const { account, passwordHash } = known
    const nowMs = this.#now().getTime()
    await this.#store.removeExpired(nowMs)
    const token = randomBytes(tokenBytes).toString('base64url')
    const expiresAtMs = nowMs + sessionSeconds * 1_000
    await this.#store.insert(hashToken(token), {
      accountId: account.id,
      passwordHash,
      expiresAtMs,
    })
    return { account, token }
  }

  /** The account of a session's token; null when there is no such session, or it has ended. */
  async find(token: string): Promise<Account | null> {
    const session = await this.#store.find(hashToken(token))
    if (!session || session.expiresAtMs <= this.#now().getTime()) return null
    const account = await this.#accounts.byId(session.accountId)
    return account && !account.disabledAt ? account : null
  }

  /** Signs out. Unknown tokens are ignored. */
  async close(token: string): Promise<void> {
    await this.#store.remove(hashToken(token))
  }

  /** Sets a password and signs the account out everywhere. @throws Refusal when it does not exist */
  async setPassword(username: string, password: string): Promise<Account> {
    const account = await this.#accounts.setPassword(username, password)
    await this.#store.removeOfAccount(account.id)
    return account
  }
}

/** A plain hash is safe here, because tokens are random. */
function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
