import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Principal } from '../publishers/principal.ts'
import { hashToken, newToken } from '../publishers/random-token.ts'
import { refuse } from '../publishers/refusals.ts'
import type { Session, SessionClient } from '../publishers/session.ts'
import { type Membership, permissionsOf, type StoredUser, type User } from '../publishers/user.ts'
import type { RelationalDatabase } from './relational-database.ts'
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

/** Signs users in to the dashboard and out. Sessions are stored by the hash of their token. */
export class Sessions {
  readonly #users: Users
  readonly #database: RelationalDatabase
  readonly #now: () => Date

  constructor(users: Users, database: RelationalDatabase, now: () => Date) {
    this.#users = users
    this.#database = database
    this.#now = now
  }

  /** Opens a session of a user whose sign-in was proved. It shows the account that was chosen last. */
  async open(
    { user, memberships }: KnownUser,
    client: SessionClient = unknownClient,
  ): Promise<OpenedSession> {
    const nowMs = this.#now().getTime()
    await this.#deleted().where('expiresAtMs', '<=', nowMs).execute()
    const token = newToken()
    const shown = membershipIn(memberships, user.lastAccountId)
    await this.#database.writes
      .insertInto('userSessions')
      .values({
        ...client,
        tokenHash: hashToken(token),
        userId: user.id,
        accountId: shown.account.id,
        credentialVersion: user.credentialVersion,
        createdAtMs: nowMs,
        lastUsedAtMs: nowMs,
        expiresAtMs: nowMs + sessionSeconds * 1_000,
      })
      .execute()
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
    const row = await this.#database.reads
      .selectFrom('userSessions')
      .innerJoin('dashboardUsers', 'dashboardUsers.id', 'userSessions.userId')
      .selectAll('userSessions')
      .select('login')
      .where('tokenHash', '=', hashToken(token))
      // The user's credentials were not changed since.
      .whereRef('dashboardUsers.credentialVersion', '=', 'userSessions.credentialVersion')
      .executeTakeFirst()
    const nowMs = this.#now().getTime()
    if (!row || row.expiresAtMs <= nowMs) return null
    const { login, ...session } = row
    const user = { id: session.userId, login }
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
    const { id: accountId } = chosen.account
    const { writes } = this.#database
    await writes
      .updateTable('userSessions')
      .set({ accountId })
      .where('id', '=', session.id)
      .execute()
    await writes
      .updateTable('dashboardUsers')
      .set({ lastAccountId: accountId })
      .where('id', '=', session.userId)
      .execute()
    return true
  }

  /** The open sessions of a user, the newest first. */
  async list({ id }: User): Promise<Session[]> {
    return this.#database.reads
      .selectFrom('userSessions')
      .selectAll()
      .where('userId', '=', id)
      .where('expiresAtMs', '>', this.#now().getTime())
      .orderBy('id', 'desc')
      .execute()
  }

  /** Signs out. Unknown tokens are ignored. */
  async close(token: string): Promise<void> {
    await this.#deleted().where('tokenHash', '=', hashToken(token)).execute()
  }

  /** Ends one of a user's sessions. @throws Refusal when there is no such session */
  async end(user: User, id: number): Promise<void> {
    const { numDeletedRows } = await this.#deleted()
      .where('userId', '=', user.id)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw refuse('unknown_session', { user: user.login, id })
  }

  /** Ends all sessions of a user. */
  async endAll({ id }: User): Promise<void> {
    await this.#deleted().where('userId', '=', id).execute()
  }

  /** Does not wait: a use that cannot be recorded fails no request. */
  #noteUse({ id, lastUsedAtMs }: Session, nowMs: number, client: SessionClient): void {
    if (nowMs - lastUsedAtMs < useMs) return
    this.#database.writes
      .updateTable('userSessions')
      .set({ ...client, lastUsedAtMs: nowMs })
      .where('id', '=', id)
      .execute()
      .catch(() => undefined)
  }

  #deleted() {
    return this.#database.writes.deleteFrom('userSessions')
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
