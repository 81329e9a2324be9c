import { deliverableAtMs, maxAgeMs, maxPerHour, retryAfter } from '../../messages/channel.ts'
import { messageId } from '../../messages/message.ts'
import type { DueDelivery } from '../../records/messages/deliveries.ts'
import { shellWord } from '../../values/shell-word.ts'
import type { Services } from '../services.ts'

/** How many deliveries are tried in one turn. */
const perTurn = 100
/** Others may try it again then, if this process ends. */
const claimMs = 120_000
const hourMs = 3_600_000
/** Sent messages, and those that were given up, are listed for so long. */
const listedMs = 90 * 86_400_000

type Sources = Pick<
  Services,
  'accounts' | 'channels' | 'deliveries' | 'deliver' | 'messageProgress' | 'noteDelivery' | 'now'
>

/** Tries all deliveries that are due, once each. */
export async function deliverMessages(services: Sources, signal: AbortSignal): Promise<void> {
  const nowMs = services.now().getTime()
  for (const one of await services.deliveries.due(nowMs, perTurn)) {
    signal.throwIfAborted()
    await deliverOne(services, one, signal)
  }
  await services.deliveries.removeBefore(nowMs - listedMs)
}

/** @throws the signal's reason when it was given up; it is tried again when its claim is over */
export async function deliverOne(
  services: Sources,
  one: DueDelivery,
  signal: AbortSignal,
): Promise<void> {
  const { deliveries, channels, deliver, noteDelivery, now } = services
  const { channel, message } = one
  const nowMs = now().getTime()
  if (nowMs - one.nextAtMs > maxAgeMs) {
    return deliveries.end(one, 'dead', 'Nothing was sent for three days after it was due.', nowMs)
  }
  const atMs = deliverableAtMs(channel.settings, message.type, nowMs)
  if (atMs > nowMs) return deliveries.postpone(one, atMs, null)
  if ((await deliveries.sentSince(channel.id, nowMs - hourMs)) >= maxPerHour) {
    return deliveries.postpone(one, nowMs + hourMs / 6, null)
  }
  if (!(await mayReceive(services, one))) {
    const why = 'Its user has no access to the account any more.'
    await channels.disable(channel.id, why)
    return deliveries.end(one, 'dead', why, nowMs)
  }
  const claimedUntilMs = nowMs + claimMs
  if (!(await deliveries.claim(one, claimedUntilMs))) return
  const secrets = (await channels.secretsOf(channel.id)) ?? {}
  const outcome = await deliver(channel, secrets, message, signal)
  noteDelivery(channel.kind, outcome.isSent)
  if (outcome.isSent) {
    await channels.note(channel.id, null)
    return deliveries.end(one, 'sent', null, nowMs)
  }
  const { error, isOver } = outcome
  const waitMs = isOver ? null : retryAfter(one.attempts + 1)
  if (waitMs === null) await deliveries.end(one, 'dead', error, nowMs)
  else await deliveries.postpone(one, nowMs + waitMs, error)
  if (isOver) await channels.disable(channel.id, error)
  else await channels.note(channel.id, error)
  const failingSinceMs = channel.failingSinceMs ?? nowMs
  if (isOver || nowMs - failingSinceMs >= hourMs)
    await tellFailing(services, one, failingSinceMs, error)
}

const mayReceive = async ({ channels }: Sources, { channel }: DueDelivery): Promise<boolean> =>
  channel.userId === null || (await channels.memberOf(channel)) !== null

/** Tells the other channels of the account, once, that one of them fails. */
async function tellFailing(
  { accounts, channels, messageProgress, now }: Sources,
  { channel: { id, accountId, name } }: DueDelivery,
  sinceMs: number,
  error: string,
): Promise<void> {
  const account = await accounts.byId(accountId)
  if (!account) return
  const { username } = account
  const wanting = await channels.wanting(['alert.fired'])
  const others = wanting.filter((one) => one.accountId === accountId && one.id !== id)
  await messageProgress.write(
    others.map((other) => ({
      id: messageId('alert.fired', 'channel', accountId, id, sinceMs, other.id),
      accountId,
      type: 'alert.fired',
      madeAtMs: now().getTime(),
      data: { account: username, rule: 'failing-channel', channel: name, error },
      subject: `The channel "${name}" of ${username} fails`,
      text: `Messages do not arrive there. ${error} Test it with: adtally channels test ${username} ${shellWord(name)}`,
      html: null,
      app: null,
      channel: other.id,
    })),
  )
}
