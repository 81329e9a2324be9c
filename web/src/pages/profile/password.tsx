import type { FormEvent } from 'react'
import { useAction } from '../../api/queries.ts'
import { Failure } from '../../layout/states.tsx'

/** Changes the user's password. */
export function Password({ user }: { user: string }) {
  const change = useAction('password', 'profile')
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    change.mutate(Object.fromEntries(new FormData(form)), { onSuccess: () => form.reset() })
  }
  return (
    <section className="card" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className="note">A new password signs you out of all other browsers.</p>
      <form className="row" onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={user} />
        <label>
          Current password
          <input
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={256}
          />
        </label>
        <label>
          New password, at least 10 characters
          <input
            name="new_password"
            type="password"
            autoComplete="new-password"
            required
            minLength={10}
            maxLength={256}
          />
        </label>
        <button type="submit" className="primary" disabled={change.isPending}>
          Change the password
        </button>
      </form>
      {change.isSuccess && <p role="status">Password changed.</p>}
      <Failure error={change.error} />
    </section>
  )
}
