import type { ReactNode } from 'react'
import styles from './answer.module.css'

/** Shows figures; faded while they are those of the previous view, and the new ones are loading. */
export function Answer({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div className={isOld ? `${styles.answer} ${styles.old}` : styles.answer} aria-busy={isOld}>
      {children}
    </div>
  )
}
