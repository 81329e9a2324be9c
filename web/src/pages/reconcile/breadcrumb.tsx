import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { PageLink } from '../../view/page-link.tsx'
import type { Search } from '../../view/search.ts'
import type { DrillLevel } from './level.ts'
import styles from './reconcile.module.css'

export interface BreadcrumbProps {
  readonly level: DrillLevel
  /** That are compared. */
  readonly days: { readonly from: string; readonly to: string }
  readonly searchWith: (own: { readonly within: string | undefined }) => Search
}

/** The way from the shown days back to all of them. */
export function Breadcrumb({ level, days, searchWith }: BreadcrumbProps) {
  const formats = useFormats()
  const { by, from, to } = level
  if (from === days.from && to === days.to && by !== 'slice') return null
  const month = from.slice(0, 7)
  const monthName = formats.day(from, 'wholeMonth')
  const hasMonths = days.from.slice(0, 7) !== days.to.slice(0, 7)
  return (
    <nav aria-label="Days" className={styles.breadcrumb}>
      <PageLink to="/dashboard/reconcile" search={searchWith({ within: undefined })}>
        <DayRange from={days.from} to={days.to} />
      </PageLink>
      {by === 'slice' && hasMonths && (
        <>
          <span aria-hidden="true">›</span>
          <PageLink to="/dashboard/reconcile" search={searchWith({ within: month })}>
            {monthName}
          </PageLink>
        </>
      )}
      <span aria-hidden="true">›</span>
      <b aria-current="page">{by === 'slice' ? formats.day(from, 'short') : monthName}</b>
    </nav>
  )
}
