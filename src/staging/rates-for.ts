import { ImportError } from '../sources/import-error.ts'
import { type Rate, type Rates, rateKey } from './rates.ts'
import type { ResolvedApps } from './resolve-apps.ts'
import { foreignCurrencies } from './row-checks.ts'
import type { Stage } from './stage.ts'

/** Days and currencies without a rate that a refusal names. */
const maxListed = 20

/**
 * The rates of the staged rows that are in other currencies than their accounts'.
 *
 * @throws ImportError naming days and currencies without a rate, or when a rate would have to mean
 *   two currencies
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
    throw new ImportError(
      `nothing was imported: rows would have to be converted to ${[...targets].join(' and ')}, and a rate file is for one currency; import the accounts' files one by one`,
    )
  }
  const days = await stage.foreignDays(pairs.map(([app, currency]) => [app, currency]))
  const missing = days.filter(([day, currency]) => !given?.has(rateKey(day, currency)))
  if (missing.length === 0)
    return days.map(([day, currency]) => given!.get(rateKey(day, currency))!)
  const shown = missing.slice(0, maxListed).map(([day, currency]) => `${day} ${currency}`)
  const more = missing.length > shown.length ? ` and ${missing.length - shown.length} more` : ''
  throw new ImportError(
    `nothing was imported: no rate to ${[...targets][0]} for ${shown.join(', ')}${more}; give them with --rates FILE, a CSV of day,currency,rate`,
  )
}
