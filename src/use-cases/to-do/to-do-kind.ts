import type { Permission } from '../../publishers/principal.ts'
import type { DaySpan } from '../../values/day.ts'
import type { ToDoContext } from './to-do-context.ts'

/** Something that a person should do, as a kind finds it. */
export interface FoundToDo<Facts> {
  /** The network's id; null where it is about none, or several. */
  readonly network: string | null
  /** The connection's name; null without one. */
  readonly connection: string | null
  /** In order; empty where it is about no days. */
  readonly days: readonly DaySpan[]
  /** The money that is at stake, 0 or more; null where nobody knows. */
  readonly moneyMicros: bigint | null
  /** Path and query of the page where it can be done. */
  readonly page: string
  /** JSON values that only this kind has. */
  readonly facts: Facts
}

/** A kind of things to do. Each has a file in this folder, and is listed in `kinds.ts`. */
export interface ToDoKind<Name extends string = string, Facts extends object = object> {
  readonly name: Name
  /** The permission that doing it needs. */
  readonly needs: Permission
  /** Whether only users who see all apps may know of it. */
  readonly ofAllApps: boolean
  /** All of this kind, in any order. */
  readonly find: (context: ToDoContext) => Promise<FoundToDo<Facts>[]>
}

/** Declares a kind, with the types of its name and facts. */
export const toDoKind = <const Name extends string, Facts extends object>(
  kind: ToDoKind<Name, Facts>,
): ToDoKind<Name, Facts> => kind
