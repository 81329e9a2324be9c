import type { ReactNode, Ref } from 'react'
import { FewRows } from '../layout/few-rows.tsx'
import styles from './table-frame.module.css'

export interface TableFrameProps {
  /** Names the table for screen readers. */
  readonly label: string
  /** Whether it is a card of its own. */
  readonly isCard?: boolean
  readonly className?: string
  /** The number of its rows. With it, narrow screens show the first ones alone until all are asked for. */
  readonly count?: number
  readonly ref?: Ref<HTMLElement>
  readonly children: ReactNode
}

/** Scrolls a table under its head, also by keyboard. */
export function TableFrame({
  label,
  isCard = false,
  className = '',
  count = 0,
  ref,
  children,
}: TableFrameProps) {
  const classes = `${styles.frame} ${isCard ? styles.card : ''} ${className}`.trim()
  return (
    <FewRows count={count}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <section className={classes} tabIndex={0} aria-label={label} ref={ref}>
        {children}
      </section>
    </FewRows>
  )
}
