/** Options of an import, by the names of the server's form. Absent and false ones are not sent. */
export interface GivenOptions {
  readonly source?: string
  readonly day?: string
  readonly app?: string
  readonly network?: string
  readonly as?: string
  readonly create_apps?: boolean
  readonly skip_bad_rows?: boolean
  readonly keep_other_sources?: boolean
  readonly partial?: boolean
}

/** Files and how they are to be imported. */
export interface GivenImport {
  readonly files: readonly File[]
  readonly options: GivenOptions
  /** Importing twice with the same key imports once. */
  readonly key: string
}

export const givenImport = (files: readonly File[], options: GivenOptions): GivenImport => ({
  files,
  options,
  key: crypto.randomUUID(),
})

/** The form that the server takes: options come before the files. */
export function formOf({ files, options }: GivenImport, isDryRun: boolean): FormData {
  const form = new FormData()
  form.set('dry_run', String(isDryRun))
  for (const [name, value] of Object.entries(options)) {
    if (value !== undefined && value !== '' && value !== false) form.set(name, String(value))
  }
  for (const file of files) form.append('file', file, file.name)
  return form
}
