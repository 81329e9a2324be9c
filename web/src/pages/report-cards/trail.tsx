import { DayRange } from '../../figures/day-range.tsx'
import { dimensionTitle, useNames } from '../../reports/names.ts'
import { daysTitle } from '../../view/days-title.ts'
import { type Step, stepsOf } from '../../view/drill.ts'
import type { ReportView } from '../../view/report-view.ts'
import type { Range } from '../../view/view.ts'
import styles from './report-cards.module.css'

export interface TrailProps {
  readonly view: ReportView
  readonly onChange: (change: Partial<ReportView>) => void
}

/** The way to the shown figures. A click on a step goes back to it. */
export function Trail({ view, onChange }: TrailProps) {
  const nameOf = useNames()
  const steps = stepsOf(view)
  if (steps.length === 1) return null
  const text = ({ kind, back }: Step) => {
    if (kind === 'range') return <RangeName range={back.range ?? view.range} />
    const [first = '', ...others] = view.filters[kind] ?? []
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return (
      <>
        <span className="unseen">{dimensionTitle(kind)} </span>
        {nameOf(kind, first)}
        {more}
      </>
    )
  }
  return (
    <nav aria-label="Way to these figures" className={styles.trail}>
      <ol>
        {steps.map((step, place) => (
          <li key={`${step.kind} ${place === 0}`}>
            {place === steps.length - 1 ? (
              <b aria-current="true">{text(step)}</b>
            ) : (
              <button type="button" onClick={() => onChange(step.back)}>
                {text(step)}
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

const RangeName = ({ range }: { range: Range }) =>
  'preset' in range ? daysTitle(range.preset) : <DayRange {...range} />
