import { type FormEvent, useMemo, useState } from 'react'
import { type ApiError, post } from '../../api/request.ts'
import type { SetUpAnswer } from '../../api/wire.ts'
import { usePreferences } from '../../layout/preferences.tsx'
import { setUpTexts } from '../../texts/en/set-up.tsx'
import { signInTexts } from '../../texts/en/sign-in.tsx'

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
        {setUpTexts.accountName}
        <input name="username" autoComplete="off" required maxLength={64} />
        <small>{setUpTexts.aboutAccountName}</small>
      </label>
      <Currencies />
      <label>
        {setUpTexts.email}
        <input name="user" type="email" autoComplete="username" required maxLength={254} />
      </label>
      <label>
        {signInTexts.choosePassword}
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
        {setUpTexts.create}
      </button>
    </form>
  )
}

function Currencies() {
  const { locale } = usePreferences()
  const named = useMemo(() => {
    const names = new Intl.DisplayNames([locale], { type: 'currency' })
    return Intl.supportedValuesOf('currency').map((code) => [code, names.of(code)])
  }, [locale])
  return (
    <label>
      {setUpTexts.currency}
      <select name="currency" defaultValue="USD">
        {named.map(([code, name]) => (
          <option key={code} value={code}>
            {`${code} ${name}`}
          </option>
        ))}
      </select>
      <small>{setUpTexts.aboutCurrency}</small>
    </label>
  )
}
