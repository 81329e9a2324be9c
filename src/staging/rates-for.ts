import {
  type Conversion,
  formatConversion,
  maxRateAgeDays,
  RateTable,
} from '../currencies/conversion.ts'
import { installationOwner } from '../currencies/daily-rate.ts'
import { type GivenRates, rateKey } from '../currencies/given-rates.ts'
import type { RateStore } from '../records/rate-store.ts'
import { addDays, parseDay } from '../values/day.ts'
import type { AppliedRate } from './applied-rate.ts'
import { refuse } from './refusals.ts'
import type { ResolvedApps } from './resolve-apps.ts'
import { foreignCurrencies } from './row-checks.ts'
import type { Stage } from './stage.ts'
import { StagingNeeded } from './view-files.ts'

/** How many missing rates a refusal lists. */
const maxListed = 20

/** Money of an account on a day that is in another currency than the account. */
interface ForeignMoney {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly currency: string
  readonly accountId: number
  readonly accountCurrency: string
}

/** The rates for staged rows that are not in their account's currency. */
export interface FoundRates {
  readonly rates: readonly AppliedRate[]
  readonly missing: readonly ForeignMoney[]
}

/**
 * Finds the rates for the staged rows that are not in their account's currency: those that came with the
 * import, then stored ones.
 *
 * @throws Refusal `rates_for_several_currencies` when given rates would be of accounts with several
 */
export async function findRates(
  stage: Stage,
  apps: ResolvedApps,
  given: GivenRates | undefined,
  store: Pick<RateStore, 'find'>,
): Promise<FoundRates> {
  const foreign = await foreignMoney(stage, apps)
  const targets = new Set(foreign.map(({ accountCurrency }) => accountCurrency))
  if (given && targets.size > 1) {
    throw refuse('rates_for_several_currencies', { currencies: [...targets] })
  }
  const rates: AppliedRate[] = []
  const left: ForeignMoney[] = []
  for (const money of foreign) {
    const rate = given?.get(rateKey(money.day, money.currency))?.rate
    if (rate === undefined) left.push(money)
    else rates.push({ ...money, rate })
  }
  if (left.length === 0) return { rates, missing: [] }
  const table = await loadRates(left, store)
  const missing: ForeignMoney[] = []
  for (const money of left) {
    const { day, currency, accountId, accountCurrency } = money
    const found: Conversion | null = table.find(accountId, currency, accountCurrency, dayOf(day))
    if (found) rates.push({ ...money, rate: formatConversion(found) })
    else missing.push(money)
  }
  return { rates, missing }
}

/** @throws Refusal `rates_missing` when a rate is missing */
export function refuseMissing(missing: readonly ForeignMoney[]): void {
  const [first] = missing
  if (!first) return
  const currency = first.accountCurrency
  const ofCurrency = missing.filter(({ accountCurrency }) => accountCurrency === currency)
  throw refuse('rates_missing', {
    currency,
    missing: ofCurrency.slice(0, maxListed).map((money) => ({
      day: money.day,
      currency: money.currency,
    })),
    missingCount: ofCurrency.length,
  })
}

async function foreignMoney(stage: Stage, apps: ResolvedApps): Promise<ForeignMoney[]> {
  const pairs = await foreignCurrencies(stage, apps)
  // The rows of a view are used as they are.
  if (stage.viewed && pairs.length > 0) throw new StagingNeeded()
  const byAccount = Map.groupBy(pairs, ({ accountId }) => accountId)
  const money: ForeignMoney[] = []
  for (const [accountId, ofAccount] of byAccount) {
    const { accountCurrency } = ofAccount[0]!
    const days = await stage.foreignDays(ofAccount.map(({ app, currency }) => [app, currency]))
    // A row whose day is none is a bad row.
    const dated = days.filter(([day]) => parseDay(day) !== null)
    money.push(...dated.map(([day, currency]) => ({ day, currency, accountId, accountCurrency })))
  }
  return money
}

async function loadRates(
  money: readonly ForeignMoney[],
  store: Pick<RateStore, 'find'>,
): Promise<RateTable> {
  const days = money.map(({ day }) => day).sort()
  const rates = await store.find({
    owners: [installationOwner, ...new Set(money.map(({ accountId }) => accountId))],
    days: { firstDay: addDays(dayOf(days[0]!), -maxRateAgeDays), lastDay: dayOf(days.at(-1)!) },
    currencies: [
      ...new Set(money.flatMap(({ currency, accountCurrency }) => [currency, accountCurrency])),
    ],
  })
  return new RateTable(rates)
}

/** @param text was checked as a day */
const dayOf = (text: string) => parseDay(text)!
