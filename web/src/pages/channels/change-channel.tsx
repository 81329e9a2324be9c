import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useAction } from '../../api/queries.ts'
import type { ChannelAnswer } from '../../api/wire.ts'
import { IssuedSecret } from '../../controls/issued-secret.tsx'
import { ButtonDialog } from '../../layout/button-dialog.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ChannelFields, channelIn } from './channel-fields.tsx'

interface ChangeProps {
  readonly channel: ChannelAnswer
}

/** A dialog that sends a test and shows whether it arrived. */
export function TestChannel({ channel: { name, target } }: ChangeProps) {
  const testing = useAction('channels/test')
  const send = () => {
    testing.reset()
    testing.mutate({ name })
  }
  return (
    <ButtonDialog opener="Test" about={name} title={`A test of “${name}”`} onOpen={send}>
      {(close) => (
        <>
          {testing.isPending && <p role="status">Sending …</p>}
          <Failure error={testing.error} />
          {testing.data?.is_sent && (
            <p role="status">
              The test was sent to <bdi>{target}</bdi>.
            </p>
          )}
          {testing.data?.is_sent === false && (
            <p className="failure" role="alert">
              The test was not sent: {testing.data.error}
            </p>
          )}
          <div className="actions">
            <Button className="primary" onPress={close} autoFocus>
              Done
            </Button>
          </div>
        </>
      )}
    </ButtonDialog>
  )
}

/** A dialog that changes what a channel gets, and when. */
export function ChangeChannel({ channel }: ChangeProps) {
  const { name } = channel
  const changing = useAction('channels/change')
  const [events, setEvents] = useState(channel.events)
  return (
    <FormDialog
      opener="Change"
      about={name}
      title={`Change “${name}”`}
      onOpen={() => setEvents(channel.events)}
      sends={[changing]}
      onSubmit={(form, close) =>
        changing.mutate({ name, events, ...channelIn(form) }, { onSuccess: close })
      }
      submit="Save"
      isIncomplete={events.length === 0}
    >
      <ChannelFields events={events} onEvents={setEvents} at={channel} />
    </FormDialog>
  )
}

/** A dialog that gives a webhook a new secret and shows it. */
export function RotateSecret({ channel: { name } }: ChangeProps) {
  const rotating = useAction('channels/rotate')
  return (
    <FormDialog
      opener="New secret"
      about={name}
      title={`A new secret for “${name}”?`}
      sends={[rotating]}
      onSubmit={() => rotating.mutate({ name })}
      submit="Make a new secret"
      result={(close) =>
        rotating.data && (
          <IssuedSecret copy="Copy the secret" value={rotating.data.secret} onClose={close}>
            Give this secret to your program within a day. It is shown only now.
          </IssuedSecret>
        )
      }
    >
      <p>Messages are signed with both secrets for a day, then with the new one alone.</p>
    </FormDialog>
  )
}
