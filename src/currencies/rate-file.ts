/** A file of rates. The name is the one that the user knows. */
export interface RateFile {
  readonly name: string
  readonly text: string
}
