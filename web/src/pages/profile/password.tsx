import { useAction } from '../../api/queries.ts'
import { Form } from '../../controls/form.tsx'
import { Failure } from '../../layout/states.tsx'
import { NewPasswordField } from '../sign-in/new-password-field.tsx'

/** Changes the user's password. */
export function Password({ user }: { user: string }) {
  const change = useAction('password', 'profile')
  const submit = (fields: FormData, form: HTMLFormElement) =>
    change.mutate(Object.fromEntries(fields), { onSuccess: () => form.reset() })
  return (
    <section className="card" aria-labelledby="password-title">
      <h2 id="password-title">Password</h2>
      <p className="note">A new password signs you out of all other browsers.</p>
      <Form className="row" onSubmit={submit}>
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
        <NewPasswordField label="New password, at least 10 characters" name="new_password" />
        <button type="submit" className="primary" disabled={change.isPending}>
          Change the password
        </button>
      </Form>
      {change.isSuccess && <p role="status">Password changed.</p>}
      <Failure error={change.error} />
    </section>
  )
}
