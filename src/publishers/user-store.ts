import type { Account } from './account.ts'
import type { Grant, Invitation, Member, Membership, StoredUser } from './user.ts'

/** A user of an identity provider (OIDC). */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** The stored users. A user is known by the login. */
export interface UserRecords {
  byLogin(login: string): Promise<StoredUser | null>
  byId(id: number): Promise<StoredUser | null>
  byIdentity(identity: Identity): Promise<StoredUser | null>
  /** @param login that no user has */
  insert(login: string, passwordHash: string | null, createdAtMs: number): Promise<StoredUser>
  /** Removes a user with everything that belongs to it. */
  remove(id: number): Promise<void>
  /** Changes the password and ends all sessions. */
  setPasswordHash(id: number, hash: string): Promise<void>
  /** Removes password and second factor, and ends all sessions. */
  clearCredentials(id: number): Promise<void>
  issuersOf(id: number): Promise<string[]>
  addIdentity(id: number, identity: Identity): Promise<void>

  /** The accounts that a user signs in to, disabled ones too, by username. */
  accountsOf(id: number): Promise<Membership[]>
  /** By login. */
  membersOf(accountId: number): Promise<Member[]>
  /** Gives a user a role in an account and apps of it, in place of earlier ones. */
  setGrant(accountId: number, id: number, grant: Grant): Promise<void>
  /** Removes a user's role in an account, and the views that only the user sees. */
  removeMember(accountId: number, id: number): Promise<void>

  /** By login. */
  invitationsOf(accountId: number): Promise<Invitation[]>
  invitationsFor(login: string): Promise<Invitation[]>
  invitationByToken(
    tokenHash: Uint8Array,
  ): Promise<{ readonly invitation: Invitation; readonly account: Account } | null>
  /** Replaces an earlier invitation of the same login to the same account. */
  putInvitation(
    invitation: Omit<Invitation, 'id'>,
    tokenHash: Uint8Array,
    createdAtMs: number,
  ): Promise<Invitation>
  removeInvitation(id: number): Promise<void>
}

/** PORT: stores users, their roles in accounts, and invitations. */
export interface UserStore extends UserRecords {
  /** Runs work in a transaction; no other process changes users meanwhile. */
  exclusively<Result>(work: (users: UserRecords) => Promise<Result>): Promise<Result>
}
