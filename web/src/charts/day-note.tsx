import type { AnomalyAnswer } from '../api/wire.ts'
import { useFormats } from '../figures/formats.ts'
import type { PlacedNote } from '../notes/notes-of-days.ts'
import styles from './day-note.module.css'
import { Swatch } from './swatch.tsx'
import type { UnusualDays } from './unusual-days.ts'
import { unusualText } from './unusual-days.ts'

/** The notes on a day or period. */
export function Noted({ notes }: { notes: readonly PlacedNote[] }) {
  return notes.map(({ note: { id, text } }) => (
    <p key={id} className={styles.noted}>
      <Swatch mark="note" /> <bdi>{text}</bdi>
    </p>
  ))
}

/** The revenue that was expected of an unusual day, of all and of its groups. */
export function Unusual({
  unusual,
  day,
  nameOf,
}: {
  readonly unusual: UnusualDays
  readonly day: string
  readonly nameOf: (key: string) => string
}) {
  const formats = useFormats()
  const expected = ({ expected_micros: micros }: AnomalyAnswer) =>
    `${formats.money(micros)} expected`
  const total = unusual.total.get(day)
  const groups = [...unusual.byKey].flatMap(([key, days]) =>
    days.filter(({ date }) => date === day).map((one) => `${nameOf(key)} ${expected(one)}`),
  )
  const texts = [...(total ? [expected(total)] : []), ...groups.slice(0, maxUnusual)]
  return texts.length > 0 && <p className={styles.state}>{unusualText(texts.join('; '))}</p>
}

const maxUnusual = 3
const noteRem = 17
const gapPx = 8

/** On the side of the bar with more room; below the chart if neither has enough. */
export function besideBar(
  { from, to }: { readonly from: number; readonly to: number },
  chart: number,
  rem: number,
) {
  const width = Math.min(noteRem * rem, chart)
  const isRight = chart - to >= from
  const room = isRight ? chart - to : from
  if (room >= width + gapPx)
    return { width, top: 8, left: isRight ? to + gapPx : from - gapPx - width }
  const left = Math.min(Math.max((from + to - width) / 2, 0), chart - width)
  return { width, top: '100%', left }
}
