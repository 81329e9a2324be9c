import { Type } from 'typebox'
import { deliveryStates } from '../../messages/delivery.ts'
import { formatInstant } from '../../values/instant.ts'
import { oneOf, username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'

const usualLimit = 100

/** The messages of an account and their deliveries, newest first. */
export const listMessages = useCase({
  name: 'list-messages',
  request: {
    username,
    /** All when absent. */
    state: Type.Optional(oneOf(deliveryStates)),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'a number from 1 to 1000' }),
    ),
  },
  audit: readsOnly,
  run: async ({ deliveries }, { username, state, limit = usualLimit }) => {
    const found = await deliveries.list(username, state ?? null, limit)
    return found.map(({ messageId, type, subject, channel, state, attempts, ...one }) => ({
      id: messageId,
      type,
      subject,
      channel,
      state,
      attempts,
      made_at: formatInstant(one.madeAtMs),
      next_at: one.nextAtMs === null ? null : formatInstant(one.nextAtMs),
      ended_at: one.endedAtMs === null ? null : formatInstant(one.endedAtMs),
      last_error: one.lastError,
    }))
  },
})
