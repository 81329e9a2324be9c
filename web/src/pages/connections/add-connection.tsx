import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { ConnectorAnswer } from '../../api/wire.ts'
import { DayField } from '../../controls/day-field.tsx'
import { Form } from '../../controls/form.tsx'
import { Options } from '../../controls/options.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { textIn } from '../../controls/text-in.ts'
import { Failed, Failure, Skeleton } from '../../layout/states.tsx'
import { BetaBadge } from './beta-badge.tsx'
import { ConnectorFields, filledIn, type Values } from './connector-fields.tsx'
import {
  BookingField,
  bookingIn,
  DepthField,
  depthIn,
  ScheduleFields,
  scheduleIn,
} from './settings-fields.tsx'
import { ConnectionTest } from './test-result.tsx'
import { useConnectors, useConsent } from './use-connections.ts'

export interface AddConnectionProps {
  /** The names of the account's connections. */
  readonly taken: readonly string[]
  readonly onClose: () => void
}

/** Connects a network: its fields, a test, then the connection. */
export function AddConnection({ taken, onClose }: AddConnectionProps) {
  const { data, error, refetch } = useConnectors()
  const [chosen, setChosen] = useState('')
  const connector = data?.networks.find((one) => one.connector === chosen)
  if (error) return <Failed error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton height={120} />
  const group = (kind: ConnectorAnswer['kind']) =>
    data.networks
      .filter((one) => one.kind === kind)
      .map((one) => [one.connector, one.network] as const)
  return (
    <section className="card connect" aria-labelledby="connect-title">
      <h2 id="connect-title">Connect a network</h2>
      <div className="field">
        <label htmlFor="network">Network</label>
        <select id="network" value={chosen} onChange={({ target }) => setChosen(target.value)}>
          <option value="">Choose</option>
          <optgroup label="Mediations">
            <Options of={group('mediation')} />
          </optgroup>
          <optgroup label="Networks">
            <Options of={group('network')} />
          </optgroup>
        </select>
      </div>
      {connector ? (
        <ConnectForm
          key={chosen}
          connector={connector}
          redirectUri={data.consent_redirect_uri}
          taken={taken}
          onClose={onClose}
        />
      ) : (
        <div className="actions">
          <QuietButton onClick={onClose}>Cancel</QuietButton>
        </div>
      )}
    </section>
  )
}

function ConnectForm({
  connector,
  redirectUri,
  taken,
  onClose,
}: AddConnectionProps & { connector: ConnectorAnswer; redirectUri: string }) {
  const [values, setValues] = useState<Values>({})
  const { today } = useAccount()
  const navigate = useNavigate()
  const test = useAction('connections/try', 'nothing')
  const add = useAction('connections/add')
  const consent = useConsent()
  const { kind, back_days: back, needs_consent: needsConsent, has_depth: hasDepth } = connector
  const isTested = test.data !== undefined
  const isBusy = test.isPending || add.isPending || consent.isPending || consent.isSuccess

  const submit = (form: FormData) => {
    const about = { connector: connector.connector, values: filledIn(values) }
    const createsApps = form.has('creates_apps')
    if (!isTested && !needsConsent) return test.mutate({ ...about, creates_apps: createsApps })
    const name = textIn(form, 'name')
    const since = textIn(form, 'since')
    const connection = {
      ...about,
      name,
      known_apps_only: !createsApps,
      ...(since !== '' && { start_date: since }),
      ...bookingIn(form, { kind, booking: 'auto' }),
      ...depthIn(form, hasDepth ? true : null),
      ...scheduleIn(form),
      ...(needsConsent && { consent_later: true }),
    }
    add.mutate(connection, {
      onSuccess: () => {
        if (needsConsent) consent.mutate(name)
        else navigate({ to: '/dashboard/connections/of/$name', params: { name } })
      },
    })
  }
  const change = (next: Values) => {
    setValues(next)
    test.reset()
    add.reset()
  }
  return (
    <Form onSubmit={submit}>
      <About connector={connector} />
      <ConnectorFields fields={connector.fields} values={values} onChange={change} />
      <label className="field">
        Name of the connection
        <input
          name="name"
          defaultValue={freeName(connector.connector, taken)}
          maxLength={64}
          required
        />
      </label>
      <DayField
        label="Fetch days since"
        name="since"
        max={today}
        hint={`Empty: ${back === null ? 'the last 365 days' : 'as far back as the network reports'}`}
      />
      {kind === 'mediation' && <BookingField of={{ kind, booking: 'auto' }} />}
      {hasDepth && <DepthField isOn />}
      <label className="field inline">
        <input type="checkbox" name="creates_apps" defaultChecked />
        Add apps that this account does not have
      </label>
      <details>
        <summary>When its days are fetched</summary>
        <ScheduleFields usual={connector} />
      </details>
      {needsConsent && (
        <p className="note">
          Register <code>{redirectUri}</code> as a redirect address of the OAuth client. The owner
          of the account at the network then consents in this browser.
        </p>
      )}
      <ConnectionTest of={test} />
      <Failure error={test.error ?? add.error ?? consent.error} />
      <div className="actions">
        <button type="submit" className="primary" disabled={isBusy}>
          {needsConsent ? 'Connect and consent' : isTested ? 'Connect' : 'Test'}
        </button>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
      </div>
    </Form>
  )
}

/** The facts about a connector. */
function About({ connector }: { connector: ConnectorAnswer }) {
  const { documents, back_days: back, ready_hours: ready } = connector
  return (
    <p className="note">
      A day is ready {ready} hours after it ends on the network’s clock.{' '}
      {back !== null && `The network reports the last ${back} days. `}
      <BetaBadge of={connector} />{' '}
      {documents.map((document, nth) => (
        <a key={document} href={document} target="_blank" rel="noreferrer">
          {documents.length > 1 ? `Documents ${nth + 1}` : 'Its documents'}{' '}
        </a>
      ))}
    </p>
  )
}

/** The name itself, or with a number. */
function freeName(name: string, taken: readonly string[]): string {
  for (let nth = 1; ; nth++) {
    const free = nth === 1 ? name : `${name}-${nth}`
    if (!taken.includes(free)) return free
  }
}
