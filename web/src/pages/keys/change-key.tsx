import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import type { ApiKeyAnswer } from '../../api/wire.ts'
import { IssuedSecret } from '../../controls/issued-secret.tsx'
import { Options } from '../../controls/options.tsx'
import { ButtonDialog } from '../../layout/button-dialog.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { filledIn, type KeyLimits, LimitsFields } from './limits-fields.tsx'

interface ChangeProps {
  readonly ofKey: ApiKeyAnswer
}

/** A dialog that shows a key. */
export function ShowKey({ ofKey: { name } }: ChangeProps) {
  const showing = useAction('keys/reveal')
  const load = () => {
    showing.reset()
    showing.mutate({ name })
  }
  return (
    <ButtonDialog opener="Show" title={`The key “${name}”`} onOpen={load}>
      {(close) => (
        <>
          <Failure error={showing.error} />
          {showing.data && (
            <IssuedSecret copy="Copy the key" value={showing.data.key} onClose={close}>
              Anyone who has this key can do what it allows.
            </IssuedSecret>
          )}
        </>
      )}
    </ButtonDialog>
  )
}

/** A dialog that lets a key do less. */
export function LimitKey({ ofKey }: ChangeProps) {
  const { name, permissions, apps, expires_at: expiresAt } = ofKey
  const narrowing = useAction('keys/narrow')
  const now: KeyLimits = { allow: permissions, app_id: apps ?? [] }
  const [limits, setLimits] = useState(now)
  return (
    <FormDialog
      opener="Limit"
      title={`Limit the key “${name}”`}
      onOpen={() => setLimits(now)}
      sends={[narrowing]}
      onSubmit={(_, close) => narrowing.mutate({ name, ...filledIn(limits) }, { onSuccess: close })}
      submit="Limit"
      isIncomplete={limits.allow?.length === 0}
    >
      <p className="note">A key never gets more than it has. For more, create another key.</p>
      <LimitsFields
        limits={limits}
        onChange={setLimits}
        permissions={permissions}
        apps={apps}
        {...(expiresAt !== null && { lastDay: expiresAt.slice(0, 10) })}
      />
    </FormDialog>
  )
}

/** A dialog that replaces a key and shows the new one. */
export function ReplaceKey({ ofKey: { name } }: ChangeProps) {
  const rotating = useAction('keys/rotate')
  const [graceHours, setGraceHours] = useState(24)
  return (
    <FormDialog
      opener="Replace"
      title={`Replace the key “${name}”`}
      sends={[rotating]}
      onSubmit={() => rotating.mutate({ name, grace_hours: graceHours })}
      submit="Replace"
      result={(close) =>
        rotating.data && (
          <IssuedSecret copy="Copy the key" value={rotating.data.key} onClose={close}>
            {graceHours === 0
              ? 'This is the new key. The old key no longer works.'
              : 'This is the new key. Give it to every program before the old key stops working.'}
          </IssuedSecret>
        )
      }
    >
      <label className="field">
        Does the old key work too?
        <select value={graceHours} onChange={({ target }) => setGraceHours(Number(target.value))}>
          <Options of={Object.entries(graces)} />
        </select>
      </label>
    </FormDialog>
  )
}

/** A dialog that revokes a key once that is confirmed. */
export function RevokeKey({ ofKey: { name } }: ChangeProps) {
  const revoking = useAction('keys/revoke')
  return (
    <FormDialog
      opener="Revoke"
      title={`Revoke the key “${name}”?`}
      sends={[revoking]}
      onSubmit={() => revoking.mutate({ name })}
      submit="Revoke key"
      isDangerous
    >
      <p>It stops working at once. Every program that uses it needs another key.</p>
    </FormDialog>
  )
}

const graces = { 0: 'No: it stops at once', 24: 'For a day', 168: 'For a week', 720: 'For 30 days' }
