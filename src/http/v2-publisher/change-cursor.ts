import type { ChangePosition } from '../../ledger/figure-ledger.ts'
import type { Day } from '../../values/day.ts'

const form = /^(?:g(\d{1,12}))?c(\d{1,10})\.(\d{1,7})\.(\d{1,10})\.(\d{1,5})$/

/** A place in the changes of one generation of the figures. */
export interface ChangeCursor {
  readonly generation: number
  readonly position: ChangePosition
}

/** Before every change. */
const beginning: ChangePosition = { entry: 0, day: 0 as Day, app: 0, networkCode: 0 }

/** An opaque cursor. @param position the last change that was sent; null for the start */
export function writeCursor(generation: number, position: ChangePosition | null): string {
  const { entry, day, app, networkCode } = position ?? beginning
  const prefix = generation === 0 ? '' : `g${generation}`
  const text = `${prefix}c${entry}.${day}.${app}.${networkCode}`
  return Buffer.from(text, 'latin1').toString('base64url')
}

/** @returns null for text that {@link writeCursor} never writes */
export function readCursor(text: string): ChangeCursor | null {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const parts = form.exec(decoded)?.slice(1)
  if (!parts || Buffer.from(decoded, 'latin1').toString('base64url') !== text) return null
  const [generation, entry, day, app, networkCode] = parts.map((part) => Number(part ?? 0))
  if (Math.max(entry!, app!) > 2 ** 32 - 1 || day! > 3_000_000 || networkCode! > 65_535) return null
  const position = { entry: entry!, day: day as Day, app: app!, networkCode: networkCode! }
  return { generation: generation!, position }
}
