import { ConfigError } from '../config/settings.ts'

/** Reads `a,b`; `all` is null. */
export const collectApps = (text: string): string[] | null =>
  text === 'all' ? null : text.split(',').map((id) => id.trim())

/**
 * Reads what a line is for: `admob:2026-03`, with an amount `admob:2026-03:120.50`, and with an app
 * `admob:2026-03:120.50:zap-ios`.
 *
 * @throws ConfigError for another text
 */
export function readPart(text: string) {
  const [network = '', month, amount, appId, ...more] = text.split(':')
  if (month === undefined || more.length > 0) {
    throw new ConfigError(
      `${JSON.stringify(text)} is not accepted; expected NETWORK:MONTH, or NETWORK:MONTH:AMOUNT, such as admob:2026-03:120.50`,
    )
  }
  return { network, month, ...(amount && { amount }), ...(appId && { appId }) }
}

/** Reads which network pays: `GOOGLE IRELAND=admob`. @throws ConfigError for another text */
export function readPayer(text: string) {
  const place = text.lastIndexOf('=')
  if (place < 1) {
    throw new ConfigError(
      `--payer ${JSON.stringify(text)} is not accepted; expected TEXT=NETWORK, such as "GOOGLE IRELAND=admob"`,
    )
  }
  return { contains: text.slice(0, place), network: text.slice(place + 1) }
}
