import type { UseCase } from '../use-cases/use-case.ts'
import type { TakenValues } from './command-fields.ts'
import type { CommandText } from './data-command.ts'
import type { Shell } from './shell.ts'

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
  readonly arguments?: TakenValues<keyof NoInfer<Request>>
  /** `json` only places this option, which is the last one otherwise. */
  readonly options?: TakenValues<keyof NoInfer<Request> | 'json'>
  /** Options that are not fields of the request. `complete` and `show` get them. */
  readonly otherOptions?: TakenValues
  /** About the files that the command takes. */
  readonly files?: string
  readonly showsProgress?: boolean
  /** Gives what is neither an argument nor an option. */
  complete?(
    shell: Shell,
    given: Partial<NoInfer<Request>>,
    options: object,
  ): Partial<NoInfer<Request>> | Promise<Partial<NoInfer<Request>>>
  readonly confirm?: Confirmation<NoInfer<Request>, NoInfer<Result>>
  /** Whether there is no `--json`. */
  readonly isPlain?: boolean
  /** The result as JSON; the result itself when absent. */
  readonly toJson?: (result: NoInfer<Result>, shell: Shell) => unknown
  // One of these three is how people read the result.
  readonly line?: (result: NoInfer<Result>, request: NoInfer<Request>, shell: Shell) => string
  readonly table?: TableText<RowOf<NoInfer<Result>>, NoInfer<Request>>
  show?(shell: Shell, result: NoInfer<Result>, request: NoInfer<Request>, options: object): void
}

type RowOf<Result> = Result extends readonly (infer Row)[] ? Row : never
