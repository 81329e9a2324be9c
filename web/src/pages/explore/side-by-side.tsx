import { useMemo } from 'react'
import { useAccount } from '../../api/queries.ts'
import type { ReportView } from '../../view/report-view.ts'
import { sidesOf } from '../../view/sides.ts'
import { ChartCard } from '../report-cards/chart-card.tsx'
import styles from '../report-cards/report-cards.module.css'
import { TableCard } from '../report-cards/table-card.tsx'

export interface SideBySideProps {
  readonly view: ReportView
  readonly onChange: (change: Partial<ReportView>) => void
}

/** The charts and tables of both ranges of a comparison: beside each other, or on narrow screens below. */
export function SideBySide({ view, onChange }: SideBySideProps) {
  const { today } = useAccount()
  const [now, before] = useMemo(() => sidesOf(view, today), [view, today])
  // Days of the range before are shown alone: they have no range to be compared with here.
  const changeBefore = (change: Partial<ReportView>) =>
    onChange({ ...change, ...(change.range && { compare: 'none' as const }) })
  return (
    <div className={styles.sides}>
      <ChartCard view={now} beside={before} onChange={onChange} />
      <ChartCard view={before} beside={now} onChange={changeBefore} />
      <TableCard view={now} compared={{ view, side: 'now' }} onChange={onChange} />
      <TableCard view={before} compared={{ view, side: 'before' }} onChange={changeBefore} />
    </div>
  )
}
