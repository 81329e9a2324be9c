import { useState } from 'react'
import { CopyButton } from '../../controls/copy-button.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { accountTexts } from '../../texts/en/account.tsx'
import { useKey } from './key-store.ts'

const hidden = '•'.repeat(24)

/** Shows, copies and replaces the API key. It is hidden at first. */
export function ApiKey() {
  const { shown, know, show, rotate, hide } = useKey()
  const [isNew, setNew] = useState(false)
  const error = show.error ?? rotate.error
  return (
    <section className="card" aria-labelledby="key-title">
      <h2 id="key-title">{accountTexts.apiKey}</h2>
      <p className="note">{accountTexts.programsSendItWithYour}</p>
      <p className="key">
        <code data-testid="api-key">{shown ?? hidden}</code>
      </p>
      <div className="actions">
        {shown === null ? (
          <button type="button" className="primary" onClick={() => show.mutate()}>
            {accountTexts.show}
          </button>
        ) : (
          <button type="button" className="primary" onClick={hide}>
            {accountTexts.hide}
          </button>
        )}
        <CopyButton label={accountTexts.copyTheKey} textOf={know} />
        <ConfirmDialog
          label={accountTexts.replaceTheKey}
          title={accountTexts.replaceTheApiKey}
          text={accountTexts.theOldKeyStopsWorking}
          action={accountTexts.replaceKey}
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
          {accountTexts.thisIsTheNewKey}
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
