import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { post } from '../../api/request.ts'
import { profileTexts } from '../../texts/en/profile.tsx'

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
      <h2 id="password-title">{profileTexts.password}</h2>
      <p className="note">{profileTexts.aboutPassword}</p>
      <form className="row" onSubmit={submit}>
        <input type="hidden" autoComplete="username" value={user} />
        <label>
          {profileTexts.currentPassword}
          <input
            name="current_password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={256}
          />
        </label>
        <label>
          {profileTexts.newPassword}
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
          {profileTexts.changePassword}
        </button>
      </form>
      {change.isSuccess && <p role="status">{profileTexts.passwordChanged}</p>}
      {change.error && (
        <p className="failure" role="alert">
          {change.error.message}
        </p>
      )}
    </section>
  )
}
