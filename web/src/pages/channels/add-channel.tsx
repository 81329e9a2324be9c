import { useState } from 'react'
import { usualEvents } from '../../../../src/messages/channel.ts'
import { useAccount, useAction } from '../../api/queries.ts'
import { IssuedSecret } from '../../controls/issued-secret.tsx'
import { Options } from '../../controls/options.tsx'
import { textIn } from '../../controls/text-in.ts'
import { useFormats } from '../../figures/formats.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { ChannelFields, channelIn } from './channel-fields.tsx'
import { type ChannelKind, channelKinds } from './channel-kinds.ts'

/** A dialog that adds a channel. It shows the secret of a webhook. */
export function AddChannel() {
  const adding = useAction('channels/add')
  const { timeZone } = useFormats()
  const [kind, setKind] = useState<ChannelKind>('mail')
  const [events, setEvents] = useState(usualEvents.mail)
  const choose = (chosen: ChannelKind) => {
    setKind(chosen)
    setEvents(usualEvents[chosen])
  }
  const secret = adding.data?.secret
  return (
    <FormDialog
      opener="Add a channel"
      isPrimary
      title="Add a channel"
      onOpen={() => choose('mail')}
      sends={[adding]}
      onSubmit={(form, close) => {
        const targets = kind === 'mail' ? ['address', 'user'] : ['url']
        const target = targets.map((name) => [name, textIn(form, name)])
        const about = { name: textIn(form, 'name'), kind, events, ...Object.fromEntries(target) }
        adding.mutate(
          { ...about, ...channelIn(form) },
          { onSuccess: ({ secret }) => secret === null && close() },
        )
      }}
      submit="Add channel"
      isIncomplete={events.length === 0}
      result={(close) =>
        secret && (
          <IssuedSecret copy="Copy the secret" value={secret} onClose={close}>
            Your program checks the signatures of messages with this secret. It is shown only now.
          </IssuedSecret>
        )
      }
    >
      <label className="field">
        Kind
        <select value={kind} onChange={({ target }) => choose(target.value as ChannelKind)}>
          <Options of={Object.entries(channelKinds).map(([of, { title }]) => [of, title])} />
        </select>
      </label>
      <label className="field">
        Name
        <input name="name" maxLength={64} placeholder="revenue team" required />
      </label>
      {kind === 'mail' ? <MailFields /> : <AddressField kind={kind} />}
      <ChannelFields
        key={kind}
        events={events}
        onEvents={setEvents}
        at={{
          time_zone: timeZone,
          digest_hour: 9,
          correction_per_mille: 20,
          quiet_from: null,
          quiet_to: null,
        }}
      />
    </FormDialog>
  )
}

function MailFields() {
  const { user } = useAccount()
  return (
    <>
      <label className="field">
        Mail address
        <input name="address" type="email" maxLength={254} required />
      </label>
      <label className="field">
        User of this account
        <input name="user" defaultValue={user} maxLength={64} autoComplete="off" required />
        <small>
          The mail has the apps that this user sees, and ends when the user has no access.
        </small>
      </label>
    </>
  )
}

function AddressField({ kind }: { kind: ChannelKind }) {
  return (
    <label className="field">
      Address
      <input
        name="url"
        type="url"
        pattern="https://.+"
        placeholder="https://"
        maxLength={2_000}
        autoComplete="off"
        required
      />
      <small>{channelKinds[kind].address}</small>
    </label>
  )
}
