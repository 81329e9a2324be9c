import type { ReactNode } from 'react'
import styles from './states.module.css'

/** Explains why there is nothing to show, and what to do next. Without a title, the page's says it. */
export function Empty({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className={`card ${styles.state}`}>
      {title !== undefined && <h2>{title}</h2>}
      {children}
    </div>
  )
}

/** An error, with a button to try again. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className={`card ${styles.state}`} role="alert">
      <h2>Something went wrong</h2>
      <p>{error.message}</p>
      <button type="button" className="primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

/** A placeholder with the size of content that is loading. */
export function Skeleton({ height }: { height: number }) {
  return <div className={`card ${styles.skeleton}`} style={{ height }} aria-hidden="true" />
}
