import type { FigureRule } from '../../alerts/judge.ts'
import { type AlertRule, type FigureKind, figureKinds } from '../../alerts/rule.ts'
import type { Account } from '../../publishers/account.ts'
import { refuse } from '../../publishers/refusals.ts'
import { ownerOf } from '../../publishers/user.ts'
import type { Services } from '../services.ts'
import type { RuleScope } from './look-reader.ts'

export const isFigureRule = (rule: AlertRule): rule is FigureRule =>
  figureKinds.includes(rule.kind as FigureKind)

/**
 * The figures that rules are about. An app that was merged is read as the app that it was merged into, with all that were,
 * so that figures of before a merge compare with those after it. Deleted apps are left out: their figures are gone.
 *
 * @returns null for a rule whose apps are all deleted: it is not judged, neither on all apps nor on none
 */
export async function scopesOf(
  services: Pick<Services, 'apps'>,
  account: Account,
  rules: readonly FigureRule[],
): Promise<(rule: FigureRule) => RuleScope | null> {
  const isLimited = rules.some(({ settings }) => settings.apps !== null)
  const keysOf = isLimited ? await appKeys(services, account) : () => []
  return ({ settings: { apps, networks, countries } }) => {
    const keys = apps && [...new Set(apps.flatMap(keysOf))].sort((a, b) => a - b)
    if (keys?.length === 0) return null
    return { principal: ownerOf(account), apps: keys, networks, countries }
  }
}

/** @throws Refusal `unknown_app` for a rule about an app that the account does not have; merged apps are had */
export async function refuseUnknownApps(
  services: Pick<Services, 'apps'>,
  account: Account,
  { settings: { apps } }: AlertRule,
): Promise<void> {
  if (apps === null) return
  const keysOf = await appKeys(services, account)
  const unknown = apps.find((appId) => keysOf(appId).length === 0)
  if (unknown !== undefined) throw refuse('unknown_app', { appId: unknown })
}

/** Finds the keys of all apps that are the same app by now; none for an app that is deleted, or not the account's. */
async function appKeys(
  { apps }: Pick<Services, 'apps'>,
  account: Account,
): Promise<(appId: string) => readonly number[]> {
  const ever = await apps.everOfAccount(account.id)
  const now = await apps.keysNow(ever.map(({ key }) => key))
  const same = Map.groupBy(now.keys(), (key) => now.get(key)!)
  const byId = new Map(ever.map(({ appId, key }) => [appId, now.get(key)]))
  return (appId) => same.get(byId.get(appId)!) ?? []
}
