import { type ReactNode, useState } from 'react'
import styles from './few-rows.module.css'

/** What a narrow screen shows of a list; see the styles. */
const few = 5

export interface FewRowsProps {
  readonly count: number
  /** Whether there are more rows than these. */
  readonly isPart?: boolean
  readonly children: ReactNode
}

/** A list or a table. Narrow screens show its first rows, and a button that shows all of them. */
export function FewRows({ count, isPart = false, children }: FewRowsProps) {
  const [isWhole, setWhole] = useState(false)
  const isLong = count > few
  return (
    <div className={isLong && !isWhole ? `${styles.list} ${styles.few}` : styles.list}>
      {children}
      {isLong && (
        <button
          type="button"
          className={`quiet ${styles.all}`}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show ${isPart ? '' : 'all '}${count}`}
        </button>
      )}
    </div>
  )
}
