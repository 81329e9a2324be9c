import type { CSSProperties, ReactNode } from 'react'
import type { Cell } from '../reports/report.ts'
import styles from './report-table.module.css'

/** The lowest and the highest figure of a column. */
export interface Extremes {
  readonly low: number
  readonly high: number
}

/** @returns null without figures, or when all are the same */
export function extremes(cells: readonly Cell[]): Extremes | null {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const cell of cells) {
    if (cell === null) continue
    low = Math.min(low, Number(cell))
    high = Math.max(high, Number(cell))
  }
  return low < high ? { low, high } : null
}

/** Even the lowest figure has some colour. */
const least = 6

export interface HeatProps {
  readonly value: Cell
  /** Null for no colour. */
  readonly of: Extremes | null
  readonly children: ReactNode
}

/** A figure on a ground that is the deeper the higher it is in its column. */
export function Heat({ value, of, children }: HeatProps) {
  if (of === null || value === null) return children
  const part = (Number(value) - of.low) / (of.high - of.low)
  const style = { '--heat': `${Math.round(least + part * (100 - least))}%` } as CSSProperties
  return (
    <span className={styles.heat} style={style}>
      {children}
    </span>
  )
}
