import { useId } from 'react'
import { useAction } from '../../api/queries.ts'
import type { ProfileAnswer } from '../../api/wire.ts'
import { Form } from '../../controls/form.tsx'
import { plural } from '../../figures/plural.ts'
import { Failure } from '../../layout/states.tsx'
import { QrCode } from './qr-code.tsx'

/** Sets or removes the code of an authenticator app. */
export function SecondFactor({ state }: { state: ProfileAnswer['second_factor'] }) {
  const confirm = useAction('second-factor/confirm', 'profile')
  return (
    <section className="card" aria-labelledby="factor-title">
      <h2 id="factor-title">Second factor</h2>
      {confirm.data && <RecoveryCodes codes={confirm.data.recovery_codes} />}
      {state.is_set ? (
        <Remove left={state.recovery_codes_left} />
      ) : (
        <SetUp onCode={(code) => confirm.mutate({ code })} />
      )}
      <Failure error={confirm.error} />
    </section>
  )
}

function SetUp({ onCode }: Pick<CodeFormProps, 'onCode'>) {
  const begin = useAction('second-factor/begin', 'nothing')
  if (!begin.data) {
    return (
      <>
        <p className="note">
          Sign in with a code of an authenticator app too, so that your password alone is not
          enough.
        </p>
        <button type="button" className="primary" onClick={() => begin.mutate({})}>
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
      <CodeForm label="Then type the code that it shows" action="Turn on" onCode={onCode} />
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

function Remove({ left }: { left: number }) {
  const remove = useAction('second-factor/remove', 'profile')
  return (
    <>
      <p className="note">
        Your sign-in asks for a code. You have {left} recovery{' '}
        {plural(left, { one: 'code', other: 'codes' })} left.
      </p>
      <CodeForm
        label="Type a code to turn it off"
        action="Turn off"
        onCode={(code) => remove.mutate({ code })}
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
  return (
    <Form className="row" onSubmit={(fields) => onCode(String(fields.get('code')))}>
      <label htmlFor={id}>
        {label}
        <input id={id} name="code" autoComplete="one-time-code" required maxLength={64} />
      </label>
      <button type="submit" className="primary">
        {action}
      </button>
    </Form>
  )
}
