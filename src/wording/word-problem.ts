import type { HoldReason, PullProblem } from '../connections/connection.ts'
import { advice } from './network-faults.ts'
import type { Vocabulary } from './vocabulary.ts'
import { type WordedRefusal, wordRefusal } from './word-refusal.ts'

const holdReasons: Readonly<Record<HoldReason, string>> = {
  'no rows': 'The report has no rows any more',
  'revenue missing': 'Apps or networks with revenue are missing in the report',
  'less revenue': 'The report has less than half of the revenue that was imported',
  'fewer impressions': 'The report has less than half of the impressions that were imported',
}

/** Words what keeps a report from being imported. @param title the network's name */
export function wordProblem(
  problem: PullProblem,
  title: string,
  vocabulary: Vocabulary,
): WordedRefusal {
  if (problem.kind === 'refusal') return wordRefusal(problem, { ...vocabulary, isFetched: true })
  if (problem.kind === 'fault') {
    const words = problem.message.replace(/\.$/, '')
    const message = `${title} gave no figures: ${words}. ${advice[problem.fault]}`
    return { message, details: [] }
  }
  if (problem.kind === 'depth') {
    const { message, details } = wordProblem(problem.problem, title, vocabulary)
    return { message: `The figures are imported, but no ${problem.of}: ${message}`, details }
  }
  if (problem.kind === 'warning') {
    return { message: `${problem.message}. The day is fetched again`, details: [] }
  }
  if (problem.kind === 'not stored') {
    const message = "The figures could not be stored. See the server's log for the reason"
    return { message, details: [] }
  }
  const until = problem.deletesRevenue
    ? 'The figures stay until you confirm the report'
    : 'It is imported once you confirm it, or when the same report comes again'
  return { message: `${holdReasons[problem.reason]}. ${until}`, details: [] }
}
