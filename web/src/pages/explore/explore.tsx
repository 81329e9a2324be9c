import { IgnoredValues } from '../../layout/notices.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { explorePreset } from '../../view/report-view.ts'
import { useReportView } from '../../view/use-report-view.ts'
import { ComparisonNote } from '../comparison-note.tsx'
import { ChartCard } from '../report-cards/chart-card.tsx'
import { TableCard } from '../report-cards/table-card.tsx'
import { Trail } from '../report-cards/trail.tsx'
import { Toolbar } from '../toolbar.tsx'
import { WithFigures } from '../with-figures.tsx'
import { Shape } from './shape.tsx'
import { SideBySide } from './side-by-side.tsx'
import { Starts } from './starts.tsx'

/** Any figures: metrics by dimensions, as a chart and a table. Every click filters. */
export default function Explore() {
  const { view, ignored, change } = useReportView(explorePreset)
  return (
    <>
      <PageTitle>Explore</PageTitle>
      <WithFigures shows="Here you will ask your own questions: any figures, by any dimensions, to download or share.">
        <IgnoredValues values={ignored} />
        <Toolbar view={view} onChange={change} />
        <Starts />
        <Shape view={view} onChange={change} />
        <Trail view={view} onChange={change} />
        {view.isSideBySide ? (
          <SideBySide view={view} onChange={change} />
        ) : (
          <>
            <ComparisonNote view={view} />
            <ChartCard view={view} onChange={change} />
            <TableCard view={view} onChange={change} />
          </>
        )}
      </WithFigures>
    </>
  )
}
