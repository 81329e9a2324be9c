import { Type } from 'typebox'
import type { Account } from '../publishers/account.ts'
import type { KeyScope } from '../publishers/api-key.ts'
import { permissions } from '../publishers/principal.ts'
import { refuse } from '../publishers/refusals.ts'
import type { AppStore } from '../records/app-store.ts'
import { appId, listOf, moment, momentMs, oneOf } from './fields.ts'
import type { RequestOf } from './use-case.ts'

/** The most apps that a key or a link names. */
const maxNamedApps = 1_000

export const appList = listOf(appId, maxNamedApps)

/** The limits of a key. An absent field limits nothing. */
export const scopeFields = {
  allow: Type.Optional(listOf(oneOf(permissions), permissions.length)),
  appId: Type.Optional(appList),
  /** The first instant at which it no longer works. */
  expires: Type.Optional(moment),
}

/** The apps that a user may see; null for all. */
export const appsOfUser = Type.Union([appList, Type.Null()], {
  description: `1 to ${maxNamedApps} different values; null for all apps`,
})

/** @throws Refusal `unknown_app` when the account does not have one of the apps */
export async function readScope(
  { allow, appId, expires }: RequestOf<typeof scopeFields>,
  account: Account,
  apps: AppStore,
): Promise<Partial<KeyScope>> {
  return {
    ...(allow && { permissions: permissions.filter((one) => allow.includes(one)) }),
    ...(appId && { apps: await appKeys(appId, account, apps) }),
    ...(expires !== undefined && { expiresAtMs: momentMs(expires) }),
  }
}

/**
 * The keys of an account's apps, in ascending order.
 *
 * @throws Refusal `unknown_app` when the account does not have one of them
 */
export async function appKeys(
  appIds: readonly string[],
  account: Account,
  apps: AppStore,
): Promise<number[]> {
  const found = await apps.ofAccountByIds(account.id, appIds)
  const known = new Set(found.map(({ appId }) => appId))
  const missing = appIds.find((id) => !known.has(id))
  if (missing !== undefined) throw refuse('unknown_app', { appId: missing })
  return found.map(({ key }) => key).sort((a, b) => a - b)
}

/**
 * The app ids of a scope, sorted.
 *
 * @param keys keys of apps that no longer exist are left out
 * @returns null for all apps
 */
export async function appIdsOf(
  keys: readonly number[] | null,
  apps: AppStore,
): Promise<string[] | null> {
  if (keys === null) return null
  return (await apps.byKeys(keys)).map(({ appId }) => appId).sort()
}
