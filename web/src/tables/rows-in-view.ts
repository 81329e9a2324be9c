import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import { usePrinting } from '../layout/use-printing.ts'

/** Which rows of a table are in the document, and how much room the others take, in CSS pixels. */
export interface RowsInView {
  readonly places: readonly number[]
  readonly above: number
  readonly below: number
  /** For each row's element, whose place is its `data-index`. */
  readonly measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** Shorter tables are in the document as a whole. */
const maxRendered = 100
const usualRowPx = 41
/** Rows beyond the edges, so that scrolling shows no gaps. */
const overscan = 15

/** @param frame scrolls the table */
export function useRowsInView(count: number, frame: RefObject<HTMLElement | null>): RowsInView {
  const isPrinting = usePrinting()
  const isWhole = count <= maxRendered || isPrinting
  const rows = useVirtualizer({
    count,
    enabled: !isWhole,
    getScrollElement: () => frame.current,
    estimateSize: () => usualRowPx,
    overscan,
  })
  // Setting the position would end a scroll by keyboard halfway; browsers keep rows in place.
  rows.shouldAdjustScrollPositionOnItemSizeChange = () => false
  if (isWhole) {
    return {
      places: Array.from({ length: count }, (_, place) => place),
      above: 0,
      below: 0,
      measure: undefined,
    }
  }
  const items = rows.getVirtualItems()
  return {
    places: items.map(({ index }) => index),
    above: items[0]?.start ?? 0,
    below: rows.getTotalSize() - (items.at(-1)?.end ?? 0),
    measure: rows.measureElement,
  }
}
