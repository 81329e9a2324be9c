import { driftOf, isRestated, type NetworkDrift } from '../../insight/drift.ts'
import { type RestatedDay, restatedDays } from '../../insight/restatements.ts'
import { longestFinalAfterDays } from '../../ledger/finality.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { ReportError } from '../../reporting/report-error.ts'
import type { DaySpan } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import type { InsightScope, InsightSources } from './read-figures.ts'

/** More changes take too much memory. */
const maxChanges = 100_000

/** A network's drift, and after how many days all its figures count as final. */
export interface DriftWithRule extends NetworkDrift {
  readonly finalAfterDays: number
}

export interface Restatements {
  readonly networks: readonly DriftWithRule[]
  /** The days with the greatest restatements of revenue, greatest first. */
  readonly days: readonly RestatedDay[]
  /** How many days were restated, listed or not. */
  readonly restatedDays: number
}

/** Restatements are of whole slices. */
export type RestatementScope = Pick<InsightScope, 'principal' | 'apps'> & {
  /** Null for all. */
  readonly networks: readonly string[] | null
}

/**
 * Finds what networks restated of some days.
 *
 * @param limit how many days are listed at most
 * @throws ReportError when there are too many changes
 */
export async function findRestatements(
  { ledger, finality, today }: Pick<InsightSources, 'ledger' | 'finality' | 'today'>,
  { principal, apps, networks }: RestatementScope,
  days: DaySpan,
  limit: number,
): Promise<Restatements> {
  const scope = { ...figuresOf(principal), ...(apps && { apps }) }
  const [changes, rules] = await Promise.all([
    ledger.networkDayChanges(scope, days, maxChanges + 1),
    finality.all(scope.account),
  ])
  if (changes.length > maxChanges) throw tooManyChanges()
  const wanted = changes.filter(({ network }) => networks === null || networks.includes(network))
  const found = await inTurns(restatedDays(wanted))
  const drifts = await inTurns(driftOf(found, today()))
  const restated = found.filter(isRestated).sort((a, b) => compare(sizeOf(b), sizeOf(a)))
  return {
    networks: drifts.map((drift) => ({
      ...drift,
      finalAfterDays: longestFinalAfterDays(rules.get(drift.network)),
    })),
    days: restated.slice(0, limit),
    restatedDays: restated.length,
  }
}

const sizeOf = ({ restated: { revenueMicros } }: RestatedDay): bigint =>
  revenueMicros < 0n ? -revenueMicros : revenueMicros

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)

const tooManyChanges = () =>
  new ReportError(
    'answer_too_large',
    `These days have more than ${maxChanges.toLocaleString('en')} changes of a day and network. Ask for fewer days or apps.`,
    {},
  )
