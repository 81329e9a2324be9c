import type { NamedRange } from '../../../../src/values/compared-range.ts'
import type { HomeAnswer, WireNumber } from '../../api/wire.ts'
import { Change } from '../../figures/change.tsx'
import { none, useFormats } from '../../figures/formats.ts'
import { changeOf } from '../../figures/metrics.ts'
import { ComparisonWords } from '../../insight/comparison-words.tsx'
import styles from './home.module.css'

type HomePeriod = HomeAnswer['periods'][number]
type Comparison = HomePeriod['comparisons'][number]

export interface PeriodComparisonProps {
  readonly period: HomePeriod['period']
  /** The revenue of the period in micros, compared or not. */
  readonly total: WireNumber
  readonly comparison: Comparison
}

/** How the revenue of some days compares, on one line; opened, it tells which days are compared. */
export function PeriodComparison({ period, total, comparison }: PeriodComparisonProps) {
  const formats = useFormats()
  // Both are null without compared days.
  const { current, previous } = comparison.revenue_micros
  const words = compareTexts[period][comparison.compare!] ?? ''
  return (
    <details className={styles.comparison} data-compare={comparison.compare}>
      <summary>
        {current === null || previous === null ? (
          `${none} nothing to compare ${words}`
        ) : (
          <>
            <Change decimal={changeOf(current, previous)} />{' '}
            {current !== total && (
              <>
                to <bdi>{formats.money(current)}</bdi>{' '}
              </>
            )}
            from <bdi>{formats.money(previous)}</bdi> {words}
          </>
        )}
      </summary>
      <ComparisonWords answer={comparison} />
    </details>
  )
}

const compareTexts = {
  yesterday: {
    previous_weekdays: 'a week earlier',
    previous_year_weekdays: 'on the same weekday of last year',
  },
  last_7: {
    previous_weekdays: 'in the week before',
    previous_year_weekdays: 'in the same week of last year',
  },
  month_to_date: {
    previous_month: 'on the same days of last month',
    previous_year: 'on the same days of last year',
  },
} as Readonly<Record<HomePeriod['period'], Partial<Record<NamedRange, string>>>>
