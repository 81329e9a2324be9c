import type { Principal } from '../../publishers/principal.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { toDoKinds } from './kinds.ts'
import { ToDoContext } from './to-do-context.ts'
import type { FoundToDo, ToDoKind } from './to-do-kind.ts'

/** More are counted, and not listed. */
const maxListed = 20

type ItemOf<Kind> =
  Kind extends ToDoKind<infer Name, infer Facts>
    ? Omit<FoundToDo<Facts>, 'page'> & {
        readonly kind: Name
        /** Null for a user who may not do it. */
        readonly page: string | null
      }
    : never

/** Something to do, with what only its kind has in `facts`. */
export type ToDoItem = ItemOf<(typeof toDoKinds)[number]>

export interface ToDoList {
  /** Also of those that are not listed. */
  readonly count: number
  /** Those with the most money at stake first, and those whose money is unknown last. */
  readonly items: readonly ToDoItem[]
}

/** @returns a use case that lists what a principal should do, of what it may see */
export const toDoOf = (principal: Principal) =>
  useCase({
    name: 'list-to-do',
    request: {},
    audit: readsOnly,
    run: async (services, _request, { signal }): Promise<ToDoList> => {
      const context = new ToDoContext(services, principal, signal)
      const visible = toDoKinds.filter(({ ofAllApps }) => !ofAllApps || principal.apps === null)
      const found: ToDoItem[] = []
      for (const kind of visible) {
        const mayAct = principal.apps === null && principal.permissions.has(kind.needs)
        for (const one of await kind.find(context)) {
          found.push({ ...one, kind: kind.name, page: mayAct ? one.page : null } as ToDoItem)
        }
      }
      return { count: found.length, items: found.sort(byMoney).slice(0, maxListed) }
    },
  })

function byMoney({ moneyMicros: one }: ToDoItem, { moneyMicros: other }: ToDoItem): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  return one === other ? 0 : one > other ? -1 : 1
}
