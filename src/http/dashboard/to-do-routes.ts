import { type ToDoItem, toDoOf } from '../../use-cases/to-do/list-to-do.ts'
import { wordProblem } from '../../wording/word-problem.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { spanBody, wireOrNull } from './insight-bodies.ts'
import { ofAccount } from './route-table.ts'
import { dashboardVocabulary } from './vocabulary.ts'

/** What the user should do. The navigation asks it on every page. */
export const toDoRoutes = () => ({
  'GET /to-do': ofAccount({
    needs: 'read',
    answer: async ({ principal, call, askShort }) => {
      const { count, items } = await askShort(() => call(toDoOf(principal), {}))
      return { count, items: items.map(itemBody) }
    },
  }),
})

const itemBody = (item: ToDoItem) => ({
  network: item.network,
  connection: item.connection,
  days: item.days.map(spanBody),
  money_micros: wireOrNull(item.moneyMicros),
  page: item.page,
  ...factsBody(item),
})

/** What only a kind has. */
function factsBody(item: ToDoItem) {
  if (item.kind === 'refused_key') {
    const { title, problem, is_least } = item.facts
    const message = problem && wordProblem(problem, title, dashboardVocabulary).message
    return { kind: item.kind, message, is_least }
  }
  if (item.kind === 'failed_import') {
    const { id, failed_at, files, why } = item.facts
    const message = typeof why === 'string' ? why : wordRefusal(why, dashboardVocabulary).message
    return { kind: item.kind, id, failed_at, files, message }
  }
  if (item.kind === 'held_day') return { kind: item.kind, ...item.facts }
  if (item.kind === 'gap') return { kind: item.kind, ...item.facts }
  return { kind: item.kind, ...item.facts }
}
