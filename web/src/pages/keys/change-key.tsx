import { type FormEvent, useState } from 'react'
import type { ApiKeyAnswer } from '../../api/wire.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { RevokeDialog } from '../../layout/revoke-dialog.tsx'
import { IssuedKey } from './issued-key.tsx'
import { filledIn, LimitsFields } from './limits-fields.tsx'
import { type KeyLimits, useKeyAction } from './use-keys.ts'

interface ChangeProps {
  readonly ofKey: ApiKeyAnswer
}

/** A dialog that shows a key. */
export function ShowKey({ ofKey: { name } }: ChangeProps) {
  const showing = useKeyAction('reveal')
  const load = () => {
    showing.reset()
    showing.mutate({ name })
  }
  return (
    <FormDialog opener="Show" title={`The key “${name}”`} onOpen={load}>
      {(close) => (
        <>
          {showing.error && (
            <p className="failure" role="alert">
              {showing.error.message}
            </p>
          )}
          {showing.data && (
            <IssuedKey value={showing.data.key} onClose={close}>
              Anyone who has this key can do what it allows.
            </IssuedKey>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** A dialog that lets a key do less. */
export function LimitKey({ ofKey }: ChangeProps) {
  const { name, permissions, apps, expires_at: expiresAt } = ofKey
  const narrowing = useKeyAction('narrow')
  const now: KeyLimits = { allow: permissions, app_id: apps ?? [] }
  const [limits, setLimits] = useState(now)
  const reset = () => {
    narrowing.reset()
    setLimits(now)
  }
  const narrow = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    await narrowing.mutateAsync({ name, ...filledIn(limits) }).then(close, () => undefined)
  }
  return (
    <FormDialog opener="Limit" title={`Limit the key “${name}”`} onOpen={reset}>
      {(close) => (
        <form onSubmit={narrow(close)}>
          <p className="note">A key never gets more than it has. For more, create another key.</p>
          <LimitsFields
            limits={limits}
            onChange={setLimits}
            permissions={permissions}
            apps={apps}
            {...(expiresAt !== null && { lastDay: expiresAt.slice(0, 10) })}
          />
          <FormEnd
            error={narrowing.error}
            isBusy={narrowing.isPending || limits.allow?.length === 0}
            submit="Limit"
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}

/** A dialog that replaces a key and shows the new one. */
export function ReplaceKey({ ofKey: { name } }: ChangeProps) {
  const rotating = useKeyAction('rotate')
  const [graceHours, setGraceHours] = useState(24)
  const rotate = (event: FormEvent) => {
    event.preventDefault()
    rotating.mutate({ name, grace_hours: graceHours })
  }
  return (
    <FormDialog
      opener="Replace"
      title={`Replace the key “${name}”`}
      onOpen={() => rotating.reset()}
    >
      {(close) =>
        rotating.data ? (
          <IssuedKey value={rotating.data.key} onClose={close}>
            {graceHours === 0
              ? 'This is the new key. The old key no longer works.'
              : 'This is the new key. Give it to every program before the old key stops working.'}
          </IssuedKey>
        ) : (
          <form onSubmit={rotate}>
            <label className="field">
              Does the old key work too?
              <select
                value={graceHours}
                onChange={({ target }) => setGraceHours(Number(target.value))}
              >
                {Object.entries(graces).map(([hours, title]) => (
                  <option key={hours} value={hours}>
                    {title}
                  </option>
                ))}
              </select>
            </label>
            <FormEnd
              error={rotating.error}
              isBusy={rotating.isPending}
              submit="Replace"
              onCancel={close}
            />
          </form>
        )
      }
    </FormDialog>
  )
}

/** A dialog that revokes a key once that is confirmed. */
export function RevokeKey({ ofKey: { name } }: ChangeProps) {
  return (
    <RevokeDialog
      name={name}
      opener="Revoke"
      title={`Revoke the key “${name}”?`}
      text="It stops working at once. Every program that uses it needs another key."
      action="Revoke key"
      revoking={useKeyAction('revoke')}
    />
  )
}

const graces = { 0: 'No: it stops at once', 24: 'For a day', 168: 'For a week', 720: 'For 30 days' }
