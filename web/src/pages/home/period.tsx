import type { HomeAnswer } from '../../api/wire.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { PageLink } from '../../view/page-link.tsx'
import { searchOf } from '../../view/search.ts'
import { useAddress } from '../../view/use-view.ts'
import { daysBetween, type Range } from '../../view/view.ts'
import styles from './home.module.css'
import { PeriodComparison } from './period-comparison.tsx'

type HomePeriod = HomeAnswer['periods'][number]

/** The revenue of some days, and how it compares. */
export function Period({ period }: { period: HomePeriod }) {
  const formats = useFormats()
  const { start_date: from, end_date: to, reported_days: reported, comparisons } = period
  const total = comparisons[0]!.total.revenue_micros
  const days = daysBetween(from, to).length
  const titleId = `period-${period.period}`
  return (
    <section aria-labelledby={titleId} data-period={period.period}>
      <h2 id={titleId}>{titles[period.period]}</h2>
      <p className={styles.days}>
        <DayRange from={from} to={to} />
        {reported > 0 &&
          reported < days &&
          `, ${formats.count(reported)} of ${formats.count(days)} days reported`}
      </p>
      {reported === 0 ? (
        <p className={styles.figure}>Not reported yet</p>
      ) : (
        <p className={styles.figure}>{formats.money(total)}</p>
      )}
      {comparisons.map((one) => (
        <PeriodComparison key={one.compare} period={period.period} total={total} comparison={one} />
      ))}
      <Links period={period} />
    </section>
  )
}

function Links({ period: { period, start_date: from, end_date: to } }: { period: HomePeriod }) {
  const { view } = useAddress()
  const range: Range =
    period === 'month_to_date'
      ? { from, to }
      : { preset: period === 'yesterday' ? 'yesterday' : 'last_7' }
  // Not the usual comparison, since a part of a month is no whole one.
  const compare = period === 'month_to_date' ? 'previous_month' : 'usual'
  const search = searchOf({ ...view, range, compare })
  return (
    <p className={styles.links}>
      <PageLink to="/dashboard" search={search} aria-label={`${titles[period]}: figures`}>
        Figures
      </PageLink>
      <PageLink
        to="/dashboard/changes"
        search={search}
        aria-label={`${titles[period]}: what changed`}
      >
        What changed
      </PageLink>
    </p>
  )
}

const titles = {
  yesterday: 'Yesterday',
  last_7: 'Last 7 days',
  month_to_date: 'Month to date',
}
