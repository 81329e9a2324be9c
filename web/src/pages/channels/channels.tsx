import { useAnswer } from '../../api/queries.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { LoadedList } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { AddChannel } from './add-channel.tsx'
import { ChannelTable } from './channel-table.tsx'
import { MessageTable } from './message-table.tsx'

/** The channels of the account, and its last messages. */
export default function Channels() {
  const channels = useAnswer('channels')
  const messages = channels.data?.messages ?? []
  return (
    <>
      <PageTitle of="/dashboard/channels" />
      <p className="under-title">
        Adtally sends <PageLink to="/dashboard/alerts">alerts</PageLink>, digests and events by
        mail, into chats and to your own programs.
      </p>
      <div>
        <AddChannel />
      </div>
      <LoadedList
        query={channels}
        rowsOf={({ channels }) => channels}
        empty="No channels"
        advice={<p>Add a channel, so that alerts and digests come to you.</p>}
      >
        {(rows) => <ChannelTable channels={rows} />}
      </LoadedList>
      {messages.length > 0 && <MessageTable messages={messages} />}
    </>
  )
}
