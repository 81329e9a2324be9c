/** How the command line or the dashboard names what its reader can use. */
export interface Vocabulary {
  /** A refused field of a request, at the beginning of a sentence: `--day`. */
  readonly field: (useCase: string, field: string) => string
  /** A field as part of an instruction, with what goes there: `` `--day YYYY-MM-DD` ``. */
  readonly option: (field: string, placeholder?: string) => string
  /** A field with a value to give it: `` `--source admob` ``. */
  readonly setting: (field: string, value: string) => string
  /** A command to run; null where the reader runs none. */
  readonly command: (words: string) => string | null
  /** A variable of the environment to set; null where the reader cannot. */
  readonly variable: (name: string) => string | null
  /** A file on the server; null where the reader cannot open it. */
  readonly path: (path: string) => string | null
}

/** The sentence, and a line for each of several things that it is about. */
export type Lines = string | { readonly message: string; readonly details: readonly string[] }

/** A sentence for every code of a core: what is wrong, then what to do next. */
export type Wording<Refusals> = {
  readonly [Code in keyof Refusals]: (facts: Refusals[Code], vocabulary: Vocabulary) => Lines
}
