/** The subject of a check. */
export type CheckName =
  | 'permissions'
  | 'disk'
  | 'backup'
  | 'secret'
  | 'figures'
  | 'records'
  | 'stores'
  | 'orphans'
  | 'channels'
  | 'destinations'
  | 'partners'
  | 'clock'
  | 'leftovers'

/**
 * - `error`: Adtally does not start, refuses imports, or has lost something
 * - `warning`: to be looked at
 * - `note`: nothing is wrong
 * - `unchecked`: could not be checked now; the message says why
 */
export type FindingLevel = 'ok' | 'note' | 'warning' | 'error' | 'unchecked'

export interface Finding {
  readonly check: CheckName
  readonly level: FindingLevel
  readonly message: string
  /** The next step; null when nothing needs to be done. */
  readonly advice: string | null
}

export const ok = (check: CheckName, message: string): Finding => ({
  check,
  level: 'ok',
  message,
  advice: null,
})

export const finding = (
  check: CheckName,
  level: Exclude<FindingLevel, 'ok'>,
  message: string,
  advice: string | null,
): Finding => ({ check, level, message, advice })

export const otherRelease = finding(
  'records',
  'note',
  'The records are of another release, so the secret and what belongs to what were not checked.',
  'Start the server, which upgrades them, or run: adtally upgrade',
)
