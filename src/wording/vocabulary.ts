/** How refusals name options, commands and files: on the command line or in the dashboard. */
export interface Vocabulary {
  /** A refused field, at the start of a sentence: `--day`. */
  readonly field: (useCase: string, field: string) => string
  /** A field in an instruction, with a placeholder: `` `--day YYYY-MM-DD` ``. */
  readonly option: (field: string, placeholder?: string) => string
  /** A field with a value: `` `--source admob` ``. */
  readonly setting: (field: string, value: string) => string
  /** A command to run; null for readers who cannot run commands. */
  readonly command: (words: string) => string | null
  /** An environment variable to set; null for readers who cannot. */
  readonly variable: (name: string) => string | null
  /** A file on the server; null for readers who cannot open it. */
  readonly path: (path: string) => string | null
  /** Whether a connection fetched the report: nobody gave options with it. */
  readonly isFetched?: boolean
}

/** A sentence, with lines of details. */
export type Lines = string | { readonly message: string; readonly details: readonly string[] }

/** A sentence for every code of a core: the problem, then what to do next. */
export type Wording<Refusals> = {
  readonly [Code in keyof Refusals]: (facts: Refusals[Code], vocabulary: Vocabulary) => Lines
}
