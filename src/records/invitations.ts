import type { Account } from '../publishers/account.ts'
import { hashPassword } from '../publishers/passwords.ts'
import { hashToken, newToken } from '../publishers/random-token.ts'
import { refuse } from '../publishers/refusals.ts'
import {
  type Grant,
  type Invitation,
  isAscii,
  type StoredUser,
  toLogin,
  type User,
} from '../publishers/user.ts'
import type { Accounts } from './accounts.ts'
import type { UserRecords, UserStore } from './user-store.ts'
import { maxUsers, refuseLimitedRole } from './users.ts'

/** How long an invitation can be accepted. */
export const invitationDays = 7
const invitationMs = invitationDays * 86_400_000

/** An invitation that can be accepted, and where it leads. */
export interface OpenInvitation {
  readonly invitation: Invitation
  readonly account: Account
  /** Whether the invited already is a user, who signs in to accept. */
  readonly isUser: boolean
}

/** The user who accepts an invitation: one that is signed in, or a new one with a password. */
export type Accepting = { readonly user: User } | { readonly password: string }

export interface Accepted extends Grant {
  readonly user: StoredUser
  readonly account: Account
}

/** Invites users to accounts. */
export class Invitations {
  readonly #accounts: Accounts
  readonly #store: UserStore
  readonly #now: () => Date

  constructor(accounts: Accounts, store: UserStore, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#now = now
  }

  /**
   * Invites someone to an account. An earlier invitation of the same login ends.
   *
   * @param invitedBy the name of the actor; null for a command
   * @returns the invitation, and the token that accepts it once
   * @throws Refusal when the account does not exist or has too many users, the login is a user of
   *   it, or is neither a user nor an e-mail address that a new user may have, or when an owner would see only some
   *   apps
   */
  async invite(
    username: string,
    typed: string,
    { role, apps }: Grant,
    invitedBy: string | null,
  ): Promise<{ readonly invitation: Invitation; readonly token: string }> {
    const account = await this.#accounts.get(username)
    const login = toLogin(typed)
    refuseLimitedRole({ login }, { role, apps })
    const token = newToken()
    const nowMs = this.#now().getTime()
    return this.#store.exclusively(async (users) => {
      const members = await users.membersOf(account.id)
      const invitations = await users.invitationsOf(account.id)
      if (members.some(({ user }) => user.login === login)) {
        throw refuse('already_member', { username, user: login })
      }
      await refuseStranger(login, invitedBy, users)
      for (const { id, expiresAtMs } of invitations) {
        if (expiresAtMs <= nowMs) await users.removeInvitation(id)
      }
      if (members.length + invitations.length >= maxUsers) {
        throw refuse('too_many_users', { username, max: maxUsers })
      }
      const invitation = await users.putInvitation(
        { accountId: account.id, login, role, apps, invitedBy, expiresAtMs: nowMs + invitationMs },
        hashToken(token),
        nowMs,
      )
      return { invitation, token }
    })
  }

  /** @returns null for a token that is unknown, used, expired, or of a disabled account */
  find(token: string): Promise<OpenInvitation | null> {
    return this.#find(this.#store, token)
  }

  /**
   * Accepts an invitation, which then ends.
   *
   * @returns null where {@link find} does, and when the user who is to accept it is another one, or
   *   exists already and is not signed in
   */
  async accept(token: string, as: Accepting): Promise<Accepted | null> {
    const hash = 'password' in as ? await hashPassword(as.password) : null
    return this.#store.exclusively(async (users) => {
      const found = await this.#find(users, token)
      if (!found) return null
      const { invitation, account, isUser } = found
      const existing = await users.byLogin(invitation.login)
      if ('user' in as ? existing?.id !== as.user.id : isUser) return null
      const user = 'user' in as ? existing! : await this.#replace(users, existing, found, hash)
      const { role, apps } = invitation
      await users.setGrant(account.id, user.id, { role, apps })
      await users.removeInvitation(invitation.id)
      return { user, account, role, apps }
    })
  }

  /** A user who has lost all accounts starts again. */
  async #replace(
    users: UserRecords,
    existing: StoredUser | null,
    { invitation: { login } }: OpenInvitation,
    hash: string | null,
  ): Promise<StoredUser> {
    if (existing) await users.remove(existing.id)
    return users.insert(login, hash, this.#now().getTime())
  }

  async #find(users: UserRecords, token: string): Promise<OpenInvitation | null> {
    const found = await users.invitationByToken(hashToken(token))
    if (!found || found.invitation.expiresAtMs <= this.#now().getTime()) return null
    if (found.account.disabledAt !== null) return null
    const { login } = found.invitation
    const user = await users.byLogin(login)
    // Names of accounts are given to users by operators only.
    const isUser = !login.includes('@') || (await hasAccounts(users, user))
    return { ...found, isUser }
  }
}

/** Owners do not learn which users other accounts have, so only operators are told of names that nobody has. */
async function refuseStranger(
  login: string,
  invitedBy: string | null,
  users: UserRecords,
): Promise<void> {
  const isNew = invitedBy !== null || !(await users.byLogin(login))
  if (isNew && !isAscii(login)) throw refuse('address_not_ascii', { user: login })
  if (invitedBy !== null || login.includes('@')) return
  if (isNew) throw refuse('no_email_address', { user: login })
}

const hasAccounts = async (users: UserRecords, user: User | null): Promise<boolean> =>
  user !== null && (await users.accountsOf(user.id)).length > 0
