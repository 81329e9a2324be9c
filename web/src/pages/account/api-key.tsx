import { useState } from 'react'
import { CopyButton } from '../../controls/copy-button.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { useKey } from './key-store.ts'

const hidden = '•'.repeat(24)

/** Shows, copies and replaces the API key. It is hidden at first. */
export function ApiKey() {
  const { shown, know, show, rotate, hide } = useKey()
  const [isNew, setNew] = useState(false)
  const error = show.error ?? rotate.error
  return (
    <section className="card" aria-labelledby="key-title">
      <h2 id="key-title">API key</h2>
      <p className="note">
        Programs send it with your username. Anyone who has it can read your figures.
      </p>
      <p className="key">
        <code data-testid="api-key">{shown ?? hidden}</code>
      </p>
      <div className="actions">
        {shown === null ? (
          <button type="button" className="primary" onClick={() => show.mutate()}>
            Show
          </button>
        ) : (
          <button type="button" className="primary" onClick={hide}>
            Hide
          </button>
        )}
        <CopyButton label="Copy the key" textOf={know} />
        <ConfirmDialog
          label="Replace the key"
          title="Replace the API key?"
          text="The old key stops working at once. Every program that uses it needs the new key."
          action="Replace key"
          onConfirm={() =>
            rotate.mutateAsync().then(
              () => setNew(true),
              () => undefined,
            )
          }
        />
      </div>
      {isNew && (
        <p className="note" role="status">
          This is the new key. The old key no longer works.
        </p>
      )}
      {error && (
        <p className="failure" role="alert">
          {error.message}
        </p>
      )}
    </section>
  )
}
