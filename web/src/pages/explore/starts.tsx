import { PageLink } from '../../view/page-link.tsx'
import { writeReportView } from '../../view/report-address.ts'
import {
  consistent,
  explorePreset,
  presetView,
  type ReportView,
  usualOrder,
} from '../../view/report-view.ts'
import { useAddress } from '../../view/use-view.ts'
import styles from '../report-cards/report-cards.module.css'

const starts: Readonly<Record<string, Partial<ReportView>>> = {
  'eCPM by country': {
    rows: ['country'],
    metrics: ['ecpm', 'revenue', 'impressions'],
    plot: 'ecpm',
  },
  'Apps by format': { rows: ['app_id'], across: 'ad_format', plot: 'revenue' },
  'This month against last': {
    range: { preset: 'month_to_date' },
    compare: 'previous_month',
    rows: ['network'],
    beside: ['previous', 'change'],
  },
}

/** Questions to begin with. They keep the days and filters, unless they have their own. */
export function Starts() {
  const { view } = useAddress()
  return (
    <nav aria-label="Questions to begin with" className={styles.starts}>
      {Object.entries(starts).map(([title, start]) => {
        const chosen = { ...presetView(explorePreset), ...view, compare: 'none', ...start } as const
        const order = usualOrder(chosen.rows, chosen.metrics)
        const asked = consistent({ ...chosen, order })
        return (
          <PageLink
            key={title}
            to="/dashboard/explore"
            search={writeReportView(asked, explorePreset)}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {title}
          </PageLink>
        )
      })}
    </nav>
  )
}
