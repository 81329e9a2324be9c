import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { post } from '../api/request.ts'
import { DisplaySettings } from '../layout/display-settings.tsx'

/** @param hasEnded whether a session has just ended */
export function SignIn({ hasEnded }: { hasEnded: boolean }) {
  const queries = useQueryClient()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    try {
      await post('sign-in', { username: form.get('username'), password: form.get('password') })
      await queries.resetQueries()
    } catch (error) {
      setFailure((error as Error).message)
      setBusy(false)
    }
  }
  return (
    <main className="alone">
      <form className="card sign-in" onSubmit={signIn}>
        <p className="brand">
          <i aria-hidden="true" />
          Adtally
        </p>
        <h1>Sign in</h1>
        {hasEnded && <p>You are signed out. Sign in to continue.</p>}
        <label>
          Username
          <input name="username" autoComplete="username" required maxLength={64} />
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
        {failure !== null && (
          <p className="failure" role="alert">
            {failure}
          </p>
        )}
        <button type="submit" className="primary" disabled={isBusy}>
          Sign in
        </button>
        <p className="hint">
          No password yet? The operator of this server can set one:{' '}
          <code>adtally accounts set-password USERNAME</code>
        </p>
      </form>
      <DisplaySettings />
    </main>
  )
}
