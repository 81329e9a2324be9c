import type { Channel, ChannelSecrets } from './channel.ts'
import type { Message } from './message.ts'

/** The result of one try to deliver a message. */
export type Outcome =
  | { readonly isSent: true }
  | {
      readonly isSent: false
      /** What to do about it; has no secret. */
      readonly error: string
      /** Whether trying again is useless: the receiver wants no more. */
      readonly isOver: boolean
    }

/** The parts of a message that are sent. */
export type SentMessage = Pick<
  Message,
  'id' | 'type' | 'madeAtMs' | 'data' | 'subject' | 'text' | 'rich'
>

/** PORT: sends a message into a channel. It throws nothing: failures are outcomes. */
export type Deliver = (
  channel: Pick<Channel, 'kind' | 'target'>,
  secrets: ChannelSecrets,
  message: SentMessage,
  signal: AbortSignal,
) => Promise<Outcome>

/** `waiting` until it is `sent`, or `dead` because all tries failed or it became too old. */
export const deliveryStates = ['waiting', 'sent', 'dead'] as const

export type DeliveryState = (typeof deliveryStates)[number]
