import type { Account } from './account.ts'
import type { Permission, Principal } from './principal.ts'

/** The roles of a user in an account; see docs/access.md. */
export const roles = ['owner', 'editor', 'finance', 'viewer'] as const

export type Role = (typeof roles)[number]

export const permissionsOf: Readonly<Record<Role, ReadonlySet<Permission>>> = {
  owner: new Set(['read', 'import', 'manage', 'finance']),
  editor: new Set(['read', 'import']),
  finance: new Set(['read', 'finance']),
  viewer: new Set(['read']),
}

/** The roles of users who see all apps: what they do concerns the whole account. */
export const rolesOfAllApps: readonly Role[] = ['owner', 'finance']

/** Someone who signs in to the dashboard. */
export interface User {
  readonly id: number
  /** An e-mail address in lower case, or the name of the account whose first owner this is. */
  readonly login: string
}

/** A user, and what proves a sign-in. */
export interface StoredUser extends User {
  /** In the PHC string format; null for a user who signs in with the provider only. */
  readonly passwordHash: string | null
  /** Grows when sessions of before are to end. */
  readonly credentialVersion: number
  /** The account that the user chose last; null before the first choice. It may be gone. */
  readonly lastAccountId: number | null
}

/** The role of a user in an account, and the apps that the user sees. */
export interface Grant {
  readonly role: Role
  /** The keys of the apps that the user sees, in ascending order; null for all, later ones included. */
  readonly apps: readonly number[] | null
}

/** An account that a user signs in to. */
export interface Membership extends Grant {
  readonly account: Account
}

/** A user of an account. */
export interface Member extends Grant {
  readonly user: User
  readonly hasPassword: boolean
  readonly hasSecondFactor: boolean
  /** The providers that the user signed in with. */
  readonly issuers: readonly string[]
  /** Of the user's open sessions, in any account; null without one. */
  readonly lastUsedAtMs: number | null
}

/** An invitation that nobody has accepted yet. */
export interface Invitation extends Grant {
  readonly id: number
  readonly accountId: number
  /** The login of the user who is to join. */
  readonly login: string
  /** The name of the actor; null for a command. */
  readonly invitedBy: string | null
  readonly expiresAtMs: number
}

/**
 * E-mail addresses are compared in lower case, names of accounts as they are. No other letter becomes one of ASCII: the
 * Kelvin sign is a k in lower case, and would be in the address of someone else.
 */
export const toLogin = (typed: string): string =>
  typed.includes('@') ? Array.from(typed.trim(), lowerCase).join('') : typed

function lowerCase(letter: string): string {
  const lower = letter.toLowerCase()
  return isAscii(lower) && !isAscii(letter) ? letter : lower
}

/** Whether a text has only letters that no other ones look like. */
export const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text)

/** A user of an identity provider (OIDC). */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** An account's owner, for commands on the machine that has the data. */
export const ownerOf = (account: Account): Principal => ({
  account,
  permissions: permissionsOf.owner,
  apps: null,
  name: account.username,
})
