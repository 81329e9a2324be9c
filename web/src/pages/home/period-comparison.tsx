import type { HomeAnswer, WireNumber } from '../../api/wire.ts'
import { Change } from '../../figures/change.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { amountTotals, type Totals } from '../../figures/sums.ts'
import { ComparisonWords } from '../../insight/comparison-words.tsx'
import type { ComparisonBasis } from '../../view/compare.ts'
import styles from './home.module.css'

type HomePeriod = HomeAnswer['periods'][number]
type Comparison = HomePeriod['comparisons'][number]

/** The totals of the compared days; null without any. */
export function comparedTotals({ impressions, revenue_micros: revenue }: Comparison) {
  const of = (side: 'current' | 'previous'): Totals | null => {
    const [count, micros]: (WireNumber | null)[] = [impressions[side], revenue[side]]
    return count == null || micros == null
      ? null
      : amountTotals({ impressions: count, revenue_micros: micros })
  }
  const [current, previous] = [of('current'), of('previous')]
  return current && previous ? { current, previous } : null
}

export interface PeriodComparisonProps {
  readonly period: HomePeriod['period']
  /** All that is reported of the period, compared or not. */
  readonly total: Totals
  readonly comparison: Comparison
}

/** How the revenue of some days compares, on one line; opened, it tells which days are compared. */
export function PeriodComparison({ period, total, comparison }: PeriodComparisonProps) {
  const formats = useFormats()
  const compared = comparedTotals(comparison)
  const words = compareTexts[period][comparison.compare!] ?? ''
  const isPart =
    compared !== null && BigInt(compared.current.revenueMicros) !== BigInt(total.revenueMicros)
  return (
    <details className={styles.comparison} data-compare={comparison.compare}>
      <summary>
        {compared === null ? (
          `${none} nothing to compare ${words}`
        ) : (
          <>
            <Change decimal={changeOf('revenue', compared.current, compared.previous)} />{' '}
            {isPart && (
              <>
                to <bdi>{formats.metric('revenue', compared.current)}</bdi>{' '}
              </>
            )}
            from <bdi>{formats.metric('revenue', compared.previous)}</bdi> {words}
          </>
        )}
      </summary>
      <ComparisonWords answer={comparison} />
    </details>
  )
}

const compareTexts = {
  yesterday: { previous_weekdays: 'a week earlier', previous_year_weekdays: '52 weeks earlier' },
  last_7: {
    previous_weekdays: 'in the week before',
    previous_year_weekdays: '52 weeks earlier',
  },
  month_to_date: {
    previous_month: 'on the same days of last month',
    previous_year: 'on the same days of last year',
  },
} as Readonly<
  Record<
    HomeAnswer['periods'][number]['period'],
    Readonly<Partial<Record<ComparisonBasis, string>>>
  >
>
