import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { DayField } from '../../controls/day-field.tsx'
import { Form } from '../../controls/form.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ChangeCredentials, ChangeSettings } from './change-connection.tsx'
import { ConnectionTest } from './test-result.tsx'
import { useConsent } from './use-connections.ts'

type Opened = 'credentials' | 'settings' | 'days' | null

/** The actions that the reader may take on a connection. */
export function ConnectionActions({ connection }: { connection: ConnectionAnswer }) {
  const { permissions } = useAccount()
  const [opened, setOpened] = useState<Opened>(null)
  const navigate = useNavigate()
  const { name, state, has_consent: hasConsent, pull } = connection
  const act = useAction(state === 'paused' ? 'connections/resume' : 'connections/pause')
  const remove = useAction('connections/remove')
  const test = useAction('connections/test', 'nothing')
  const consent = useConsent()
  if (!permissions.includes('import')) return null
  const mayManage = permissions.includes('manage')
  const error = act.error ?? remove.error ?? test.error ?? consent.error
  const toggle = (what: Opened) => setOpened(opened === what ? null : what)
  const isReady = hasConsent !== false
  const noFetch = pull
    ? 'Days can be fetched once those on the way have arrived.'
    : noFetchTexts[state]
  return (
    <>
      <div className="actions">
        {mayManage && hasConsent !== null && (
          <button
            type="button"
            className={hasConsent ? 'quiet' : 'primary'}
            disabled={consent.isPending || consent.isSuccess}
            onClick={() => consent.mutate(name)}
          >
            {hasConsent ? 'Consent again' : 'Consent'}
          </button>
        )}
        {isReady && (
          <>
            {noFetch === null && (
              <QuietButton aria-expanded={opened === 'days'} onClick={() => toggle('days')}>
                Fetch days
              </QuietButton>
            )}
            <QuietButton disabled={test.isPending} onClick={() => test.mutate({ name })}>
              Test
            </QuietButton>
            <QuietButton disabled={act.isPending} onClick={() => act.mutate({ name })}>
              {state === 'paused' ? 'Resume' : 'Pause'}
            </QuietButton>
          </>
        )}
        {mayManage && (
          <>
            <QuietButton
              aria-expanded={opened === 'credentials'}
              onClick={() => toggle('credentials')}
            >
              Change credentials
            </QuietButton>
            <QuietButton aria-expanded={opened === 'settings'} onClick={() => toggle('settings')}>
              Change settings
            </QuietButton>
            <ConfirmDialog
              label="Remove"
              title={`Remove ${name}?`}
              text="Its credentials are deleted, and nothing is fetched any more. Its figures stay."
              action="Remove"
              onConfirm={() =>
                remove.mutate(
                  { name },
                  { onSuccess: () => navigate({ to: '/dashboard/networks' }) },
                )
              }
            />
          </>
        )}
      </div>
      {isReady && noFetch !== null && <p className="note">{noFetch}</p>}
      <ConnectionTest of={test} />
      <Failure error={error} />
      {opened === 'days' && noFetch === null && (
        <FetchDays name={name} onClose={() => setOpened(null)} />
      )}
      {opened === 'credentials' && (
        <ChangeCredentials connection={connection} onClose={() => setOpened(null)} />
      )}
      {opened === 'settings' && (
        <ChangeSettings connection={connection} onClose={() => setOpened(null)} />
      )}
    </>
  )
}

/** Why no days can be fetched now. */
const noFetchTexts = {
  active: null,
  paused: 'Paused: press Resume to fetch days.',
  refused: 'The network refuses the credentials. Days can be fetched once they are changed.',
}

/** Fetches the days of a range. */
function FetchDays({ name, onClose }: { name: string; onClose: () => void }) {
  const { today } = useAccount()
  const pull = useAction('connections/pull')
  const fetch = (fields: FormData) => {
    const [from, to] = [fields.get('from'), fields.get('to')]
    const days = { ...(from && { start_date: from }), ...(to && { end_date: to }) }
    pull.mutate({ name, ...days }, { onSuccess: onClose })
  }
  return (
    <Form className="row" onSubmit={fetch}>
      <DayField label="First day" name="from" max={today} />
      <DayField label="Last day" name="to" max={today} />
      <button type="submit" className="primary" disabled={pull.isPending}>
        Fetch
      </button>
      <QuietButton onClick={onClose}>Cancel</QuietButton>
      <p className="note">Without days: those that the network may have restated.</p>
      <Failure error={pull.error} />
    </Form>
  )
}
