export const digestPeriods = ['daily', 'weekly'] as const

export type DigestPeriod = (typeof digestPeriods)[number]

/** When a channel gets its digests, and from which change on a digest is sent again. */
export interface DigestSettings {
  /** The hour of the day at which a digest is sent at the latest, 0 to 23. */
  readonly hour: number
  /** Whose clock `hour` is by: an IANA time zone such as Europe/Berlin. */
  readonly timeZone: string
  /** A digest is sent again when one of its sums changed by more thousandths than this. */
  readonly correctionPerMille: number
}

export const defaultDigestSettings: DigestSettings = {
  hour: 9,
  timeZone: 'UTC',
  correctionPerMille: 20,
}

export const maxCorrectionPerMille = 1_000

/** A setting that is not accepted. */
export interface DigestSettingsFault {
  readonly field: string
  readonly accepts: string
}

/** What each setting accepts. */
const rules: Readonly<
  Record<
    keyof DigestSettings,
    { readonly accepts: string; readonly fits: (value: unknown) => boolean }
  >
> = {
  hour: { accepts: 'a whole number from 0 to 23', fits: (value) => isWhole(value, 23) },
  timeZone: { accepts: 'an IANA time zone such as Europe/Berlin', fits: isTimeZone },
  correctionPerMille: {
    accepts: `a whole number from 0 to ${maxCorrectionPerMille}`,
    fits: (value) => isWhole(value, maxCorrectionPerMille),
  },
}

/**
 * Checks the digest settings of a channel. Those that are absent have their defaults.
 *
 * @param settings JSON values
 * @returns the first fault; null without one
 */
export function digestSettingsFault(settings: object): DigestSettingsFault | null {
  for (const [field, value] of Object.entries(settings)) {
    if (!Object.hasOwn(rules, field)) {
      return { field, accepts: `one of ${Object.keys(rules).join(', ')}` }
    }
    const { accepts, fits } = rules[field as keyof DigestSettings]
    if (!fits(value)) return { field, accepts }
  }
  return null
}

/** The settings of a channel, with the defaults of those that are absent. @param settings checked ones */
export const digestSettings = (settings: Partial<DigestSettings> | undefined): DigestSettings => ({
  ...defaultDigestSettings,
  ...settings,
})

const isWhole = (value: unknown, max: number): boolean =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max

function isTimeZone(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return true
  } catch {
    return false
  }
}
