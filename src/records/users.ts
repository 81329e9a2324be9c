import type { Account } from '../publishers/account.ts'
import { type Guesser, hashPassword, trusted, verifyPassword } from '../publishers/passwords.ts'
import { refuse } from '../publishers/refusals.ts'
import type { Grant, Invitation, Member, Membership, StoredUser, User } from '../publishers/user.ts'
import { rolesOfAllApps, toLogin } from '../publishers/user.ts'
import type { Accounts } from './accounts.ts'
import type { UserRecords, UserStore } from './user-store.ts'

/** How many users and open invitations an account may have. */
export const maxUsers = 1_000

/** A user whose sign-in was proved. */
export interface KnownUser {
  readonly user: StoredUser
  /** The accounts that the user may use now, by username; at least one. */
  readonly memberships: readonly Membership[]
}

/** Manages the users of accounts, and finds the user of a password. */
export class Users {
  readonly #accounts: Accounts
  readonly #store: UserStore
  readonly #now: () => Date

  constructor(accounts: Accounts, store: UserStore, now: () => Date) {
    this.#accounts = accounts
    this.#store = store
    this.#now = now
  }

  /**
   * Finds the user of a login and password.
   *
   * @returns null when either is wrong, or the user has no enabled account or no password; does the
   *   same work in all cases
   * @throws OverloadedError when too many passwords wait to be checked
   */
  async byPassword(
    login: string,
    password: string,
    guesser: Guesser = trusted,
  ): Promise<KnownUser | null> {
    const user = await this.#store.byLogin(toLogin(login))
    const matches = await verifyPassword(password, user?.passwordHash ?? null, guesser)
    return user && matches ? this.known(user) : null
  }

  /** A user with the accounts that it may use now; null when there are none. */
  async known(user: StoredUser): Promise<KnownUser | null> {
    const memberships = await this.activeAccountsOf(user.id)
    return memberships.length > 0 ? { user, memberships } : null
  }

  /** @returns null for an unknown login */
  byLogin(login: string): Promise<StoredUser | null> {
    return this.#store.byLogin(toLogin(login))
  }

  /** Null for a user who is gone. */
  async loginOf(id: number): Promise<string | null> {
    return (await this.#store.byId(id))?.login ?? null
  }

  /** @throws Refusal when there is no such user */
  async get(login: string): Promise<StoredUser> {
    const user = await this.byLogin(login)
    if (!user) throw refuse('unknown_login', { user: login })
    return user
  }

  /** The account that a user chose last, or else the first one, disabled or not; null without one. */
  async accountShown({ id, lastAccountId }: StoredUser): Promise<Account | null> {
    const accounts = (await this.#store.accountsOf(id)).map(({ account }) => account)
    return accounts.find((account) => account.id === lastAccountId) ?? accounts[0] ?? null
  }

  /** The enabled accounts that a user signs in to, by username. */
  async activeAccountsOf(userId: number): Promise<Membership[]> {
    const all = await this.#store.accountsOf(userId)
    return all.filter(({ account }) => account.disabledAt === null)
  }

  /** The users of an account and its open invitations, by login. @throws Refusal for an unknown account */
  async list(
    username: string,
  ): Promise<{ readonly members: Member[]; readonly invitations: Invitation[] }> {
    const { id } = await this.#accounts.get(username)
    const nowMs = this.#now().getTime()
    const invitations = await this.#store.invitationsOf(id)
    return {
      members: await this.#store.membersOf(id),
      invitations: invitations.filter(({ expiresAtMs }) => expiresAtMs > nowMs),
    }
  }

  /**
   * Gives a user of an account another role, and other apps if `apps` is defined.
   *
   * @throws Refusal when the account or the user does not exist, no other owner is left, or the role
   *   sees all apps
   */
  async setRole(
    username: string,
    login: string,
    { role, apps }: Pick<Grant, 'role'> & { readonly apps: Grant['apps'] | undefined },
  ): Promise<Pick<Member, 'user' | 'role' | 'apps'>> {
    const account = await this.#accounts.get(username)
    return this.#store.exclusively(async (users) => {
      const member = await this.#member(users, account, login, role !== 'owner')
      const grant = { role, apps: apps === undefined ? member.apps : apps }
      refuseLimitedRole(member.user, grant)
      await users.setGrant(account.id, member.user.id, grant)
      return { user: member.user, ...grant }
    })
  }

