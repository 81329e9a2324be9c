import { type ReactNode, useState } from 'react'
import { useAction } from '../../api/queries.ts'
import type { ConnectionAnswer } from '../../api/wire.ts'
import { Form } from '../../controls/form.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { Failure } from '../../layout/states.tsx'
import { ConnectorFields, filledIn, type Values } from './connector-fields.tsx'
import {
  BookingField,
  bookingIn,
  DepthField,
  depthIn,
  ScheduleFields,
  scheduleIn,
} from './settings-fields.tsx'
import { useConnectors } from './use-connections.ts'

interface ChangeProps {
  readonly connection: ConnectionAnswer
  readonly onClose: () => void
}

/** Other values for the fields. What is left empty stays as it is. */
export function ChangeCredentials({ connection, onClose }: ChangeProps) {
  const [values, setValues] = useState<Values>(connection.settings ?? {})
  const connector = useConnectorOf(connection)
  if (!connector) return null
  return (
    <ChangeForm
      name={connection.name}
      onClose={onClose}
      changesOf={() => ({ values: filledIn(values) })}
    >
      <ConnectorFields
        fields={connector.fields}
        values={values}
        onChange={setValues}
        stored={connector.fields.map((field) => field.name)}
      />
    </ChangeForm>
  )
}

/** How a connection is booked, what is fetched, and when. */
export function ChangeSettings({ connection, onClose }: ChangeProps) {
  const connector = useConnectorOf(connection)
  if (!connector) return null
  const { own_schedule: own, sweep_weekday, depth } = connection
  return (
    <ChangeForm
      name={connection.name}
      onClose={onClose}
      changesOf={(form) => ({
        ...bookingIn(form, connection),
        ...depthIn(form, depth),
        ...scheduleIn(form),
      })}
    >
      <BookingField of={connection} />
      {depth !== null && <DepthField isOn={depth} />}
      <ScheduleFields own={{ ...own, sweep_weekday }} usual={connector} />
    </ChangeForm>
  )
}

const useConnectorOf = ({ connector }: ConnectionAnswer) =>
  useConnectors().data?.networks.find((one) => one.connector === connector)

function ChangeForm({
  name,
  changesOf,
  onClose,
  children,
}: {
  readonly name: string
  readonly changesOf: (form: FormData) => object
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const change = useAction('connections/change')
  const save = (form: FormData) =>
    change.mutate({ name, ...changesOf(form) }, { onSuccess: onClose })
  return (
    <Form className="connect" onSubmit={save}>
      {children}
      <Failure error={change.error} />
      <div className="actions">
        <button type="submit" className="primary" disabled={change.isPending}>
          Save
        </button>
        <QuietButton onClick={onClose}>Cancel</QuietButton>
      </div>
    </Form>
  )
}
