import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import styles from './days-chart.module.css'
import { nextPlace, type PlaceKey, placeKeys } from './keys.ts'
import { useSize } from './plot-area.ts'

/** The size of a chart's frame, and which of its places is selected. */
export function useChartFrame() {
  const element = useRef<HTMLDivElement>(null)
  const [pointed, point] = useState<number | null>(null)
  return { element, size: useSize(element), pointed, point }
}

export interface ChartFrameProps {
  readonly frame: ReturnType<typeof useChartFrame>
  /** Names the chart, and tells which keys it has. */
  readonly label: string
  /** How many days or periods the chart has. */
  readonly length: number
  /** A plot, and the note of the selected place. */
  readonly children: ReactNode
  /** Called with the selected place after Enter, a click or a second tap. */
  readonly onPick?: (place: number) => void
  /** For keys besides those that select a place. */
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** A chart that has the focus as a whole; arrow keys select a place in it. */
export function ChartFrame(props: ChartFrameProps) {
  const { frame, label, length, children, onPick, onKeyDown } = props
  const { element, pointed, point } = frame
  /** How the last press began. Not all browsers tell a click what made it. */
  const press = useRef({ isTouch: false, pointed })
  const pick = () => {
    if (pointed !== null) onPick?.(pointed)
  }
  const move = (event: KeyboardEvent) => {
    onKeyDown?.(event)
    if (event.key === 'Enter') pick()
    if (!Object.hasOwn(placeKeys, event.key)) return
    event.preventDefault()
    point((place) => nextPlace(place, event.key as PlaceKey, length))
  }
  const click = () => {
    // A finger reads a bar first, and chooses it with a second tap.
    if (!press.current.isTouch || press.current.pointed === pointed) pick()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chart with keyboard navigation
    <div
      ref={element}
      role="group"
      aria-roledescription="chart"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it handles the arrow keys
      tabIndex={0}
      className={styles.frame}
      onKeyDown={move}
      onPointerDownCapture={({ pointerType }) => {
        press.current = { isTouch: pointerType === 'touch', pointed }
      }}
      onClick={click}
      onBlur={() => point(null)}
    >
      {children}
    </div>
  )
}
