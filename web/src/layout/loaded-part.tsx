import { type ReactNode, Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { PartFailure } from './page-failure.tsx'

export interface LoadedPartProps {
  /** Shown while the part is loading. */
  readonly waiting: ReactNode
  /** Values that give a failed part another try when they change. */
  readonly resetKeys?: readonly unknown[]
  readonly children: ReactNode
}

/** A part of a page that is loaded when it is first shown. If it fails, the rest of the page stays. */
export function LoadedPart({ waiting, resetKeys = [], children }: LoadedPartProps) {
  return (
    <ErrorBoundary FallbackComponent={PartFailure} resetKeys={[...resetKeys]}>
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  )
}
