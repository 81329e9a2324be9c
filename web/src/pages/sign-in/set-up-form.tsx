import { type FormEvent, useMemo, useState } from 'react'
import { type ApiError, post } from '../../api/request.ts'
import type { SetUpAnswer } from '../../api/wire.ts'
import { Options } from '../../controls/options.tsx'
import { usePreferences } from '../../layout/preferences.tsx'

export interface SetUpFormProps {
  readonly token: string
  readonly onDone: (answer: SetUpAnswer) => void
}

/** Asks for the first account and its owner. */
export function SetUpForm({ token, onDone }: SetUpFormProps) {
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    setBusy(true)
    try {
      onDone(await post<SetUpAnswer>('set-up', { token, ...fields }))
    } catch (error) {
      setFailure((error as ApiError).message)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit}>
      <label>
        Name of the account
        <input name="username" autoComplete="off" required maxLength={64} />
        <small>Programs send it with their API key. Letters, digits, dots and hyphens.</small>
      </label>
      <Currencies />
      <label>
        Your e-mail address, to sign in with
        <input name="user" type="email" autoComplete="username" required maxLength={254} />
      </label>
      <label>
        Choose a password of at least 10 characters
        <input
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={256}
        />
      </label>
      {failure !== null && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" className="primary" disabled={isBusy}>
        Create the account
      </button>
    </form>
  )
}

function Currencies() {
  const { locale } = usePreferences()
  const named = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'currency' })
    return Intl.supportedValuesOf('currency').map(
      (code) => [code, `${code} ${names.of(code)}`] as const,
    )
  }, [locale])
  return (
    <label>
      Currency
      <select name="currency" defaultValue="USD">
        <Options of={named} />
      </select>
      <small>All figures are stored in it. It cannot be changed later.</small>
    </label>
  )
}
