import type { ReactNode } from 'react'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { visible } from '../../figures/visible.ts'
import styles from './imports.module.css'

export interface ImportFailureProps {
  readonly message: string
  /** Whether the server refused it. Otherwise nobody knows what became of it. */
  readonly isRefused: boolean
  readonly files: readonly File[]
  /** Whether the children list what the details do. */
  readonly hasForm: boolean
  readonly onAgain: () => void
  readonly onDone: () => void
  /** The settings that may be changed before the next attempt. */
  readonly children: ReactNode
}

/** Why files were not imported, and what to do next. */
export function ImportFailure(props: ImportFailureProps) {
  const { message, isRefused, files, hasForm, onAgain, onDone, children } = props
  const [first, ...more] = message.split('\n').map(visible)
  const names = files.map(({ name }) => visible(name)).join(', ')
  return (
    <>
      <div role="alert">
        {!first!.startsWith(names) && (
          <p>
            <b>{names}</b>
          </p>
        )}
        <p className="failure">{first}</p>
        {more.length > 0 && !hasForm && <pre className={styles.report}>{more.join('\n')}</pre>}
        {!isRefused && (
          <p className="note">
            The import may have succeeded: check the list below. Trying again does not import it
            twice.
          </p>
        )}
      </div>
      {children}
      <div className="actions">
        <button type="button" className={hasForm ? 'quiet' : 'primary'} onClick={onAgain}>
          Try again
        </button>
        <QuietButton onClick={onDone}>Choose other files</QuietButton>
      </div>
    </>
  )
}