  /**
   * Removes a user from an account, or withdraws an invitation. A user without another account is gone.
   *
   * @returns whether it was an invitation
   * @throws Refusal when the account or the user does not exist, or no other owner is left
   */
  async remove(username: string, login: string): Promise<{ readonly wasInvited: boolean }> {
    const account = await this.#accounts.get(username)
    return this.#store.exclusively(async (users) => {
      const invitations = await users.invitationsOf(account.id)
      const invitation = invitations.find((one) => one.login === toLogin(login))
      if (invitation) {
        await users.removeInvitation(invitation.id)
        return { wasInvited: true }
      }
      const { user } = await this.#member(users, account, login, true)
      await users.removeMember(account.id, user.id)
      if ((await users.accountsOf(user.id)).length === 0) await users.remove(user.id)
      return { wasInvited: false }
    })
  }

  /** Sets a user's password and ends its sessions. @throws Refusal when there is no such user */
  async setPassword(login: string, password: string): Promise<User> {
    const user = await this.get(login)
    await this.#store.setPasswordHash(user.id, await hashPassword(password))
    return user
  }

  /**
   * Changes the password of a user who gives the current one, and ends all sessions.
   *
   * @returns the user with the new password; null when the current one is wrong
   * @throws Refusal when the user has no password; OverloadedError when too many passwords wait
   */
  async changePassword(
    { login }: User,
    current: string,
    next: string,
    guesser: Guesser = trusted,
  ): Promise<StoredUser | null> {
    const user = await this.byLogin(login)
    if (user?.passwordHash == null) throw refuse('no_password', { user: login })
    if (!(await verifyPassword(current, user.passwordHash, guesser))) return null
    const hash = await hashPassword(next)
    return this.#store.exclusively(async (users) => {
      // A password that an operator has set meanwhile stays.
      if ((await users.byId(user.id))?.passwordHash !== user.passwordHash) return null
      await users.setPasswordHash(user.id, hash)
      return users.byId(user.id)
    })
  }

  /**
   * Sets the password of the user with an account's name, who becomes an owner of the account if there
   * is no such user yet, and ends its sessions.
   *
   * @throws Refusal when the account does not exist, or the user with its name does not own it
   */
  async setOwnerPassword(username: string, password: string): Promise<Account> {
    const account = await this.#accounts.get(username)
    const hash = await hashPassword(password)
    await this.#store.exclusively(async (users) => {
      const user = await users.byLogin(username)
      if (!user) {
        const { id } = await users.insert(username, hash, this.#now().getTime())
        return users.setGrant(account.id, id, { role: 'owner', apps: null })
      }
      const memberships = await users.accountsOf(user.id)
      const own = memberships.find((one) => one.account.id === account.id)
      if (own?.role !== 'owner') throw refuse('login_not_owner', { username })
      await users.setPasswordHash(user.id, hash)
    })
    return account
  }

  /** @param losesOwner whether the user is an owner no more afterwards */
  async #member(
    users: UserRecords,
    { id, username }: Account,
    login: string,
    losesOwner: boolean,
  ): Promise<Member> {
    const members = await users.membersOf(id)
    const member = members.find(({ user }) => user.login === toLogin(login))
    if (!member) throw refuse('unknown_member', { username, user: login })
    const owners = members.filter(({ role }) => role === 'owner')
    if (losesOwner && member.role === 'owner' && owners.length === 1) {
      throw refuse('last_owner', { username, user: member.user.login })
    }
    return member
  }
}

/** @throws Refusal `role_limited` for a role that sees all apps */
export function refuseLimitedRole({ login }: Pick<User, 'login'>, { role, apps }: Grant): void {
  if (apps !== null && rolesOfAllApps.includes(role))
    throw refuse('role_limited', { user: login, role })
}
