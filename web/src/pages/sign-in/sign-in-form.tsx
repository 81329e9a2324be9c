import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, post } from '../../api/request.ts'
import { Form } from '../../controls/form.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { Failure } from '../../layout/states.tsx'

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
  const signIn = useMutation({
    mutationFn: async (fields: FormData) => {
      const text = (name: string) => String(fields.get(name) ?? '')
      const given = known ?? { username: username ?? text('username'), password: text('password') }
      try {
        await post('sign-in', { ...given, ...(known && { code: text('code') }) })
      } catch (error) {
        const needsCode = error instanceof ApiError && error.code === 'second_factor_needed'
        if (needsCode && known === null) return setKnown(given)
        throw error
      }
      await onSignedIn()
    },
  })
  return (
    <Form onSubmit={(fields) => signIn.mutate(fields)}>
      {known ? <CodeField /> : <PasswordFields username={username} />}
      <Failure error={signIn.error} />
      <button type="submit" className="primary" disabled={signIn.isPending}>
        Sign in
      </button>
      {known && <QuietButton onClick={() => setKnown(null)}>Back</QuietButton>}
    </Form>
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
