import { deliverableAtMs, maxAgeMs, maxPerHour, retryAfter } from '../../messages/channel.ts'
import { messageId } from '../../messages/message.ts'
import { seesFinance } from '../../publishers/principal.ts'
import { type Grant, permissionsOf } from '../../publishers/user.ts'
import type { DueDelivery } from '../../records/messages/deliveries.ts'
import { shellWord } from '../../values/shell-word.ts'
import type { Services } from '../services.ts'

/** How many deliveries are tried in one turn. */
const perTurn = 100
/** Others may try it again then, if this process ends. */
const claimMs = 120_000
/** For how long a channel may keep a turn, and with it the other channels. */
const slowMs = 30_000
const hourMs = 3_600_000
const noAccess = 'Its user has no access to the account any more.'
const lessAccess = 'Its user does not see all apps any more that it tells of.'
const noFinance = 'Its user does not see payments any more.'
/** Sent messages, and those that were given up, are listed for so long. */
const listedMs = 90 * 86_400_000

type Sources = Pick<
  Services,
  'accounts' | 'channels' | 'deliveries' | 'deliver' | 'messageProgress' | 'noteDelivery' | 'now'
>

/** Tries the deliveries that are due. Channels do not wait for each other. */
export async function deliverMessages(services: Sources, signal: AbortSignal): Promise<void> {
  const nowMs = services.now().getTime()
  const due = await services.deliveries.due(nowMs, perTurn)
  const ofChannels = Map.groupBy(due, ({ channel }) => channel.id)
  await Promise.all(
    [...ofChannels.values()].map((deliveries) => deliverInOrder(services, deliveries, signal)),
  )
  await services.deliveries.removeBefore(nowMs - listedMs)
}

/** After a failure, or when its receiver is slow, the others of a channel wait and leave the turn to other channels. */
async function deliverInOrder(
  services: Sources,
  due: readonly DueDelivery[],
  signal: AbortSignal,
): Promise<void> {
  const beganMs = services.now().getTime()
  let [hasFailed, isSlow] = [false, false]
  for (const one of due) {
    signal.throwIfAborted()
    const nowMs = services.now().getTime()
    isSlow ||= nowMs - beganMs >= slowMs
    if (hasFailed) await services.deliveries.postpone(one, nowMs + retryAfter(2)!, null)
    else if (isSlow) await services.deliveries.postpone(one, nowMs + 1, null)
    else hasFailed = await deliverOne(services, one, signal)
  }
}

/**
 * @returns whether it was tried in vain
 * @throws the signal's reason when it was given up; it is tried again when its claim is over
 */
async function deliverOne(
  services: Sources,
  one: DueDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { deliveries, channels } = services
  const { channel, message } = one
  const nowMs = services.now().getTime()
  if (isTooOld(one, nowMs)) {
    await deliveries.end(one, 'dead', 'It is older than three days.', nowMs)
    return false
  }
  const atMs = deliverableAtMs(channel.settings, message.type, nowMs)
  const isFull = (await deliveries.sentSince(channel.id, nowMs - hourMs)) >= maxPerHour
  if (atMs > nowMs || isFull) {
    await deliveries.postpone(one, Math.max(atMs, isFull ? nowMs + hourMs / 6 : 0), null)
    return false
  }
  if (channel.userId !== null) {
    const grant = await channels.memberOf(channel)
    const why = grant === null ? noAccess : whyNot(grant, one)
    if (grant === null) await channels.disable(channel.id, noAccess)
    if (why !== null) {
      await deliveries.end(one, 'dead', why, nowMs)
      return false
    }
  }
  return (await deliveries.claim(one, nowMs + claimMs)) && tryClaimed(services, one, signal)
}

/** A message that is replayed has one more try, however old it is. */
const isTooOld = ({ message, attempts, nextAtMs }: DueDelivery, nowMs: number): boolean =>
  nowMs - message.madeAtMs > maxAgeMs && (attempts > 0 || nextAtMs - message.madeAtMs <= maxAgeMs)

async function tryClaimed(
  services: Sources,
  one: DueDelivery,
  signal: AbortSignal,
): Promise<boolean> {
  const { deliveries, channels, deliver, noteDelivery } = services
  const { channel, message } = one
  const nowMs = services.now().getTime()
  const secrets = (await channels.secretsOf(channel.id)) ?? {}
  const outcome = await deliver(channel, secrets, message, signal)
  noteDelivery(channel.kind, outcome.isSent)
  if (outcome.isSent) {
    await channels.note(channel.id, null)
    await deliveries.end(one, 'sent', null, nowMs)
    return false
  }
  const { error, isOver } = outcome
  const waitMs = isOver ? null : retryAfter(one.attempts + 1)
  if (waitMs === null) await deliveries.end(one, 'dead', error, nowMs)
  else await deliveries.postpone(one, nowMs + waitMs, error)
  if (isOver) await channels.disable(channel.id, error)
  else await channels.note(channel.id, error)
  const failingSinceMs = channel.failingSinceMs ?? nowMs
  const isTold = waitMs === null || nowMs - failingSinceMs >= hourMs
  if (isTold) await tellFailing(services, one, failingSinceMs, error)
  return true
}

/** Why a user may not have a message that waited; null for who may. */
function whyNot({ role, apps }: Grant, { message: { data }, apps: told }: DueDelivery) {
  if (!maySee(apps, told)) return lessAccess
  const hasPayments = 'payments' in data && data.payments !== null
  return hasPayments && !seesFinance({ permissions: permissionsOf[role], apps }) ? noFinance : null
}

/** Whether a user of some apps sees all that a message tells of. Null stands for all apps. */
const maySee = (apps: readonly number[] | null, told: readonly number[] | null): boolean =>
  apps === null || Boolean(told?.every((app) => apps.includes(app)))

/** Tells the other channels of the account, once, that one of them fails. */
async function tellFailing(
  { accounts, channels, messageProgress, now }: Sources,
  { channel: { id, accountId, name } }: DueDelivery,
  sinceMs: number,
  error: string,
): Promise<void> {
  const account = await accounts.byId(accountId)
  if (!account) return
  const others = (await channels.ofAccount(accountId)).filter(
    (other) => other.id !== id && other.events.includes('alert.fired'),
  )
  for (const other of others) {
    const seesAll = other.userId === null || (await channels.memberOf(other))?.apps === null
    if (other.state !== 'on' || !seesAll) continue
    await messageProgress.write([
      {
        id: messageId('alert.fired', 'channel', accountId, id, sinceMs, other.id),
        accountId,
        type: 'alert.fired',
        madeAtMs: now().getTime(),
        data: { account: account.username, rule: 'failing-channel', channel: name, error },
        subject: `The channel "${name}" of ${account.username} fails`,
        text: `Messages do not arrive there. ${error} Test it with: adtally channels test ${account.username} ${shellWord(name)}`,
        rich: null,
        app: null,
        channel: other.id,
      },
    ])
  }
}
