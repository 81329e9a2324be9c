import type { FallbackProps } from 'react-error-boundary'
import { PageTitle } from './page-title.tsx'

/** Shown instead of a page whose code failed; without it, the page would be empty. */
export function PageFailure({ error }: FallbackProps) {
  return (
    <div className="card state" role="alert">
      <PageTitle>This page cannot be shown</PageTitle>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  )
}

/** The same when nothing else is on the page. */
export function WholePageFailure(props: FallbackProps) {
  return (
    <main className="alone">
      <PageFailure {...props} />
    </main>
  )
}
