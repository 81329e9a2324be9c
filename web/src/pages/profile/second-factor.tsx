import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { post } from '../../api/request.ts'
import type { ProfileAnswer, RecoveryAnswer, SecretAnswer } from '../../api/wire.ts'
import { plural } from '../../figures/plural.ts'
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
      <h2 id="factor-title">Second factor</h2>
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
        <p className="note">
          Sign in with a code of an authenticator app too, so that your password alone is not
          enough.
        </p>
        <button type="button" className="primary" onClick={() => begin.mutate()}>
          Set up
        </button>
        <Failure error={begin.error} />
      </>
    )
  }
  return (
    <>
      <p>Scan this with your authenticator app, or type the key into it.</p>
      <QrCode text={begin.data.url} label="The key as a QR code" />
      <p className="key">
        <code data-testid="factor-secret">{begin.data.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <CodeForm
        label="Then type the code that it shows"
        action="Turn on"
        onCode={(code) => confirm.mutate(code)}
      />
      <Failure error={confirm.error} />
    </>
  )
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status">
      <p>
        Your second factor is on. <b>Keep these codes</b>: each of them works once in place of a
        code, if you lose the app. They are not shown again.
      </p>
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
      <p className="note">
        Your sign-in asks for a code. You have {left} recovery{' '}
        {plural(left, { one: 'code', other: 'codes' })} left.
      </p>
      <CodeForm
        label="Type a code to turn it off"
        action="Turn off"
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
