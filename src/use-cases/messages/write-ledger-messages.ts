import type { AccountEntry } from '../../ledger/figure-ledger.ts'
import { type Message, messageId } from '../../messages/message.ts'
import type { Account } from '../../publishers/account.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { writeChangeCursor } from '../report/change-cursor.ts'
import type { Services } from '../services.ts'

/** The newest entries of an account that are told; of very many, the others are counted by the cursor alone. */
const maxEntries = 1_000

type Sources = Pick<Services, 'accounts' | 'channels' | 'ledger' | 'messageProgress' | 'now'>

/**
 * Writes the messages of all ledger entries since the last call: one for each entry and account. After the first
 * start and after a restore, it begins with the newest entry, so that nothing old is told.
 */
export async function writeLedgerMessages(services: Sources, signal: AbortSignal): Promise<void> {
  const { accounts, channels, ledger, messageProgress, now } = services
  const generation = await ledger.generation()
  const [newest] = await ledger.entries(null, 1)
  const head = { generation, entry: newest?.id ?? 0 }
  const progress = await messageProgress.read()
  if (progress?.generation !== generation || progress.entry > head.entry) {
    return messageProgress.begin(head, now().getTime())
  }
  if (progress.entry === head.entry) return
  const wanting = await channels.wanting(['figures.changed'])
  const messages: Message[] = []
  for (const accountId of new Set(wanting.map((channel) => channel.accountId))) {
    signal.throwIfAborted()
    const account = await accounts.byId(accountId)
    if (!account) continue
    const scope = { account: accountId, apps: null }
    const entries = await ledger.entriesOf(scope, head.entry + 1, maxEntries)
    const identity = await ledger.identity()
    for (const entry of entries.filter(({ id }) => id > progress.entry).reverse()) {
      messages.push(toMessage(account, entry, `${identity} ${generation}`, generation))
    }
  }
  await messageProgress.advance(progress, head, messages)
}

function toMessage(
  account: Account,
  entry: AccountEntry,
  figures: string,
  generation: number,
): Message {
  const { id, kind, committedAtMs, undoes, networks, networkCount, firstDay, lastDay } = entry
  const [from, to] = [formatDay(firstDay), formatDay(lastDay)]
  const change = formatMicros(entry.revenueMicros)
  const named = networkCount > networks.length ? [...networks, '…'] : networks
  return {
    id: messageId('figures.changed', figures, id, account.id),
    accountId: account.id,
    type: 'figures.changed',
    madeAtMs: committedAtMs,
    data: {
      account: account.username,
      import: id,
      kind,
      undoes,
      committed_at: formatInstant(committedAtMs),
      networks,
      network_count: networkCount,
      first_day: from,
      last_day: to,
      currency: account.currency,
      revenue_change: change,
      impressions_change: String(entry.impressions),
      // The list of changes from before this entry.
      since: writeChangeCursor(
        { generation, scope: null },
        { entry: id, day: 0 as AccountEntry['firstDay'], app: 0, networkCode: 0 },
      ),
    },
    subject: `Figures of ${account.username} changed`,
    text: `${named.join(', ')}: ${from} to ${to}, revenue ${signed(change)} ${account.currency} (${kind} ${id}).`,
    rich: null,
    app: null,
    channel: null,
  }
}

const signed = (amount: string): string => (amount.startsWith('-') ? amount : `+${amount}`)
