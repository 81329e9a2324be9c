import { periodOf, timeOf } from '../../reporting/periods.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ComparedPair } from '../../values/compared-range.ts'
import { type Day, type DaySpan, dayCount } from '../../values/day.ts'
import type { BindNumbers, SqlDialect } from './sql-dialect.ts'

/** Conditions for the days of networks that a plan compares, see `ReportRequest.comparedPairs`. */
export class ComparedDays {
  readonly #plan: ReportPlan
  readonly #dialect: SqlDialect
  readonly #bind: BindNumbers

  constructor(plan: ReportPlan, dialect: SqlDialect, bind: BindNumbers) {
    this.#plan = plan
    this.#dialect = dialect
    this.#bind = bind
  }

  /** Whether a stored row is of a compared day. @param side which of the paired days */
  ofRow(side: keyof ComparedPair): string {
    const span = side === 'day' ? this.#plan.days : this.#plan.comparison!.days
    const place = `${this.#dialect.dayNumber('day')} - (${span.firstDay})`
    return this.#isFlagged(span, place, 'network', (pair) => pair[side])
  }

  /** Whether days of a merged row are compared, whatever figures it has. */
  ofMerged(): string {
    const { dimensions, days } = this.#plan
    const time = timeOf(dimensions)
    const firstDay = time ? periodOf(time, days.firstDay) : days.firstDay
    const span = { firstDay, lastDay: time ? days.lastDay : firstDay }
    const place = time ? `${this.#dialect.dayNumber('merged.period')} - (${firstDay})` : '0'
    const network = dimensions.includes('network') ? 'merged.network' : null
    return this.#isFlagged(span, place, network, ({ day }) =>
      time ? periodOf(time, day) : firstDay,
    )
  }

  /**
   * Looks a day up in flags. Networks with the same flags share them; the first ones are of networks without
   * compared days.
   *
   * @param network its column; null for all together
   */
  #isFlagged(
    span: DaySpan,
    place: string,
    network: string | null,
    dayOf: (pair: ComparedPair) => Day,
  ): string {
    const { account, comparedPairs } = this.#plan
    const length = Math.max(dayCount(span), 0)
    const flagsOf = (pairs: readonly ComparedPair[]) => {
      const flags = new Array<number>(length).fill(0)
      for (const pair of pairs) flags[dayOf(pair) - span.firstDay] = 1
      return flags
    }
    const { lookup, labels } = this.#dialect
    if (network === null) {
      const flags = flagsOf([...comparedPairs!.values()].flat())
      return `${lookup(this.#bind, flags, place)} = 1`
    }
    const names = labels.of(account).setOf('network')
    const offsets = new Array<number>(Math.max(names.names.length, 1)).fill(0)
    const flags = flagsOf([])
    const known = new Map<string, number>()
    for (const [name, pairs] of comparedPairs!) {
      const code = names.codeOf(name)
      if (code === null) continue
      const own = flagsOf(pairs)
      const key = own.join('')
      if (!known.has(key)) {
        known.set(key, flags.length)
        flags.push(...own)
      }
      offsets[code] = known.get(key)!
    }
    return `${lookup(this.#bind, flags, `${lookup(this.#bind, offsets, network)} + (${place})`)} = 1`
  }
}
