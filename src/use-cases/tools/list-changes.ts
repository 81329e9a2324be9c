import type { ChangePosition, SliceChange, SliceTotals } from '../../ledger/figure-ledger.ts'
import { figuresOf, type Principal, scopeText } from '../../publishers/principal.ts'
import { QuestionError } from '../../reporting/question/question-error.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { formatInstant, instantAccepts, parseInstant } from '../../values/instant.ts'
import {
  type ChangeCursor,
  isOfScope,
  readChangeCursor,
  writeChangeCursor,
} from '../report/change-cursor.ts'
import { citeQuestion } from '../report/cite-question.ts'
import type { ToolSources } from './tool.ts'
import { asOf, countOf, moneyOf, readArguments, readLimit, type Tool } from './tool.ts'

export const restatements = { most: 200, byDefault: 50 }
/** Changes that one answer looks through; most are of slices that are new. */
const pageChanges = 1_000
const maxPages = 20

/** Lists what networks restated, oldest first. Its cursors are those of V2's changes. */
export const listChanges: Tool = async (sources, principal, given, signal) => {
  const { ledger, apps, figures } = sources
  const { sinceMs, cursor, limit } = readArguments(
    given,
    ['since', 'cursor', 'limit'],
    (reader) => {
      if (reader.has('since') === reader.has('cursor')) {
        reader.refuse('since', `or cursor is required, and only one of them: ${instantAccepts}`)
      }
      return {
        sinceMs: reader.one('since', parseInstant, instantAccepts),
        cursor: reader.one('cursor', readChangeCursor, 'the next_cursor of an earlier answer'),
        limit: readLimit(reader, 'restatements', restatements),
      }
    },
  )
  const state = await figures.states.of(principal.account.id)
  const scope = principal.apps && scopeText(principal)
  if (cursor) refuseOtherList(cursor, state.generation, scope)
  const from = cursor?.position ?? (await afterInstant(sources, sinceMs!))
  const walked = await walk(sources, principal, from, limit, signal)
  const known = await apps.byKeys([...new Set(walked.found.map(({ position }) => position.app))])
  const appIds = new Map(known.map(({ key, appId }) => [key, appId]))
  const cite = ({ position: { entry, day, app }, network }: SliceChange) => {
    const [date, app_id] = [formatDay(day), appIds.get(app)]
    if (app_id === undefined) return null
    const question = { start_date: date, end_date: date, app_id: [app_id], network: [network] }
    const { generation } = state
    return citeQuestion({ ...question, metrics }, principal, { generation, entry }, sources.today())
  }
  return {
    as_of: await asOf(sources, principal, state),
    currency: principal.account.currency,
    changes: walked.found.map((change) => ({
      date: formatDay(change.position.day),
      app_id: appIds.get(change.position.app) ?? null,
      network: change.network,
      changed_at: formatInstant(change.changedAtMs),
      before: totalsOf(change.old),
      after: totalsOf(change.new),
      citation: cite(change),
    })),
    has_more: walked.hasMore,
    next_cursor: writeChangeCursor({ generation: await ledger.generation(), scope }, walked.last),
    note: walked.hasMore ? whenCut : null,
  }
}

/** The position before the first change after an instant. */
async function afterInstant({ figures }: ToolSources, sinceMs: number): Promise<ChangePosition> {
  const { entry } = await figures.states.asOf(sinceMs)
  return { entry: entry + 1, day: 0 as Day, app: 0, networkCode: 0 }
}

/** @throws QuestionError `cursor_expired` */
function refuseOtherList(cursor: ChangeCursor, generation: number, scope: string | null): void {
  if (cursor.generation === generation && isOfScope(cursor, scope)) return
  throw new QuestionError(
    'cursor_expired',
    'This cursor is from before a restore, or of other apps than the key sees. Pass since instead.',
  )
}

/** Collects changes of slices that were there before. */
async function walk(
  { ledger }: ToolSources,
  principal: Principal,
  from: ChangePosition,
  limit: number,
  signal: AbortSignal,
) {
  const found: SliceChange[] = []
  let last = from
  for (let page = 0; page < maxPages; page++) {
    signal.throwIfAborted()
    const changes = await ledger.changes(figuresOf(principal), last, pageChanges)
    for (const change of changes) {
      if (change.old && found.length === limit) return { found, last, hasMore: true }
      if (change.old) found.push(change)
      last = change.position
    }
    if (changes.length < pageChanges) return { found, last, hasMore: false }
  }
  return { found, last, hasMore: true }
}

/** Those of {@link totalsOf}. */
const metrics = ['revenue', 'impressions', 'clicks']

const totalsOf = (totals: SliceTotals | null) =>
  totals && {
    revenue: moneyOf(totals.revenueMicros),
    impressions: countOf(totals.impressions),
    clicks: countOf(totals.clicks),
  }

const whenCut =
  'There are later changes: pass next_cursor as cursor for them, or a later since. For sums, compare run_report with as_of of both times.'
