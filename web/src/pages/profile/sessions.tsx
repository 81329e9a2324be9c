import { useMutation } from '@tanstack/react-query'
import { post } from '../../api/request.ts'
import type { SessionAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'

export interface SessionsProps {
  readonly sessions: readonly SessionAnswer[]
  readonly onChanged: () => void
}

/** The user's sessions, each of which can be ended. */
export function Sessions({ sessions, onChanged }: SessionsProps) {
  const formats = useFormats()
  const end = useMutation({
    mutationFn: (id: number) => post('sessions/end', { id }),
    onSettled: onChanged,
  })
  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      {end.error && (
        <p className="failure" role="alert">
          {end.error.message}
        </p>
      )}
      <ul className="lines">
        {sessions.map((one) => (
          <li key={one.id} data-session={one.id}>
            <span>
              <b>{one.browser || 'Unknown browser'}</b>
              {one.is_this && ' (this one)'}
              <small>
                {one.network && `${one.network}, `}
                signed in {formats.instant(one.opened_at)}, last use{' '}
                {formats.instant(one.last_used_at)}
              </small>
            </span>
            {!one.is_this && (
              <button
                type="button"
                className="quiet"
                disabled={end.isPending}
                onClick={() => end.mutate(one.id)}
              >
                End
              </button>
            )}
          </li>
        ))}
      </ul>
      <p className="note">
        If you do not know one of them, end it and change your password, here or at your sign-in
        provider.
      </p>
    </section>
  )
}
