import type { NetworkCalls } from '../connections/network-calls.ts'
import type { Deliver } from '../messages/delivery.ts'
import { type MailOptions, MailSender } from './send-mail.ts'
import { sendRequest } from './send-request.ts'

/** Delivers messages by mail, and to webhooks through what reaches networks. */
export function openDelivery(mail: MailOptions, calls: NetworkCalls, nowMs: () => number): Deliver {
  const sender = new MailSender(mail)
  return (channel, secrets, message, signal) =>
    channel.kind === 'mail'
      ? sender.send(channel, secrets, message, signal)
      : sendRequest({ calls, nowMs }, channel, secrets, message, signal)
}
