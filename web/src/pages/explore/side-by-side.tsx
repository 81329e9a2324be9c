import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ComparisonBasis } from '../../view/compare.ts'
import type { ExploreView } from '../../view/explore.ts'
import { sidesOf } from '../../view/sides.ts'
import { ChartCard } from './chart-card.tsx'
import styles from './explore.module.css'
import { TableCard } from './table-card.tsx'

export interface SideBySideProps {
  readonly view: ExploreView
  readonly compare: ComparisonBasis
  readonly onChange: (change: Partial<ExploreView>) => void
}

/** The charts and tables of both ranges of a comparison: beside each other, or on narrow screens below. */
export function SideBySide({ view, compare, onChange }: SideBySideProps) {
  const { today } = useAccount()
  const [now, before] = useMemo(() => sidesOf(view, compare, today), [view, compare, today])
  // Days of the range before are shown alone: they have no range to be compared with here.
  const changeBefore = (change: Partial<ExploreView>) =>
    onChange({ ...change, ...(change.range && { compare: null }) })
  return (
    <div className={styles.sides}>
      <ChartCard view={now} beside={before} onChange={onChange} />
      <ChartCard view={before} beside={now} onChange={changeBefore} />
      <TableCard view={now} compared={{ view, side: 'now' }} onChange={onChange} />
      <TableCard view={before} compared={{ view, side: 'before' }} onChange={changeBefore} />
    </div>
  )
}
