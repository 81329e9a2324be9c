import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../api/request.ts'
import { QuietButton } from '../controls/quiet-button.tsx'
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

/** An error, with a button to try again, unless that would be refused again. */
export function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isForbidden = error instanceof ApiError && error.code === 'forbidden'
  return (
    <div className={`card ${styles.state}`} role="alert">
      <h2>{isForbidden ? 'You cannot see this page' : 'Something went wrong'}</h2>
      <p>{error.message}</p>
      {!isForbidden && (
        <button type="button" className="primary" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

export interface FailureProps {
  readonly error: Error | null | undefined
  /** Said before the reason. */
  readonly title?: string
  readonly isCard?: boolean
  readonly onRetry?: () => void
}

/** Why an action was refused, or a part of the page is missing; nothing without an error. */
export function Failure({ error, title = '', isCard = false, onRetry }: FailureProps) {
  if (!error) return null
  return (
    <p className={isCard ? 'card failure' : 'failure'} role="alert">
      {title}
      {error.message} {onRetry && <QuietButton onClick={onRetry}>Try again</QuietButton>}
    </p>
  )
}

export interface LoadedListProps<Answer, Row> {
  readonly query: UseQueryResult<Answer>
  readonly rowsOf: (answer: Answer) => readonly Row[]
  /** The title when there are no rows. */
  readonly empty: string
  /** What to do then. */
  readonly advice: ReactNode
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list while it is loading, when that failed, when it is empty, and with its rows. */
export function LoadedList<Answer, Row>(props: LoadedListProps<Answer, Row>) {
  const { query, rowsOf, empty, advice, children } = props
  const { data, error, isPending, refetch } = query
  const rows = data === undefined ? null : rowsOf(data)
  return (
    <>
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={220} />}
      {rows?.length === 0 && <Empty title={empty}>{advice}</Empty>}
      {rows && rows.length > 0 && children(rows)}
    </>
  )
}

/** A placeholder with the size of content that is loading. */
export function Skeleton({ height }: { height: number }) {
  return <div className={`card ${styles.skeleton}`} style={{ height }} aria-hidden="true" />
}
