import { aboutDays, causeOf, type Judgement } from '../../alerts/finding.ts'
import { type RuleKind, type StateKind, stateKinds } from '../../alerts/rule.ts'
import type { Principal } from '../../publishers/principal.ts'
import { addDays, type Day } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { type ToDoItem, toDoOf } from '../to-do/list-to-do.ts'

const kindOf: Partial<Record<ToDoItem['kind'], StateKind>> = {
  refused_key: 'pull_refused',
  held_day: 'pull_held',
  gap: 'secondary_gap',
}

export const isStateKind = (kind: RuleKind): kind is StateKind =>
  stateKinds.includes(kind as StateKind)

/**
 * What is to be done now about connections and reports, as judgements.
 *
 * @param known the causes that lasted: those that are not found any more have ended
 */
export async function findStates(
  services: Services,
  principal: Principal,
  known: (kind: StateKind) => readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<StateKind, readonly Judgement[]>> {
  const io = { files: [], onProgress: () => undefined, signal }
  const { items } = await toDoOf(principal).run(services, {}, io)
  return new Map(
    stateKinds.map((kind) => {
      const found = new Map<string, Judgement>()
      for (const one of items.filter((item) => kindOf[item.kind] === kind)) {
        const subject = { of: 'network', key: one.connection ?? one.network } as const
        const days = one.days.flatMap(({ firstDay, lastDay }) => daysFrom(firstDay, lastDay))
        const cause = causeOf(subject)
        found.set(cause, { cause, finding: aboutDays(subject, days) })
      }
      const ended = known(kind).filter((cause) => !found.has(cause))
      return [kind, [...found.values(), ...ended.map((cause) => ({ cause, finding: null }))]]
    }),
  )
}

const daysFrom = (firstDay: Day, lastDay: Day): Day[] =>
  Array.from({ length: lastDay - firstDay + 1 }, (_, age) => addDays(firstDay, age))
