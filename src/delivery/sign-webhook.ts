import { createHmac } from 'node:crypto'

const prefix = 'whsec_'

/**
 * The signatures of a webhook, of Standard Webhooks 1.0.
 *
 * @param secrets each `whsec_` and 24 to 64 bytes in base64
 * @param timestamp in seconds since 1970
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): string {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return signatures.join(' ')
}
