import type { ReactNode } from 'react'
import type { PulledDayAnswer } from '../../api/wire.ts'

/** How a day of a network is: by its freshness, and by what its connection fetched. */
export type Mark = PulledDayAnswer['state'] | 'settled' | 'open' | 'missing'

/** Each has a sign, so that it does not depend on colour. */
export const marks: Readonly<Record<Mark, { sign: string; title: string; text: string }>> = {
  settled: { sign: '✓', title: 'Settled', text: 'the network no longer revises it' },
  open: { sign: '~', title: 'May change', text: 'reported, and may still change' },
  done: { sign: '✓', title: 'Imported', text: 'its figures are those of the last report' },
  empty: { sign: '0', title: 'Empty', text: 'the network reported no rows' },
  due: { sign: '·', title: 'Due', text: 'not fetched yet' },
  missing: { sign: '–', title: 'Missing', text: 'nothing was reported' },
  waiting: { sign: '…', title: 'Waiting', text: 'its money needs a rate that is not known yet' },
  held: { sign: '!', title: 'Held', text: 'much of the report is missing, so it waits for you' },
  failed: { sign: '✕', title: 'Failed', text: 'the last attempt gave no figures' },
}

/** The mark of a day; screen readers hear its title. */
export function DayMark({ mark, children }: { mark: Mark; children?: ReactNode }) {
  const { sign, title } = marks[mark]
  return (
    <>
      <i className={`status day-${mark}`} aria-hidden="true">
        {sign}
      </i>
      <span className="unseen">
        {children}
        {title}
      </span>
    </>
  )
}

/** Tells what marks mean. */
export function MarkLegend({ of }: { of: readonly Mark[] }) {
  return (
    <ul className="legend" aria-label="Legend">
      {of.map((mark) => (
        <li key={mark}>
          <i className={`status day-${mark}`}>{marks[mark].sign}</i> {marks[mark].title}:{' '}
          {marks[mark].text}
        </li>
      ))}
    </ul>
  )
}
