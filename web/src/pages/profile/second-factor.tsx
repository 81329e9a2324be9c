import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { post } from '../../api/request.ts'
import type { ProfileAnswer, RecoveryAnswer, SecretAnswer } from '../../api/wire.ts'
import { profileTexts } from '../../texts/en/profile.tsx'
import { QrCode } from './qr-code.tsx'

export interface SecondFactorProps {
  readonly state: ProfileAnswer['second_factor']
  readonly onChanged: () => void
}

/** Sets or removes the code of an authenticator app. */
export function SecondFactor({ state, onChanged }: SecondFactorProps) {
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  return (
    <section className="card" aria-labelledby="factor-title">
      <h2 id="factor-title">{profileTexts.secondFactor}</h2>
      {recoveryCodes && <RecoveryCodes codes={recoveryCodes} />}
      {state.is_set ? (
        <Remove left={state.recovery_codes_left} onChanged={onChanged} />
      ) : (
        <SetUp
          onSet={(codes) => {
            setRecoveryCodes(codes)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

function SetUp({ onSet }: { onSet: (recoveryCodes: readonly string[]) => void }) {
  const begin = useMutation({
    mutationFn: () => post<SecretAnswer>('second-factor/begin'),
  })
  const confirm = useMutation({
    mutationFn: (code: string) => post<RecoveryAnswer>('second-factor/confirm', { code }),
    onSuccess: ({ recovery_codes: codes }) => onSet(codes),
  })
  if (!begin.data) {
    return (
      <>
        <p className="note">{profileTexts.aboutSecondFactor}</p>
        <button type="button" className="primary" onClick={() => begin.mutate()}>
          {profileTexts.setUp}
        </button>
        <Failure error={begin.error} />
      </>
    )
  }
  return (
    <>
      <p>{profileTexts.scanThis}</p>
      <QrCode text={begin.data.url} label={profileTexts.qrCode} />
      <p className="key">
        <code data-testid="factor-secret">{begin.data.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeForm
        label={profileTexts.typeCode}
        action={profileTexts.turnOn}
        onCode={(code) => confirm.mutate(code)}
      />
      <Failure error={confirm.error} />
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status">
      <p>{profileTexts.secondFactorOn(<b>{profileTexts.keepTheseCodes}</b>)}</p>
      <pre data-testid="recovery-codes">{codes.join('\n')}</pre>
    </div>
  )
}

function Remove({ left, onChanged }: { left: number; onChanged: () => void }) {
  const remove = useMutation({
    mutationFn: (code: string) => post('second-factor/remove', { code }),
    onSuccess: onChanged,
  })
  return (
    <>
      <p className="note">{profileTexts.codesLeft(left, left)}</p>
      <CodeForm
        label={profileTexts.typeCodeToTurnOff}
        action={profileTexts.turnOff}
        onCode={(code) => remove.mutate(code)}
      />
      <Failure error={remove.error} />
    </>
  )
}

interface CodeFormProps {
  readonly label: string
  readonly action: string
  readonly onCode: (code: string) => void
}

function CodeForm({ label, action, onCode }: CodeFormProps) {
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form className="row" onSubmit={submit}>
      <label htmlFor={id}>
        {label}
        <input id={id} name="code" autoComplete="one-time-code" required maxLength={64} />
      </label>
      <button type="submit" className="primary">
        {action}
      </button>
    </form>
  )
}

const Failure = ({ error }: { error: Error | null }) =>
  error && (
    <p className="failure" role="alert">
      {error.message}
    </p>
  )
