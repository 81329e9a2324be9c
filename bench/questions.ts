import { addDays, formatDay } from '../src/values/day.ts'
import type { DataSet } from './data-set.ts'
import { appIdOf, dayCount, firstDay, keyOf, usernameOf } from './figures-shape.ts'

/** A request to the service. */
export interface Question {
  readonly path: string
  readonly key: string
}

/** A kind of request; its apps, accounts and days change with each turn. */
export interface QuestionKind {
  readonly apps: 'one' | 'all'
  readonly days: number
  readonly groupBy?: 'network' | 'format' | 'country'
}

/** Generates the first `count` questions of a kind; equal arguments give equal questions. */
export function questionsOf(dataSet: DataSet, kind: QuestionKind, count: number): Question[] {
  return Array.from({ length: count }, (_, turn) => questionOf(dataSet, kind, turn))
}

function questionOf(
  { appCount, accountCount }: DataSet,
  kind: QuestionKind,
  turn: number,
): Question {
  // The steps are coprime with the usual counts, so every app and day has its turn.
  const app = (turn * 37) % appCount
  const account = app % accountCount
  const from = addDays(firstDay, (turn * 41) % (dayCount - kind.days + 1))
  const query = new URLSearchParams({
    developer: usernameOf(account),
    start_date: formatDay(from),
    end_date: formatDay(addDays(from, kind.days - 1)),
    ...(kind.apps === 'one' && { app_id: appIdOf(app) }),
    ...(kind.groupBy && { group_by: kind.groupBy }),
  })
  return { path: `/api/v2/publisher/applications/stats?${query}`, key: keyOf(account) }
}
