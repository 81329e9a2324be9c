import { useRef } from 'react'
import { useSize } from '../../charts/plot-area.ts'
import { useFormats } from '../../figures/formats.ts'
import styles from './economics.module.css'
import type { AgeRow } from './returns.ts'

const height = 240
const edge = { left: 76, right: 16, top: 14, bottom: 32 }

/** Ages are apart as their square roots, so that the first days have room. */
const widthOf = (age: number) => Math.sqrt(age)

export interface AgeChartProps {
  readonly title: string
  /** In the order of ages. */
  readonly rows: readonly AgeRow[]
}

/** LTV as a line over ages, with the range of most weeks. The table below has its figures. */
export function AgeChart({ title, rows }: AgeChartProps) {
  const known = rows.flatMap(({ age, ltv, range }) =>
    ltv === null ? [] : [{ age, ltv: Number(ltv), range }],
  )
  const highest = Math.max(0, ...known.flatMap(({ ltv, range }) => [ltv, ...(range ?? [])]))
  if (known.length < 2 || highest === 0) return null
  return <DrawnAges {...{ title, known, highest }} />
}

interface KnownAge {
  readonly age: number
  readonly ltv: number
  readonly range: AgeRow['range']
}

interface DrawnAgesProps {
  readonly title: string
  readonly known: readonly KnownAge[]
  readonly highest: number
}

function DrawnAges({ title, known, highest }: DrawnAgesProps) {
  const { brief } = useFormats()
  const element = useRef<HTMLElement>(null)
  const width = useSize(element)?.width ?? 0
  const [first, last] = [known[0]!.age, known.at(-1)!.age].map(widthOf) as [number, number]
  const x = (age: number) =>
    edge.left + ((widthOf(age) - first) / (last - first)) * (width - edge.left - edge.right)
  const y = (value: number) =>
    height - edge.bottom - (value / highest) * (height - edge.top - edge.bottom)
  const path = (points: readonly (readonly [age: number, value: number])[]) =>
    points.map(([age, value]) => `${x(age).toFixed(1)} ${y(value).toFixed(1)}`).join('L')
  const ranged = known.flatMap(({ age, range }) => (range === null ? [] : [{ age, range }]))
  const band = [
    ...ranged.map(({ age, range }) => [age, range[1]] as const),
    ...ranged.toReversed().map(({ age, range }) => [age, range[0]] as const),
  ]
  return (
    <figure className={styles.chart} ref={element}>
      <svg {...{ width, height }} role="img" aria-label={title}>
        {[0, 0.5, 1].map((part) => (
          <g key={part}>
            <line
              className={styles.grid}
              x1={edge.left}
              x2={width - edge.right}
              y1={y(part * highest)}
              y2={y(part * highest)}
            />
            <text x={edge.left - 8} y={y(part * highest)} dy="0.32em" textAnchor="end">
              {brief('money', part * highest)}
            </text>
          </g>
        ))}
        {ranged.length > 1 && <path className={styles.range} d={`M${path(band)}Z`} />}
        <path
          className={styles.line}
          d={`M${path(known.map(({ age, ltv }) => [age, ltv] as const))}`}
        />
        {known.map(({ age, ltv }) => (
          <circle key={age} className={styles.point} cx={x(age)} cy={y(ltv)} r={3.5} />
        ))}
        {apart(
          known.map(({ age }) => age),
          x,
        ).map((age) => (
          <text key={age} x={x(age)} y={height - 8} textAnchor="middle">
            {age}
          </text>
        ))}
      </svg>
      <figcaption className="note">
        {title}, in days since the install{ranged.length > 1 ? '; shaded: most weeks' : ''}.
      </figcaption>
    </figure>
  )
}

const leastPx = 26

/** The ages whose labels do not touch, from the last one on. */
function apart(ages: readonly number[], x: (age: number) => number): number[] {
  const kept: number[] = []
  for (const age of ages.toReversed()) {
    const [before] = kept.slice(-1)
    if (before === undefined || x(before) - x(age) >= leastPx) kept.push(age)
  }
  return kept
}
