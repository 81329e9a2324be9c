import { scaleBand, scaleLinear } from '@visx/scale'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { usePrinting } from '../layout/use-printing.ts'
import type { DayFreshness } from './day-states.ts'

/** One group of a plot: a value and a state for each day. */
export interface PlotSeries {
  readonly key: string | null
  readonly colour: string
  /** Null without figures. */
  readonly values: readonly (number | null)[]
  readonly states: readonly DayFreshness[]
}

/** Series in their place. */
export interface DrawnSeries {
  readonly area: PlotArea
  readonly days: readonly string[]
  readonly series: readonly PlotSeries[]
}

export type PlotKind = 'bars' | 'lines'

/** The height of a chart in CSS pixels. */
export const plotHeight = 300
const top = 12
const end = 12
const barShare = 0.8

interface PlotSize {
  readonly width: number
  readonly rem: number
  readonly labelPx: number
  readonly reached: readonly (number | null)[]
}

/** Scales of days and values within a chart, in CSS pixels. */
export type PlotArea = ReturnType<typeof plotArea>

/**
 * @param width of the whole chart
 * @param labelPx the width of the longest label of a day
 * @param rem the root's font size; labels follow it
 * @param reached values that are drawn besides the series
 */
export function plotArea(
  kind: PlotKind,
  days: readonly string[],
  series: readonly PlotSeries[],
  { width, rem, labelPx, reached }: PlotSize,
) {
  const [below, beside] = [rem * 1.75, rem * 4]
  const left = beside
  const right = Math.max(width - end, left + 1)
  const bottom = plotHeight - below
  const x = scaleBand({ domain: [...days], range: [left, right], padding: 0 })
  const y = scaleLinear({
    domain: extent(kind, days.length, series, reached),
    range: [bottom, top],
    nice: 5,
  })
  const roomPx = Math.max(labelRem * rem, labelPx + labelGapRem * rem)
  const ticks = axisDays(days, right - left, roomPx)
  return { x, y, left, right, top, bottom, width, rem, ticks }
}

/** Where a day is: its whole width, which its bar takes a part of. */
export function bandOf({ x }: PlotArea, day: string): { from: number; to: number } {
  const from = x(day) ?? 0
  return { from, to: from + x.bandwidth() }
}

/** The middle of a day. */
export function centreOf(area: PlotArea, day: string): number {
  const { from, to } = bandOf(area, day)
  return (from + to) / 2
}

const maxBarPx = 48

/** The edges of a day's bar, on whole pixels. */
export function barOf(area: PlotArea, day: string): { from: number; to: number } {
  const { from, to } = bandOf(area, day)
  const width = Math.max(Math.min(Math.floor((to - from) * barShare), maxBarPx), 1)
  const start = Math.round((from + to - width) / 2)
  return { from: start, to: start + width }
}

/** The place of the day at a position, in CSS pixels from the left; null outside. */
export function placeAt({ x, left, right }: PlotArea, position: number): number | null {
  if (position < left || position > right) return null
  return Math.min(Math.floor((position - left) / x.step()), x.domain().length - 1)
}

/** The axis always includes zero, so that bars are comparable. */
function extent(
  kind: PlotKind,
  length: number,
  series: readonly PlotSeries[],
  reached: readonly (number | null)[],
): [number, number] {
  let [low, high] = [0, 0]
  for (const value of reached) [low, high] = [Math.min(low, value ?? 0), Math.max(high, value ?? 0)]
  for (let place = 0; place < length; place++) {
    let [down, up] = [0, 0]
    for (const { values } of series) {
      const value = values[place] ?? 0
      if (kind === 'lines') [down, up] = [Math.min(down, value), Math.max(up, value)]
      else if (value < 0) down += value
      else up += value
    }
    low = Math.min(low, down)
    high = Math.max(high, up)
  }
  return low === 0 && high === 0 ? [0, 1] : [low, high]
}

const daySteps = [1, 2, 3, 7, 14, 28, 56, 91, 182, 364, 728, 1_820]
/** The least room that a label takes, and the room between two of them. */
const labelRem = 3.6
const labelGapRem = 0.7
/** The size of labels. */
export const labelSizeRem = 0.76

/** The days that the axis names: as many as fit. @param roomPx of one label */
function axisDays(days: readonly string[], width: number, roomPx: number): string[] {
  const fitting = Math.max(Math.floor(width / roomPx), 1)
  const step = daySteps.find((one) => days.length / one <= fitting) ?? days.length
  return days.filter((_, place) => place % step === 0)
}

/** The room for a chart on A4 and Letter. One of another width would be scaled to it, and its labels with it. */
const paperPx = 660

/** The width of an element, or that of paper while it is printed, and the root's font size, in CSS pixels; null until they are known. */
export function useSize(element: RefObject<HTMLElement | null>) {
  const isPrinting = usePrinting()
  const [size, setSize] = useState<{ width: number; rem: number } | null>(null)
  useLayoutEffect(() => {
    const frame = element.current!
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const width = frame.clientWidth
      setSize((old) => (old?.width === width && old.rem === rem ? old : { width, rem }))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(frame)
    return () => resized.disconnect()
  }, [element])
  return size && isPrinting ? { ...size, width: paperPx } : size
}

/** Labels that are measured; a range has no more different lengths than months and digits. */
const maxMeasured = 40

/** The width of the longest label of some days, in CSS pixels. */
export function longestLabelPx(
  days: readonly string[],
  write: (day: string) => string,
  rem: number,
): number {
  const canvas = document.createElement('canvas').getContext('2d')
  if (!canvas) return 0
  canvas.font = `${rem * labelSizeRem}px ${getComputedStyle(document.body).fontFamily}`
  const step = Math.ceil(days.length / maxMeasured)
  const measured = days.filter((_, place) => place % step === 0)
  return Math.max(0, ...measured.map((day) => canvas.measureText(write(day)).width))
}
