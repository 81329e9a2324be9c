import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Principal } from './principal.ts'
import { hashToken, newToken } from './random-token.ts'
import { refuse } from './refusals.ts'
import type { Session, SessionClient, SessionStore } from './session-store.ts'
import { type Membership, permissionsOf, type StoredUser, type User } from './user.ts'
import type { KnownUser, Users } from './users.ts'

/** How long a browser stays signed in. */
export const sessionSeconds = 7 * 24 * 3_600

/** The precision of a session's recorded last use, in milliseconds. */
const useMs = 600_000

/** A session that was opened just now. */
export interface OpenedSession {
  readonly principal: Principal
  /** Identifies the session in later requests. */
  readonly token: string
  /**
   * Shows at later sign-ins that this browser has signed in as the user before; null for a user without
   * a password.
   */
  readonly browserProof: string | null
}

/** A session that a request belongs to. */
export interface FoundSession {
  readonly session: Session
  readonly user: User
  /** The accounts that the user may use now, by username; at least one. */
  readonly memberships: readonly Membership[]
  /** Acts for the account that the browser shows. */
  readonly principal: Principal
}

/** How long a browser is known after it signed in. */
export const browserProofSeconds = 365 * 24 * 3_600

const unknownClient: SessionClient = { browser: '', network: '' }

/** Signs users in to the dashboard and out. */
export class Sessions {
  readonly #users: Users
  readonly #store: SessionStore
  readonly #now: () => Date

  constructor(users: Users, store: SessionStore, now: () => Date) {
    this.#users = users
    this.#store = store
    this.#now = now
  }

  /** Opens a session of a user whose sign-in was proved. It shows the account that was chosen last. */
  async open(
    { user, memberships }: KnownUser,
    client: SessionClient = unknownClient,
  ): Promise<OpenedSession> {
    const nowMs = this.#now().getTime()
    await this.#store.removeExpired(nowMs)
    const token = newToken()
    const shown = membershipIn(memberships, user.lastAccountId)
    await this.#store.insert(hashToken(token), {
      ...client,
      userId: user.id,
      accountId: shown.account.id,
      credentialVersion: user.credentialVersion,
      createdAtMs: nowMs,
      lastUsedAtMs: nowMs,
      expiresAtMs: nowMs + sessionSeconds * 1_000,
    })
    const { passwordHash } = user
    return {
      principal: principalOf(user, shown),
      token,
      browserProof: passwordHash === null ? null : proofOf(newToken(), user, passwordHash),
    }
  }

  /**
   * Whether a browser has signed in as a user since the password was set.
   *
   * @param proof what the browser shows
   * @returns what tells the browser from others; null when it is not known
   */
  async knownBrowser(login: string, proof: string): Promise<string | null> {
    const [serial = ''] = proof.split('.')
    if (serial === '') return null
    const user = await this.#users.byLogin(login)
    if (!user || user.passwordHash === null) return null
    const expected = Buffer.from(proofOf(serial, user, user.passwordHash))
    const given = Buffer.from(proof)
    return given.length === expected.length && timingSafeEqual(given, expected) ? serial : null
  }

  /**
   * The session of a token. What the user may do is looked up each time.
   *
   * @param client where the request comes from, for the list of sessions
   * @returns null when there is no such session, it has ended, or the user has no account left
   */
  async find(token: string, client?: SessionClient): Promise<FoundSession | null> {
    const found = await this.#store.find(hashToken(token))
    const nowMs = this.#now().getTime()
    if (!found || found.session.expiresAtMs <= nowMs) return null
    const { session, user } = found
    const memberships = await this.#users.activeAccountsOf(user.id)
    if (memberships.length === 0) return null
    if (client) this.#noteUse(session, nowMs, client)
    const shown = membershipIn(memberships, session.accountId)
    return { session, user, memberships, principal: principalOf(user, shown) }
  }

  /** Has a session show another account of its user. @returns false when the user has no such account */
  async chooseAccount({ session, memberships }: FoundSession, username: string): Promise<boolean> {
    const chosen = memberships.find(({ account }) => account.username === username)
    if (!chosen) return false
    await this.#store.chooseAccount(session, chosen.account.id)
    return true
  }

  /** The open sessions of a user, the newest first. */
  async list({ id }: User): Promise<Session[]> {
    const nowMs = this.#now().getTime()
    const all = await this.#store.ofUser(id)
    return all.filter(({ expiresAtMs }) => expiresAtMs > nowMs)
  }

  /** Signs out. Unknown tokens are ignored. */
  async close(token: string): Promise<void> {
    await this.#store.remove(hashToken(token))
  }

  /** Ends one of a user's sessions. @throws Refusal when there is no such session */
  async end(user: User, id: number): Promise<void> {
    if (await this.#store.removeById(user.id, id)) return
    throw refuse('unknown_session', { user: user.login, id })
  }

  /** Ends all sessions of a user. */
  async endAll({ id }: User): Promise<void> {
    await this.#store.removeOfUser(id)
  }

  /** Does not wait: a use that cannot be recorded fails no request. */
  #noteUse({ id, lastUsedAtMs }: Session, nowMs: number, client: SessionClient): void {
    if (nowMs - lastUsedAtMs < useMs) return
    this.#store.noteUse(id, nowMs, client).catch(() => undefined)
  }
}

/** The membership in an account, or else in the first one. */
const membershipIn = (memberships: readonly Membership[], id: number | null): Membership =>
  memberships.find(({ account }) => account.id === id) ?? memberships[0]!

const principalOf = ({ login }: User, { account, role, apps }: Membership): Principal => ({
  account,
  name: login,
  permissions: permissionsOf[role],
  apps,
})

/** Nobody makes a proof without the hash of the password, which never leaves the store. */
function proofOf(serial: string, { id }: Pick<StoredUser, 'id'>, passwordHash: string): string {
  const code = createHmac('sha256', passwordHash).update(`known browser ${id} ${serial}`)
  return `${serial}.${code.digest('base64url')}`
}
