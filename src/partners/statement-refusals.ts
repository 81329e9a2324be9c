import { refusalsOf } from '../values/refusal.ts'

/** Why the file of a statement is refused. */
export interface StatementFileRefusals {
  readonly statement_member_refused: {
    readonly file: string
    /** The path of the member, such as `statement.shares[3].net`. */
    readonly member: string
    /** Null where it is missing. */
    readonly value: string | null
    readonly accepts: string
  }
  readonly statement_format_unknown: {
    readonly file: string
    /** Null where it is missing. */
    readonly format: string | null
    readonly known: readonly string[]
  }
  /** Its checksum, its signature or its text are not those of the statement in it. */
  readonly statement_changed: { readonly file: string; readonly number: string }
  /** Another key signed it than the one that was given. */
  readonly statement_key_differs: {
    readonly file: string
    readonly key: string
    readonly expected: string
  }
}

export const refuse = refusalsOf<StatementFileRefusals>()
