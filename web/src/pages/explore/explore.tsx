import { useAccount } from '../../api/queries.ts'
import { IgnoredValues } from '../../layout/notices.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import type { ComparisonBasis } from '../../view/compare.ts'
import type { ExploreView } from '../../view/explore.ts'
import type { Explore as ExploreState } from '../../view/use-explore.ts'
import { useExplore } from '../../view/use-explore.ts'
import { useView } from '../../view/use-view.ts'
import { ComparisonNote } from '../comparison-note.tsx'
import { NoFigures } from '../no-figures.tsx'
import { useRangeComparison } from '../range-comparison.ts'
import { Toolbar } from '../toolbar.tsx'
import { ChartCard } from './chart-card.tsx'
import { Shape } from './shape.tsx'
import { SideBySide } from './side-by-side.tsx'
import { TableCard } from './table-card.tsx'
import { Trail } from './trail.tsx'

/** Any figures: metrics by dimensions, as a chart and a table. Every click filters. */
export default function Explore() {
  const { networks } = useAccount()
  const explore = useExplore()
  return (
    <>
      <PageTitle>Explore</PageTitle>
      {networks.length === 0 ? <NoFigures /> : <Figures {...explore} />}
    </>
  )
}

function Figures({ view, ignored, change }: ExploreState) {
  const [shared] = useView()
  return (
    <>
      <IgnoredValues values={ignored} />
      <Toolbar
        view={{ ...shared, range: view.range, filters: view.filters }}
        isCompared={false}
        onChange={({ range, filters }) =>
          change({ ...(range && { range, within: null }), ...(filters && { filters }) })
        }
      />
      <Shape view={view} onChange={change} />
      <Trail view={view} onChange={change} />
      {view.isSideBySide && view.compare !== null ? (
        <SideBySide view={view} compare={view.compare} onChange={change} />
      ) : (
        <>
          {view.compare !== null && <Compared view={view} compare={view.compare} />}
          <ChartCard view={view} onChange={change} />
          <TableCard view={view} onChange={change} />
        </>
      )}
    </>
  )
}

/** Says what is compared. */
function Compared({ view, compare }: { view: ExploreView; compare: ComparisonBasis }) {
  const { range, filters } = view
  return <ComparisonNote comparison={useRangeComparison({ range, filters, compare })} />
}
