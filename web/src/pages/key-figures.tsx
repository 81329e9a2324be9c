import type { FiguresAnswer } from '../api/wire.ts'
import type { DayStates } from '../charts/day-states.ts'
import { Change } from '../figures/change.tsx'
import { useFormats } from '../figures/formats.ts'
import { changeOf, decimalOf, type MeasureName, measures } from '../figures/measures.ts'
import { toTotals } from '../figures/sums.ts'

export interface KeyFiguresProps {
  readonly figures: FiguresAnswer
  readonly states: DayStates
}

/** The figures of the whole range, each beside those of the range before. */
export function KeyFigures({ figures, states }: KeyFiguresProps) {
  const formats = useFormats()
  const now = toTotals(figures.total)
  const before = toTotals(figures.previous_total)
  const { previous_start_date: beforeFrom, previous_end_date: beforeTo } = figures
  const open = states.states.filter((state) => state === 'open' || state === 'incomplete').length
  const missing = states.states.filter((state) => state === 'missing').length
  return (
    <>
      <dl className="key-figures">
        {Object.entries(measures).map(([name, { title }]) => {
          const measure = name as MeasureName
          return (
            <div className="card" key={name} data-measure={name}>
              <dt>{title}</dt>
              <dd className="key-figure">{formats.figure(measure, decimalOf(measure, now))}</dd>
              <dd className="key-before">
                <Change decimal={changeOf(measure, now, before)} />{' '}
                <span>from {formats.figure(measure, decimalOf(measure, before))}</span>
              </dd>
            </div>
          )
        })}
      </dl>
      <p className="note">
        {beforeFrom !== null &&
          beforeTo !== null &&
          `Compared with ${formats.range(beforeFrom, beforeTo)}.`}
        {open > 0 && ` ${days(open, formats.count)} may still change.`}
        {missing > 0 && ` Nothing was reported of ${days(missing, formats.count)}.`}
      </p>
    </>
  )
}

const days = (count: number, write: (count: number) => string): string =>
  `${write(count)} ${count === 1 ? 'day' : 'days'}`
