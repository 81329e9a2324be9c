import type { ImportRequest, ImportRequestAnswer } from '../../ledger/import-requests.ts'
import type { EntryView } from '../../use-cases/entry-view.ts'
import type { AnswerWriter } from '../../use-cases/import-requests/importer.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import { formatInstant } from '../../values/instant.ts'
import type { Vocabulary } from '../../wording/vocabulary.ts'
import { problems } from '../answer/problems.ts'
import { problemText } from '../plugins/answer-problems.ts'
import { importProblem } from './import-problems.ts'

/** An import, as its client sees it. */
export interface ImportStatus {
  /** The request's id; null for an import that came another way, or long ago. */
  readonly id: string | null
  readonly state: ImportRequest['state']
  readonly dry_run: boolean
  readonly created_at: string
  readonly ended_at: string | null
  readonly files: readonly string[] | null
  readonly bytes: number | null
  readonly progress: object | null
  /** The number of its ledger entry. */
  readonly import: number | null
  readonly summary: object | null
  /** The changes that it made for the account; null where it made none. */
  readonly entry: object | null
  /** The body of the refusal. */
  readonly problem: object | null
}

/**
 * Writes the answers to a request; they are stored and sent again as they are.
 *
 * @param vocabulary the client's words
 */
export const answerWriter = (requestId: string, vocabulary?: Vocabulary): AnswerWriter => ({
  imported: (id, { accounts: _, reject_file: _file, ...summary }) =>
    jsonAnswer(201, { id, state: 'done', import: summary.import, dry_run: false, summary }),
  previewed: (id, { accounts: _, days, ...summary }) => {
    const ofAccount = days.map(({ account: _account, ...day }) => day)
    const shown = { ...summary, days: ofAccount }
    return jsonAnswer(200, { id, state: 'done', import: null, dry_run: true, summary: shown })
  },
  failed: (error) => {
    const problem = importProblem(error, vocabulary)
    return { status: problems[problem.code].status, body: problemText(problem, requestId) }
  },
})

const jsonAnswer = (status: number, data: object): ImportRequestAnswer => ({
  status,
  body: JSON.stringify({ data }),
})

export function requestView(
  request: ImportRequest,
  progress: object | null,
  entry: EntryView | null,
): ImportStatus {
  const { id, state, isDryRun, createdAtMs, endedAtMs, files, byteCount, answer } = request
  const body = endedAtMs === null || answer === null ? null : JSON.parse(answer.body)
  return {
    id,
    state,
    dry_run: isDryRun,
    created_at: formatInstant(createdAtMs),
    ended_at: endedAtMs === null ? null : formatInstant(endedAtMs),
    files,
    bytes: byteCount,
    progress: endedAtMs === null ? progress : null,
    import: request.entry,
    summary: state === 'done' ? (body?.data.summary ?? null) : null,
    entry,
    problem: state === 'refused' || state === 'failed' ? (body ?? abandoned(id)) : null,
  }
}

export function entryView(entry: EntryView): ImportStatus {
  return {
    id: null,
    state: 'done',
    dry_run: false,
    created_at: entry.committed_at,
    ended_at: entry.committed_at,
    files: entry.files,
    bytes: null,
    progress: null,
    import: entry.id,
    summary: null,
    entry,
    problem: null,
  }
}

/** Of a request whose process ended before it could say anything. */
const abandoned = (id: string): object => {
  const answer = answerWriter(id).failed(new CancelledError('The server stopped.'))
  return JSON.parse(answer.body)
}
