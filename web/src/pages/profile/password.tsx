import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { post } from '../../api/request.ts'

export interface PasswordProps {
  readonly user: string
  readonly onChanged: () => void
}

/** Changes the user's password. */
export function Password({ user, onChanged }: PasswordProps) {
  const change = useMutation({
    mutationFn: (form: HTMLFormElement) =>
      post('password', Object.fromEntries(new FormData(form).entries())),
    onSuccess: (_, form) => {
      form.reset()
      onChanged()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    change.mutate(event.currentTarget)
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
      {change.error && (
        <p className="failure" role="alert">
          {change.error.message}
        </p>
      )}
    </section>
  )
}
