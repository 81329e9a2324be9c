import type { ReactNode } from 'react'

/** Nothing to show: why, and what to do next. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="card state">
      <h2>{title}</h2>
      {children}
    </div>
  )
}

/** Something failed: what, and a way to try again. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="card state" role="alert">
      <h2>That did not work</h2>
      <p>{error.message}</p>
      <button type="button" className="primary" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

/** Room for what is on its way, as large as it will be. */
export function Skeleton({ height }: { height: number }) {
  return <div className="card skeleton" style={{ height }} aria-hidden="true" />
}
