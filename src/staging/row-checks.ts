import {
  type LabelColumn,
  labelRules,
  networkNumberRules,
  numberRules,
} from '../sources/staged-columns.ts'
import type { LabelValue, RowChecks } from './check-rows.ts'
import { currencyByReference, type ResolvedApps } from './resolve-apps.ts'
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
  for (const column of Object.keys(labelRules) as LabelColumn[]) {
    const { required, isAccepted } = labelRules[column]
    const values = await stage.distinct(column)
    const bad = values.filter((value) => (value === null ? required : !isAccepted(value)))
    badLabels.push(...bad.map((value) => ({ column, value })))
  }
  const foreign = report.isConvertible ? [] : await foreignCurrencies(stage, apps)
  return {
    badLabels,
    foreignCurrencies: foreign.map(([app, currency]) => [app, currency]),
    numbers: report.isNetwork ? networkNumberRules : numberRules,
    refuseDuplicates: !report.isNetwork,
  }
}

/** App references with rows that are not in their account's currency, and both currencies. */
export async function foreignCurrencies(
  stage: Stage,
  apps: ResolvedApps,
): Promise<(readonly [app: string, currency: string, account: string])[]> {
  const accountCurrency = currencyByReference(apps)
  const stated = await stage.distinctCurrencies()
  return stated.flatMap(([app, currency]) => {
    const expected = accountCurrency.get(app)
    const isForeign = expected !== undefined && expected !== currency
    return isForeign && labelRules.currency.isAccepted(currency)
      ? [[app, currency, expected] as const]
      : []
  })
}
