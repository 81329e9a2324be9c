import { useAction } from '../../api/queries.ts'
import type { MessageAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { typeTitle } from './channel-kinds.ts'
import styles from './channels.module.css'

/** The last messages of the account, and whether they arrived. */
export function MessageTable({ messages }: { messages: readonly MessageAnswer[] }) {
  const sending = useAction('channels/replay')
  const formats = useFormats()
  return (
    <Card title="Last messages">
      <Failure error={sending.error} />
      <ListTable
        label="Messages"
        isCard={false}
        className={styles.messages!}
        rows={messages}
        keyOf={({ id, channel }) => `${id} ${channel}`}
        attributesOf={({ id, state }) => ({ 'data-message': id, 'data-state': state })}
        columns={[
          { title: 'Message', cell: (message) => <Subject message={message} /> },
          { title: 'Channel', cell: ({ channel }) => <bdi>{channel}</bdi> },
          { title: 'State', cell: (message) => <State message={message} /> },
          { title: 'Tries', isNumber: true, cell: ({ attempts }) => formats.count(attempts) },
        ]}
        actionsOf={({ id, channel, state, subject }) =>
          state !== 'waiting' && (
            <QuietButton
              aria-label={`Send again to ${channel}: ${subject}`}
              disabled={sending.isPending}
              onClick={() => sending.mutate({ id, channel })}
            >
              Send again
            </QuietButton>
          )
        }
      />
    </Card>
  )
}

function Subject({ message: { subject, type, made_at: at } }: { message: MessageAnswer }) {
  const formats = useFormats()
  return (
    <>
      <bdi>{subject}</bdi>
      <small>
        {typeTitle(type)}, {formats.instant(at)}
      </small>
    </>
  )
}

function State({ message }: { message: MessageAnswer }) {
  const { state, next_at: next, ended_at: end, last_error: error } = message
  const formats = useFormats()
  return (
    <>
      {state === 'waiting' && `Waits${next === null ? '' : ` until ${formats.instant(next)}`}`}
      {state === 'sent' && `Sent${end === null ? '' : ` ${formats.instant(end)}`}`}
      {state === 'dead' && <span className="failure">Given up</span>}
      {error !== null && <small>{error}</small>}
    </>
  )
}
