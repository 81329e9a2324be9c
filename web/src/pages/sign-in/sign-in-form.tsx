import { type FormEvent, useState } from 'react'
import { type ApiError, post } from '../../api/request.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'

export interface SignInFormProps {
  /** The user who signs in; asked for when absent. */
  readonly username?: string
  readonly onSignedIn: () => Promise<unknown>
}

interface Credentials {
  readonly username: string
  readonly password: string
}

/** Asks for a password, then for a code of the second factor if the user has one. */
export function SignInForm({ username, onSignedIn }: SignInFormProps) {
  /** Known once the password was right and a code is needed. */
  const [known, setKnown] = useState<Credentials | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    const given = known ?? { username: username ?? text('username'), password: text('password') }
    setBusy(true)
    try {
      await post('sign-in', { ...given, ...(known && { code: text('code') }) })
      await onSignedIn()
    } catch (error) {
      const { code, message } = error as ApiError
      const isFirst = code === 'second_factor_needed' && known === null
      if (isFirst) setKnown(given)
      setFailure(isFirst ? null : message)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={signIn}>
      {known ? <CodeField /> : <PasswordFields username={username} />}
      {failure !== null && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        Sign in
      </button>
      {known && <QuietButton onClick={() => setKnown(null)}>Back</QuietButton>}
    </form>
  )
}

function PasswordFields({ username }: { username: string | undefined }) {
  return (
    <>
      <label>
        E-mail or username
        <input
          name="username"
          autoComplete="username"
          required
          maxLength={254}
          {...(username !== undefined && { value: username, readOnly: true })}
        />
      </label>
      <label>
        Password
        <input
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={256}
        />
      </label>
    </>
  )
}

function CodeField() {
  return (
    <label>
      Code of your authenticator app, or a recovery code
      <input
        ref={(field) => field?.focus()}
        name="code"
        autoComplete="one-time-code"
        required
        maxLength={64}
      />
    </label>
  )
}
