/** The rate that an import converts money of an account by. */
export interface AppliedRate {
  /** The day of the money, `YYYY-MM-DD`. */
  readonly day: string
  readonly currency: string
  readonly accountId: number
  /** A plain decimal that came with the import, or a text of `formatConversion`. */
  readonly rate: string
}
