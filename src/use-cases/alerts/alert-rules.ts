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
  const endedApps = [...(await services.apps.endedOfAccount(account.id))]
  const known = await knownApps(
    services,
    account,
    rules.flatMap(({ settings }) => settings.apps ?? []),
  )
  const keysOf = (appId: string): number[] => {
    const key = known.get(appId)
    if (key === undefined) return []
    return [key, ...endedApps.flatMap(([ended, into]) => (into === key ? [ended] : []))]
  }
  return ({ settings: { apps, networks, countries } }) => {
    const keys = apps && [...new Set(apps.flatMap(keysOf))].sort((a, b) => a - b)
    if (keys?.length === 0) return null
    return { principal: ownerOf(account), apps: keys, networks, countries, endedApps }
  }
}

/** @throws Refusal `unknown_app` for a rule about an app that is deleted or not the account's; a merged one is known */
export async function refuseUnknownApps(
  services: Pick<Services, 'apps'>,
  account: Account,
  { settings: { apps } }: AlertRule,
): Promise<void> {
  const known = await knownApps(services, account, apps ?? [])
  const unknown = apps?.find((appId) => !known.has(appId))
  if (unknown !== undefined) throw refuse('unknown_app', { appId: unknown })
}

/** The keys of the account's apps with these ids, as they are by now. */
async function knownApps(
  { apps }: Pick<Services, 'apps'>,
  account: Account,
  appIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = appIds.length > 0 ? await apps.importedAs([...new Set(appIds)]) : []
  const own = [...found].filter(([, { accountId }]) => accountId === account.id)
  return new Map(own.map(([appId, { key }]) => [appId, key]))
}
