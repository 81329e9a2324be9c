import type { FallbackProps } from 'react-error-boundary'
import { QuietButton } from '../controls/quiet-button.tsx'
import alone from './alone-card.module.css'
import { PageTitle } from './page-title.tsx'
import styles from './states.module.css'

/** Shown instead of a page whose code failed; without it, the page would be empty. */
export function PageFailure({ error }: FallbackProps) {
  return (
    <div className={`card ${styles.state}`} role="alert">
      <PageTitle>This page cannot be shown</PageTitle>
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <button type="button" className="primary" onClick={() => location.reload()}>
        Reload
      </button>
    </div>
  )
}

/** Shown instead of a part of the page, or of something over it, whose code failed. */
export function PartFailure({ error }: FallbackProps) {
  return (
    <div className={`card failure ${styles.state}`} role="alert">
      <p>{error instanceof Error ? error.message : String(error)}</p>
      <QuietButton onClick={() => location.reload()}>Reload</QuietButton>
    </div>
  )
}

/** The same when nothing else is on the page. */
export function WholePageFailure(props: FallbackProps) {
  return (
    <main className={alone.alone}>
      <PageFailure {...props} />
    </main>
  )
}
