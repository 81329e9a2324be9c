import type { FigureRule } from '../../alerts/judge.ts'
import { type AlertRule, type FigureKind, figureKinds } from '../../alerts/rule.ts'
import type { Account } from '../../publishers/account.ts'
import { ownerOf } from '../../publishers/user.ts'
import type { Services } from '../services.ts'
import type { Needs } from './look-reader.ts'

export const isFigureRule = (rule: AlertRule): rule is FigureRule =>
  figureKinds.includes(rule.kind as FigureKind)

/** What rules look at. Apps that the account does not have any more are left out. */
export async function scopesOf(
  { apps }: Pick<Services, 'apps'>,
  account: Account,
  rules: readonly FigureRule[],
): Promise<(rule: FigureRule) => Omit<Needs, 'splits'>> {
  const ids = [...new Set(rules.flatMap(({ settings }) => settings.apps ?? []))]
  const found = ids.length > 0 ? await apps.byIds(ids) : []
  const own = new Map(
    found.filter(({ accountId }) => accountId === account.id).map((app) => [app.appId, app.key]),
  )
  return ({ settings }) => ({
    principal: ownerOf(account),
    apps: settings.apps?.flatMap((id) => own.get(id) ?? []).sort((a, b) => a - b) ?? null,
    networks: settings.networks,
    countries: settings.countries,
  })
}
