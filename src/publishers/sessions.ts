import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import { type Guesser, trusted } from './passwords.ts'
import { type Principal, permissions } from './principal.ts'
import type { SessionStore } from './session-store.ts'

/** How long a browser stays signed in. */
export const sessionSeconds = 7 * 24 * 3_600

const tokenBytes = 32

export interface OpenedSession {
  readonly account: Account
  /** Identifies the session in later requests. */
  readonly token: string
  /** Shows at later sign-ins that this browser has signed in to the account before. */
  readonly browserProof: string
}

/** How long a browser is known after it signed in. */
export const browserProofSeconds = 365 * 24 * 3_600

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
   * @throws OverloadedError when too many passwords wait to be checked
   */
  async open(
    username: string,
    password: string,
    guesser: Guesser = trusted,
  ): Promise<OpenedSession | null> {
    const known = await this.#accounts.byPassword(username, password, guesser)
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
    return { account, token, browserProof: proofOf(newSerial(), account, passwordHash) }
  }

  /**
   * Whether a browser has signed in to an account since its password was set.
   *
   * @param proof what the browser shows
   * @returns what tells the browser from others; null when it is not known
   */
  async knownBrowser(username: string, proof: string): Promise<string | null> {
    const [serial = ''] = proof.split('.')
    if (serial === '') return null
    const known = await this.#accounts.withPassword(username)
    if (!known) return null
    const expected = Buffer.from(proofOf(serial, known.account, known.passwordHash))
    const given = Buffer.from(proof)
    return given.length === expected.length && timingSafeEqual(given, expected) ? serial : null
  }

  /** On whose behalf a session acts; null when there is no such session, or it has ended. */
  async find(token: string): Promise<Principal | null> {
    const session = await this.#store.find(hashToken(token))
    if (!session || session.expiresAtMs <= this.#now().getTime()) return null
    const account = await this.#accounts.byId(session.accountId)
    if (!account || account.disabledAt) return null
    return { account, name: account.username, permissions: new Set(permissions), apps: null }
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

const newSerial = (): string => randomBytes(tokenBytes).toString('base64url')

/** Nobody makes a proof without the hash of the password, which never leaves the store. */
function proofOf(serial: string, { id }: Account, passwordHash: string): string {
  const code = createHmac('sha256', passwordHash).update(`known browser ${id} ${serial}`)
  return `${serial}.${code.digest('base64url')}`
}

/** A plain hash is safe here, because tokens are random. */
function hashToken(token: string): Uint8Array {
  return createHash('sha256').update(token).digest()
}
