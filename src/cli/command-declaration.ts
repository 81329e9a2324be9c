import type { UseCase } from '../use-cases/use-case.ts'
import type { CommandText } from './data-command.ts'
import type { Shell } from './shell.ts'

/** A value that a command takes for a field of a request. */
export interface TakenValue {
  /** As help shows it: `<day>`, or `[day]` for an argument that may be left out; absent for a switch. */
  readonly shown?: string
  readonly about: string
  readonly default?: string
  readonly repeats?: boolean
  /** The accepted values of an option. */
  readonly choices?: readonly string[]
  readonly isRequired?: boolean
  /** @throws ConfigError when the text is not accepted */
  readonly read?: (text: string) => unknown
}

export const takes = (
  shown: string,
  about: string,
  more: Omit<TakenValue, 'shown' | 'about'> = {},
): TakenValue => ({ shown, about, ...more })

/** How a command asks before it changes anything. It gets `--dry-run` and `--yes`. */
export interface Confirmation<Request, Result> {
  /** Prints what a dry run found. */
  readonly preview: (shell: Shell, found: Result, request: Request) => void
  /** The last line of a dry run. */
  readonly unchanged: string
  readonly question: (found: Result, request: Request) => string
  /** The text to type; `yes` when absent. */
  readonly answer?: (request: Request) => string
}

/** A list as people read it. */
export interface TableText<Row, Request> {
  readonly header: readonly string[]
  readonly toRow: (row: Row) => readonly string[]
  /** The text for an empty list: its meaning, and the next step. */
  readonly whenEmpty: string | ((request: Request) => string)
}

/** A command that calls one use case. Its arguments and options are fields of the request. */
export interface UseCaseCommand<Request, Result> extends CommandText {
  /** Loads it only when the command runs. */
  readonly useCase: () => Promise<UseCase<Request, Result>>
  /** In their order. A text is about an argument that is called as its field. */
  readonly arguments?: Taken<keyof NoInfer<Request>>
  /** A text is about a switch. `json` only places this option, which is the last one otherwise. */
  readonly options?: Taken<keyof NoInfer<Request> | 'json'>
  /** About the files that the command takes. */
  readonly files?: string
  readonly showsProgress?: boolean
  /** Gives what is neither an argument nor an option. */
  readonly complete?: (
    shell: Shell,
    given: Partial<NoInfer<Request>>,
  ) => Partial<NoInfer<Request>> | Promise<Partial<NoInfer<Request>>>
  readonly confirm?: Confirmation<NoInfer<Request>, NoInfer<Result>>
  /** Whether there is no `--json`. */
  readonly isPlain?: boolean
  /** The result as JSON; the result itself when absent. */
  readonly toJson?: (result: NoInfer<Result>) => unknown
  // One of these three is how people read the result.
  readonly line?: (result: NoInfer<Result>, request: NoInfer<Request>) => string
  readonly table?: TableText<RowOf<NoInfer<Result>>, NoInfer<Request>>
  readonly show?: (shell: Shell, result: NoInfer<Result>, request: NoInfer<Request>) => void
}

export type Taken<Field extends PropertyKey> = {
  readonly [Name in Field]?: string | TakenValue
}

type RowOf<Result> = Result extends readonly (infer Row)[] ? Row : never
