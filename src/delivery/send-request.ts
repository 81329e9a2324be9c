import type { NetworkCalls } from '../connections/network-calls.ts'
import type { Channel, ChannelSecrets } from '../messages/channel.ts'
import type { Outcome, SentMessage } from '../messages/delivery.ts'
import { NetworkFault } from '../sources/connector.ts'
import { requestBody } from './request-body.ts'
import { signWebhook } from './sign-webhook.ts'

const timeoutMs = 15_000
/** The receiver has removed the address. */
const gone = 410

/** Sends a message to a webhook, or to that of a chat. */
export async function sendRequest(
  { calls, nowMs }: { readonly calls: NetworkCalls; readonly nowMs: () => number },
  { kind }: Pick<Channel, 'kind'>,
  { url, ...signing }: ChannelSecrets,
  message: SentMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  if (kind === 'mail' || url === undefined) {
    return failed('Its address cannot be read: remove the channel, and add it again.')
  }
  const body = requestBody(kind, message)
  const headers = {
    'content-type': 'application/json',
    ...(kind === 'webhook' && signedHeaders(signing, message.id, nowMs(), body)),
  }
  try {
    const { hostname } = new URL(url)
    const ask = { url, method: 'POST', headers, body, timeoutMs, staysThere: true } as const
    const { status } = await calls.call(ask, [hostname], signal)
    if (status >= 200 && status < 300) return { isSent: true }
    return { isSent: false, error: `It answered ${status}.`, isOver: status === gone }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof NetworkFault) return failed(`It ${error.message}.`)
    return failed('The request failed.')
  }
}

const failed = (error: string): Outcome => ({ isSent: false, error, isOver: false })

function signedHeaders(
  { signing, previousSigning, previousUntilMs = 0 }: ChannelSecrets,
  id: string,
  nowMs: number,
  body: string,
) {
  const timestamp = Math.floor(nowMs / 1_000)
  const previous = previousUntilMs > nowMs ? previousSigning : undefined
  const secrets = [signing, previous].filter((secret) => secret !== undefined)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(secrets, id, timestamp, body),
  }
}
