import type { Account } from './account.ts'

/** The permissions of a caller; see docs/access.md. */
export const permissions = ['read', 'import', 'manage', 'finance'] as const

export type Permission = (typeof permissions)[number]

/** On whose behalf a request is made. Whatever decides who may see what looks at nothing else. */
export interface Principal {
  readonly account: Account
  readonly permissions: ReadonlySet<Permission>
  /** The keys of the apps that it sees, in ascending order; null for all, later ones included. */
  readonly apps: readonly number[] | null
  /** The name of the user, key or link, for the audit log. */
  readonly name: string
}

/** Whether a principal sees what networks owe and paid, which concerns the whole account. */
export const seesFinance = ({ permissions, apps }: Pick<Principal, 'permissions' | 'apps'>) =>
  permissions.has('finance') && apps === null

/** The figures that a principal sees. */
export const figuresOf = ({ account, apps }: Pick<Principal, 'account' | 'apps'>) => ({
  account: account.id,
  apps,
})

/** Tells answers for one scope from those for another. */
export const scopeText = ({ account, apps }: Pick<Principal, 'account' | 'apps'>): string =>
  apps === null ? `${account.id}` : `${account.id}:${apps.join(',')}`
