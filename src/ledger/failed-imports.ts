/** The settings that an import of figures was given for its files: `day`, `app`, `network` and `as`. */
export type StatedSettings = Readonly<Partial<Record<(typeof statedSettings)[number], string>>>

export const statedSettings = ['day', 'app', 'network', 'as'] as const

/** An import that was refused. Nothing was imported. */
export interface FailedImport {
  readonly failedAtMs: number
  /** The account that it was for; null when unknown. */
  readonly accountId: number | null
  readonly source: string
  readonly files: readonly string[]
  /** Empty if an earlier release recorded it. */
  readonly settings: StatedSettings
  /** The refusal; its text, in lines, if an earlier release recorded it. */
  readonly why: { readonly code: string; readonly facts: object } | string
}

export interface StoredFailure extends FailedImport {
  readonly id: number
}

/** An import that was committed. */
export interface SucceededImport {
  /** The accounts whose figures it stated. */
  readonly accountIds: readonly number[]
  readonly files: readonly string[]
  readonly settings: StatedSettings
}

/** Names of files that came without one: others with the same name are other files. */
const anonymous = /^(upload(\.\w+)?|standard input)$/

/**
 * Whether an import brought what an earlier one failed to: all of its files, by their names, with no
 * setting that differs.
 */
export function isSettledBy(
  { accountId, files, settings }: FailedImport,
  imported: SucceededImport,
): boolean {
  const names = new Set(imported.files)
  return (
    (accountId === null || imported.accountIds.includes(accountId)) &&
    files.length > 0 &&
    files.every((name) => names.has(name) && !anonymous.test(name)) &&
    statedSettings.every(
      (name) => settings[name] === undefined || settings[name] === imported.settings[name],
    )
  )
}
