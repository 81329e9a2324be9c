import { type Rate, type Rates, rateKey } from './rates.ts'
import { refuse } from './refusals.ts'
import type { ResolvedApps } from './resolve-apps.ts'
import { foreignCurrencies } from './row-checks.ts'
import type { Stage } from './stage.ts'

/** How many missing rates a refusal lists. */
const maxListed = 20

/**
 * Finds the rates for the staged rows that are not in their account's currency.
 *
 * @throws Refusal `rates_missing`; `rates_for_several_currencies` when accounts differ in currency
 */
export async function ratesFor(
  stage: Stage,
  apps: ResolvedApps,
  given: Rates | undefined,
): Promise<Rate[]> {
  const pairs = await foreignCurrencies(stage, apps)
  if (pairs.length === 0) return []
  const targets = new Set(pairs.map(([, , currency]) => currency))
  if (targets.size > 1) {
    throw refuse('rates_for_several_currencies', { currencies: [...targets] })
  }
  const days = await stage.foreignDays(pairs.map(([app, currency]) => [app, currency]))
  const missing = days.filter(([day, currency]) => !given?.has(rateKey(day, currency)))
  if (missing.length === 0)
    return days.map(([day, currency]) => given!.get(rateKey(day, currency))!)
  throw refuse('rates_missing', {
    currency: [...targets][0]!,
    missing: missing.slice(0, maxListed).map(([day, currency]) => ({ day, currency })),
    missingCount: missing.length,
  })
}
