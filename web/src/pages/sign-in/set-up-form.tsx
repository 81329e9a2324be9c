import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { post } from '../../api/request.ts'
import type { SetUpAnswer } from '../../api/wire.ts'
import { Form } from '../../controls/form.tsx'
import { Options } from '../../controls/options.tsx'
import { usePreferences } from '../../layout/preferences.tsx'
import { Failure } from '../../layout/states.tsx'
import { NewPasswordField } from './new-password-field.tsx'

export interface SetUpFormProps {
  readonly token: string
  readonly onDone: (answer: SetUpAnswer) => void
}

/** Asks for the first account and its owner. */
export function SetUpForm({ token, onDone }: SetUpFormProps) {
  const setUp = useMutation({
    mutationFn: (fields: FormData) =>
      post<SetUpAnswer>('set-up', { token, ...Object.fromEntries(fields) }),
    onSuccess: onDone,
  })
  return (
    <Form onSubmit={(fields) => setUp.mutate(fields)}>
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
      <NewPasswordField label="Choose a password of at least 10 characters" name="password" />
      <Failure error={setUp.error} />
      <button type="submit" className="primary" disabled={setUp.isPending}>
        Create the account
      </button>
    </Form>
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
