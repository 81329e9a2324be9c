import { useAction } from '../../api/queries.ts'
import type { ChannelAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { ChangeChannel, RotateSecret, TestChannel } from './change-channel.tsx'
import { channelKinds, hourText, typeTitle } from './channel-kinds.ts'
import styles from './channels.module.css'

export function ChannelTable({ channels }: { channels: readonly ChannelAnswer[] }) {
  const changing = useAction('channels/change')
  const removing = useAction('channels/remove')
  return (
    <>
      <Failure error={changing.error ?? removing.error} isCard />
      <ListTable
        label="Channels"
        className={styles.channels!}
        rows={channels}
        keyOf={({ name }) => name}
        attributesOf={({ name }) => ({ 'data-channel': name })}
        columns={[
          { title: 'Name', cell: (channel) => <Named channel={channel} /> },
          { title: 'To', cell: (channel) => <Target channel={channel} /> },
          { title: 'Gets', cell: (channel) => <Gets channel={channel} /> },
          { title: 'State', cell: (channel) => <State channel={channel} /> },
        ]}
        actionsOf={(channel) => {
          const { name, kind, state } = channel
          const isOn = state === 'on'
          // Its reader unsubscribed or lost access: the server refuses to turn it on.
          const isOver = kind === 'mail' && state === 'disabled'
          return (
            <>
              {state !== 'disabled' && <TestChannel channel={channel} />}
              <ChangeChannel channel={channel} />
              {kind === 'webhook' && <RotateSecret channel={channel} />}
              {!isOver && (
                <QuietButton
                  aria-label={`${isOn ? 'Pause' : 'Turn on'} ${name}`}
                  onClick={() => changing.mutate({ name, state: isOn ? 'paused' : 'on' })}
                >
                  {isOn ? 'Pause' : 'Turn on'}
                </QuietButton>
              )}
              <ConfirmDialog
                label="Remove"
                about={name}
                title={`Remove “${name}”?`}
                text="It gets nothing more. Its messages that wait are not sent."
                action="Remove channel"
                onConfirm={() => removing.mutate({ name })}
              />
            </>
          )
        }}
      />
    </>
  )
}

interface OfChannel {
  readonly channel: ChannelAnswer
}

const Named = ({ channel: { name, kind } }: OfChannel) => (
  <>
    <bdi>{name}</bdi>
    <small>{channelKinds[kind].title}</small>
  </>
)

const Target = ({ channel: { target, user } }: OfChannel) => (
  <>
    <bdi>{target}</bdi>
    {user !== null && (
      <small>
        As seen by <bdi>{user}</bdi>
      </small>
    )}
  </>
)

function Gets({ channel }: OfChannel) {
  const { events, digest_hour: hour, time_zone: zone, quiet_from: from, quiet_to: to } = channel
  const hasDigest = events.some((one) => one.startsWith('digest.'))
  return (
    <>
      {events.map(typeTitle).join(', ')}
      {hasDigest && (
        <small>
          Digests at the latest at {hourText(hour)}, {zone}
        </small>
      )}
      {from !== null && to !== null && (
        <small>
          No alerts from {hourText(from)} to {hourText(to)}, {zone}
        </small>
      )}
    </>
  )
}

const states = { on: 'On', paused: 'Paused', disabled: 'Off' }

function State({ channel: { state, failing_since: since, last_error: error } }: OfChannel) {
  const formats = useFormats()
  return (
    <>
      {since === null ? (
        states[state]
      ) : (
        <span className="failure">
          {states[state]}, failing since {formats.instant(since)}
        </span>
      )}
      {error !== null && <small>{error}</small>}
    </>
  )
}
