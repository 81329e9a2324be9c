import { useCallback, useMemo } from 'react'
import { Choices } from '../../controls/choices.tsx'
import { IgnoredValues } from '../../layout/notices.tsx'
import { dimensionTitle } from '../../reports/names.ts'
import { withoutRowsOfOne } from '../../view/drill.ts'
import type { ReportView, RowDimension } from '../../view/report-view.ts'
import type { ReportPage } from '../../view/use-report-view.ts'
import type { Filters, ViewFilterName } from '../../view/view.ts'
import { ChartCard } from '../report-cards/chart-card.tsx'
import { TableCard } from '../report-cards/table-card.tsx'
import { Trail } from '../report-cards/trail.tsx'
import { Toolbar } from '../toolbar.tsx'
import { WithFigures } from '../with-figures.tsx'
import { KeyFigures } from './key-figures.tsx'

export interface OverviewFiguresProps extends ReportPage {
  /** The dimensions that rows can have. */
  readonly breakdowns: readonly RowDimension[]
  /** Filters that the page sets. */
  readonly fixed?: Filters
}

const noFilters: Filters = {}

/** The figures of a range: totals, over time, and by one dimension. */
export function OverviewFigures(props: OverviewFiguresProps) {
  const { view: asked, ignored, change, breakdowns, fixed = noFilters } = props
  const view = useMemo(
    () => ({ ...asked, filters: { ...asked.filters, ...fixed } }),
    [asked, fixed],
  )
  const drill = useCallback(
    (changed: Partial<ReportView>) => {
      const own = changed.filters && { filters: without(changed.filters, fixed) }
      change(withoutRowsOfOne({ ...changed, ...own }, asked.rows, breakdowns))
    },
    [change, asked.rows, breakdowns, fixed],
  )
  return (
    <WithFigures shows="Here you will see revenue, eCPM and impressions by day, network, app and country.">
      <IgnoredValues values={ignored} />
      <Toolbar view={asked} onChange={change} fixed={fixed} />
      <Trail view={asked} onChange={change} />
      <KeyFigures view={view} />
      <ChartCard view={view} onChange={drill}>
        <Choices
          label="Break down by"
          choices={titlesOf(breakdowns)}
          chosen={asked.rows[0]!}
          onChoose={(by) => change({ rows: [by] })}
        />
      </ChartCard>
      <TableCard view={view} onChange={drill} />
    </WithFigures>
  )
}

const without = (filters: Filters, fixed: Filters): Filters =>
  Object.fromEntries(
    Object.entries(filters).filter(([name]) => fixed[name as ViewFilterName] === undefined),
  )

const titlesOf = (breakdowns: readonly RowDimension[]) =>
  Object.fromEntries(
    breakdowns.map((by) => [by, by === 'date' ? 'Total' : dimensionTitle(by)]),
  ) as Record<RowDimension, string>
