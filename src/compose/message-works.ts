import { AlertLooks } from '../use-cases/alerts/look-for-alerts.ts'
import { type DigestDelivery, DigestSender } from '../use-cases/digests/send-digests.ts'
import { deliverMessages } from '../use-cases/messages/deliver-messages.ts'
import { writeDayMessages } from '../use-cases/messages/write-day-messages.ts'
import { writeLedgerMessages } from '../use-cases/messages/write-ledger-messages.ts'
import type { Services } from '../use-cases/services.ts'

/** What a server does again and again to bring figures of all accounts to people. */
export interface MessageWorks {
  /** Looks at the figures by the rules of accounts. */
  readonly lookForAlerts: (signal: AbortSignal) => Promise<void>
  /** Writes that days became final and months were closed. */
  readonly tellDays: (signal: AbortSignal) => Promise<void>
  /** Writes the messages of ledger entries, and delivers what is due. */
  readonly sendMessages: (signal: AbortSignal) => Promise<void>
  readonly digestSender: (delivery: DigestDelivery) => DigestSender
}

export function messageWorks(services: Services): MessageWorks {
  const looks = new AlertLooks(services)
  return {
    lookForAlerts: (signal) => looks.look(signal),
    tellDays: (signal) => writeDayMessages(services, signal),
    sendMessages: async (signal) => {
      await writeLedgerMessages(services, signal)
      await deliverMessages(services, signal)
    },
    digestSender: (delivery) => new DigestSender(services, delivery),
  }
}
