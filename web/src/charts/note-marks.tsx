import { memo } from 'react'
import type { PlacedNote } from '../notes/notes-of-days.ts'
import styles from './note-marks.module.css'
import { barOf, centreOf, type PlotArea } from './plot-area.ts'

export interface NoteMarksProps {
  readonly area: PlotArea
  readonly days: readonly string[]
  readonly notes: readonly PlacedNote[]
}

const flagPx = 4.5

/** A flag over each day that has a note; a range of days has a bar from its first to its last day. */
export const NoteMarks = memo(function NoteMarks({ area, days, notes }: NoteMarksProps) {
  const y = area.top - flagPx
  return notes.map(({ note, from, to }) => {
    const [first, last] = [centreOf(area, days[from]!), centreOf(area, days[to]!)]
    const bars = [barOf(area, days[from]!), barOf(area, days[to]!)]
    const start = Math.min(...bars.map((bar) => bar.from))
    const end = Math.max(...bars.map((bar) => bar.to))
    return (
      <g key={note.id} className={styles.note} data-note={note.id}>
        <line x1={first} x2={first} y1={y} y2={area.bottom} />
        {to > from && <line x1={last} x2={last} y1={y} y2={area.bottom} />}
        {to > from && <rect x={start} y={y - 1.5} width={end - start} height={3} />}
        <circle cx={first} cy={y} r={flagPx} />
      </g>
    )
  })
})
