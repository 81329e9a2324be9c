import { createHash } from 'node:crypto'
import type { ChangePosition } from '../../ledger/figure-ledger.ts'
import type { Day } from '../../values/day.ts'

const form =
  /^(?:g(\d{1,12}))?(?:s([0-9a-f]{16}))?c(\d{1,10})\.(\d{1,7})\.(\d{1,10})\.(\d{1,5})(?:w(\d{1,10}))?$/

/** The list that a cursor is of. */
export interface ChangeList {
  /** Of the figures. */
  readonly generation: number
  /** Names the apps that the list is limited to; null when it has all. */
  readonly scope: string | null
  /**
   * The last change of the state that a walk began with; absent or null where places alone tell how old the reader's
   * figures are.
   */
  readonly begunAt?: number | null
}

/** A place in a list of changes. */
export interface ChangeCursor {
  readonly generation: number
  /** The hash of the list's scope; null when it has all apps. */
  readonly scopeHash: string | null
  readonly position: ChangePosition
  /** See {@link ChangeList.begunAt}. */
  readonly begunAt: number | null
}

/** Before every change. */
const beginning: ChangePosition = { entry: 0, day: 0 as Day, app: 0, networkCode: 0 }

/** An opaque cursor. @param position the last change that was sent; null for the start */
export function writeChangeCursor(
  { generation, scope, begunAt = null }: ChangeList,
  position: ChangePosition | null,
): string {
  const { entry, day, app, networkCode } = position ?? beginning
  const prefix = `${generation === 0 ? '' : `g${generation}`}${scope === null ? '' : `s${hashOf(scope)}`}`
  // The end of a walk comes after the last change that it began with, so all ends have one form.
  const suffix = begunAt === null || begunAt <= entry ? '' : `w${begunAt}`
  const text = `${prefix}c${entry}.${day}.${app}.${networkCode}${suffix}`
  return Buffer.from(text, 'latin1').toString('base64url')
}

/** @returns null for text that {@link writeChangeCursor} never writes */
export function readChangeCursor(text: string): ChangeCursor | null {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  const parts = form.exec(decoded)?.slice(1)
  if (!parts || Buffer.from(decoded, 'latin1').toString('base64url') !== text) return null
  const [generationText, scopeHash = null, ...position] = parts
  const begunText = position.pop()
  const [entry, day, app, networkCode] = position.map(Number)
  const begunAt = begunText === undefined ? null : Number(begunText)
  if (
    Math.max(entry!, app!, begunAt ?? 0) > 2 ** 32 - 1 ||
    day! > 3_000_000 ||
    networkCode! > 65_535
  )
    return null
  return {
    generation: Number(generationText ?? 0),
    scopeHash,
    position: { entry: entry!, day: day as Day, app: app!, networkCode: networkCode! },
    begunAt,
  }
}

/** Whether a cursor is of a list with this scope; see {@link ChangeList}. */
export const isOfScope = ({ scopeHash }: ChangeCursor, scope: string | null): boolean =>
  scopeHash === (scope === null ? null : hashOf(scope))

const hashOf = (scope: string): string =>
  createHash('sha256').update(scope).digest('hex').slice(0, 16)
