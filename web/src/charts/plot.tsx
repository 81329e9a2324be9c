import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import type { PointerEvent, ReactNode } from 'react'
import type { PlacedNote } from '../notes/notes-of-days.ts'
import { Bars } from './bars.tsx'
import { Lines, Points } from './lines.tsx'
import { NoteMarks } from './note-marks.tsx'
import styles from './plot.module.css'
import {
  bandOf,
  centreOf,
  type DrawnSeries,
  labelSizeRem,
  type PlotArea,
  type PlotKind,
  placeAt,
  plotHeight,
} from './plot-area.ts'

export interface PlotProps extends DrawnSeries {
  readonly kind: PlotKind
  /** Places of days that nothing was reported of. */
  readonly missing: readonly number[]
  /** Unusual days, and whether they are above what was expected. */
  readonly marks: readonly { readonly place: number; readonly isAbove: boolean }[]
  readonly notes: readonly PlacedNote[]
  /** The chart in words. */
  readonly description: string
  readonly writeDay: (day: string) => string
  readonly writeValue: (value: number) => string
  /** The selected day; null for none. */
  readonly pointed: number | null
  readonly onPoint: (place: number | null) => void
  /** Drawn above the series. */
  readonly children?: ReactNode
}

/**
 * A chart of days. It is SVG with colours from CSS variables: sharp at every resolution and on paper,
 * and right in every theme without drawing again.
 */
export function Plot(props: PlotProps) {
  const { kind, area, days, series, missing, marks, notes, description } = props
  const { pointed, onPoint } = props
  const { x, y, left, right, top, bottom, width, rem, ticks } = area
  const label = { fontSize: rem * labelSizeRem, fontFamily: 'inherit', fill: 'var(--soft)' }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onPoint(placeAt(area, (event.clientX - box.left) * (width / box.width)))
  }
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${width} ${plotHeight}`}
      role="img"
      aria-label={description}
      onPointerMove={point}
      onPointerDown={point}
      // A finger leaves when it is lifted, and what it touched stays to be read.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onPoint(null)}
      onPointerCancel={() => onPoint(null)}
    >
      <GridRows scale={y} left={left} width={right - left} numTicks={5} stroke="var(--line)" />
      {missing.map((place) => {
        const { from, to } = bandOf(area, days[place]!)
        return (
          <rect
            key={place}
            x={from}
            y={top}
            width={to - from}
            height={bottom - top}
            fill="var(--band)"
          />
        )
      })}
      {kind === 'bars' ? (
        <Bars area={area} days={days} series={series} />
      ) : (
        <Lines area={area} days={days} series={series} />
      )}
      {marks.map(({ place, isAbove }) => (
        <path
          key={place}
          className={styles.mark}
          d={markAt(
            centreOf(area, days[place]!) +
              (notes.some(({ from }) => from === place) ? besideNotePx : 0),
            isAbove,
          )}
        />
      ))}
      <NoteMarks area={area} days={days} notes={notes} />
      {props.children}
      {pointed !== null && days[pointed] !== undefined && (
        <>
          <Cursor at={centreOf(area, days[pointed])} area={area} />
          {kind === 'lines' && <Points area={area} days={days} series={series} place={pointed} />}
        </>
      )}
      <AxisBottom
        scale={x}
        top={bottom}
        tickValues={ticks}
        tickFormat={props.writeDay}
        tickLabelProps={{ ...label, textAnchor: 'middle' }}
        tickLength={rem * 0.6}
        hideAxisLine
        hideTicks
      />
      <AxisLeft
        scale={y}
        left={left}
        numTicks={5}
        tickFormat={(value) => props.writeValue(Number(value))}
        tickLabelProps={{ ...label, textAnchor: 'end', dy: '0.3em' }}
        hideAxisLine
        hideTicks
      />
    </svg>
  )
}

/** A note's flag would cover the mark of its day. */
const besideNotePx = 10

/** A small triangle above the bars. @param x of its middle */
const markAt = (x: number, isAbove: boolean): string => {
  const [point, base] = isAbove ? [1, 8] : [8, 1]
  return `M${x} ${point}L${x + 4.5} ${base}H${x - 4.5}Z`
}

function Cursor({ at, area: { top, bottom } }: { at: number; area: PlotArea }) {
  return <line className={styles.cursor} x1={at} x2={at} y1={top} y2={bottom} />
}
