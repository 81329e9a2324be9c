import type { ChangePosition } from '../../ledger/figure-ledger.ts'
import type { Day } from '../../values/day.ts'

const form = /^c(\d{1,10})\.(\d{1,7})\.(\d{1,10})\.(\d{1,5})$/

/** Before every change. */
const beginning: ChangePosition = { entry: 0, day: 0 as Day, app: 0, networkCode: 0 }

/** An opaque cursor. @param position the last change that was sent; null for the start */
export function writeCursor(position: ChangePosition | null): string {
  const { entry, day, app, networkCode } = position ?? beginning
  return Buffer.from(`c${entry}.${day}.${app}.${networkCode}`, 'latin1').toString('base64url')
}

/** @returns null for text that {@link writeCursor} never writes */
export function readCursor(text: string): ChangePosition | null {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const parts = form.exec(decoded)?.slice(1).map(Number)
  if (!parts || Buffer.from(decoded, 'latin1').toString('base64url') !== text) return null
  const [entry, day, app, networkCode] = parts
  if (Math.max(entry!, app!) > 2 ** 32 - 1 || day! > 3_000_000 || networkCode! > 65_535) return null
  return { entry: entry!, day: day as Day, app: app!, networkCode: networkCode! }
}
