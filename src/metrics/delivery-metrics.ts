import { Counter, type Registry } from 'prom-client'
import { type ChannelKind, channelKinds } from '../messages/channel.ts'

/** Counts the messages that this process tried to deliver. */
export class DeliveryMetrics {
  readonly #deliveries: Counter<'kind' | 'outcome'>

  constructor(registry: Registry) {
    this.#deliveries = new Counter({
      name: 'adtally_deliveries_total',
      help: 'Messages that this process tried to deliver, by kind of channel.',
      labelNames: ['kind', 'outcome'],
      registers: [registry],
    })
    for (const kind of channelKinds) {
      for (const outcome of ['sent', 'failed']) this.#deliveries.inc({ kind, outcome }, 0)
    }
  }

  noted(kind: ChannelKind, isSent: boolean): void {
    this.#deliveries.inc({ kind, outcome: isSent ? 'sent' : 'failed' })
  }
}
