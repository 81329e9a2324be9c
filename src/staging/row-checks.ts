import { currencyRule, labelRules, numberRules } from '../facts/column-rules.ts'
import type { LabelValue, RowChecks } from './check-rows.ts'
import { accountByReference, type ResolvedApps } from './resolve-apps.ts'
import type { Stage } from './stage.ts'

/**
 * Lists the checks of staged rows.
 *
 * @param report whether it is a network's, and whether other currencies will be converted
 */
export async function rowChecks(
  stage: Stage,
  apps: ResolvedApps,
  report: { readonly isNetwork: boolean; readonly isConvertible: boolean },
): Promise<RowChecks> {
  const badLabels: LabelValue[] = apps.unknown.map((value) => ({ column: 'app_id', value }))
  for (const [column, rule] of Object.entries(labelRules(stage.kind))) {
    const { required, isAccepted } = rule
    const values = await stage.distinct(column)
    const bad = values.filter((value) => (value === null ? required : !isAccepted(value)))
    badLabels.push(...bad.map((value) => ({ column, value })))
  }
  const foreign = report.isConvertible ? [] : await foreignCurrencies(stage, apps)
  return {
    badLabels,
    foreignCurrencies: foreign.map(({ app, currency }) => [app, currency]),
    numbers: numberRules(stage.kind, report.isNetwork),
    refuseDuplicates: !report.isNetwork,
  }
}

/** Rows of an app that are not in its account's currency. */
export interface ForeignCurrency {
  /** The app's reference. */
  readonly app: string
  readonly currency: string
  readonly accountId: number
  readonly accountCurrency: string
}

export async function foreignCurrencies(
  stage: Stage,
  apps: ResolvedApps,
): Promise<ForeignCurrency[]> {
  const accounts = accountByReference(apps)
  const stated = await stage.distinctCurrencies()
  return stated.flatMap(([app, currency]) => {
    const account = accounts.get(app)
    const isForeign = account !== undefined && account.currency !== currency
    return isForeign && currencyRule.isAccepted(currency)
      ? [{ app, currency, accountId: account.id, accountCurrency: account.currency }]
      : []
  })
}
