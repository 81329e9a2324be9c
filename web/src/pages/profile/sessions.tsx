import { useAction } from '../../api/queries.ts'
import type { SessionAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Failure } from '../../layout/states.tsx'

/** The user's sessions, each of which can be ended. */
export function Sessions({ sessions }: { sessions: readonly SessionAnswer[] }) {
  const formats = useFormats()
  const end = useAction('sessions/end', 'profile')
  return (
    <section className="card" aria-labelledby="sessions-title">
      <h2 id="sessions-title">Where you are signed in</h2>
      <Failure error={end.error} />
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
              <QuietButton disabled={end.isPending} onClick={() => end.mutate({ id: one.id })}>
                End
              </QuietButton>
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
