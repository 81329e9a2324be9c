import { type Horizon, horizonAfter } from '../../ledger/history.ts'
import { figuresOf, type Principal, scopeText, seesFinance } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { isDeepQuestion, isEarnedQuestion } from '../../reporting/question/deep-question.ts'
import { QuestionError, refuseParameters } from '../../reporting/question/question-error.ts'
import {
  needsAppNames,
  type QuestionScope,
  rowsRequest,
  type ShownApp,
  selectsApps,
} from '../../reporting/question/question-requests.ts'
import { questionText, type ReportQuestion } from '../../reporting/question/report-question.ts'
import { isSettledQuestion } from '../../reporting/question/settled-question.ts'
import { historyCompacted } from '../../reporting/report-error.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { noApp } from '../../reporting/settled-revenue.ts'
import { stateFor } from '../../reporting/state-of-request.ts'
import { addDays, type Day, dayOf } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { hashOf, type ReportCursor, readReportCursor } from './report-cursor.ts'
import type { ReportSources } from './report-sources.ts'

/** A question with the state of the figures that it is answered from. */
export interface DatedReport {
  readonly question: ReportQuestion
  readonly principal: Principal
  readonly state: FiguresAt
  /** The principal whose figures decide which days networks have reported, where only these are compared. */
  readonly reporter: Principal
  /** Where only reported days are compared: those before this one are over. Null where all are. */
  readonly firstOpenDay: Day | null
  /** Identifies the account, and all data that the answer is made from. */
  readonly version: string
  /** Whether the version is still the same: then what was read meanwhile is of it. */
  readonly isCurrent: () => Promise<boolean>
}

/** A state of the figures by its last entry. */
export type EntryState = Pick<ReportCursor, 'generation' | 'entry'>

/** With its apps too. */
export interface PinnedReport extends DatedReport {
  readonly scope: QuestionScope
  /** How many rows come before the page. */
  readonly offset: number
  /** The cursor of a page after the first rows. @param entry the last one that the rows are of */
  readonly cursorAt: (entry: number, offset: number) => ReportCursor
}

/**
 * Finds the state of the figures that a question is about. All pages are of the same state.
 *
 * @param reporter whose figures decide which days networks have reported
 * @param cited the state of a citation of the question; null for the one that the question says
 * @throws QuestionError `forbidden` for metrics that the principal does not see; `bad_parameters` for a cursor of
 *   another question; `cursor_expired` for one of other figures, or from before the horizon; `unknown_citation` for a
 *   state that a restore has undone
 * @throws ReportError `history_compacted` for a citation from before the horizon
 */
export async function dateReport(
  sources: ReportSources,
  principal: Principal,
  question: ReportQuestion,
  reporter: Principal = principal,
  cited: EntryState | null = null,
): Promise<DatedReport> {
  refuseWithoutFinance(question, principal)
  const state = await stateOf(sources, principal, question, cited)
  const firstOpenDay = firstOpenDayOf(question, sources.today())
  const asked = { question, principal, state, reporter, firstOpenDay }
  const versionNow = () => versionOf(sources, asked)
  const version = await versionNow()
  const isCurrent = async () => (await versionNow()) === version
  return { ...asked, version, isCurrent }
}

/** The state that a citation or a cursor is of, else the one that the question says. */
async function stateOf(
  sources: ReportSources,
  principal: Principal,
  question: ReportQuestion,
  cited: EntryState | null,
): Promise<FiguresAt> {
  const cursor = cursorOf(question)
  const asked = cited ?? cursor
  if (!asked) return stateFor(sources.figures, principal.account.id, question.asOfMs ?? undefined)
  const horizon = await sources.horizons.current()
  // Versions before the horizon were dropped, also of figures that did not change since.
  const state = await sources.figures.states.after(Math.max(asked.entry, horizon?.entry ?? 0))
  if (state?.generation !== asked.generation) throw cited ? restoredCitation() : restoredCursor()
  const later = await horizonAfter(horizon, sources.ledger, figuresOf(principal), asked.entry)
  if (later) throw cited ? historyCompacted(later.sinceMs) : compactedCursor(later)
  return state
}

const restoredCitation = (): QuestionError =>
  new QuestionError(
    'unknown_citation',
    'The figures were restored from a backup after this was cited, so what was cited is not stored any more.',
  )

const restoredCursor = (): QuestionError =>
  new QuestionError(
    'cursor_expired',
    'The figures were restored from a backup after this cursor was made. Ask for the first page again: leave out cursor.',
  )

const compactedCursor = ({ sinceMs }: Horizon): QuestionError =>
  new QuestionError(
    'cursor_expired',
    `This cursor is from before ${formatInstant(sinceMs)}, where the stored history begins since it was compacted. Ask for the first page again: leave out cursor.`,
  )

/**
 * Finds the apps of a question.
 *
 * @throws QuestionError `cursor_expired` for a cursor of other apps; `unknown_app` when the principal sees
 *   no app with one of the app_ids
 */
export async function pinReport(sources: ReportSources, dated: DatedReport): Promise<PinnedReport> {
  const { question, principal, state, firstOpenDay } = dated
  const cursor = cursorOf(question)
  const selected = needsAppNames(question) ? await selectApps(question, principal, sources) : null
  const { id, primarySources } = principal.account
  const settled = isSettledQuestion(question) ? await sources.settledRevenue.rows(id) : null
  const hasRest = isDeepQuestion(question) || isEarnedQuestion(question)
  const reports = hasRest ? await sources.ledger.secondaryReports(id) : []
  const isOfAllApps = settled !== null && !question.filters.some(selectsApps)
  const keys = selected ? selected.map(({ key }) => key) : principal.apps
  const scope: QuestionScope = {
    account: id,
    ...(primarySources && { primarySources }),
    keys: keys && isOfAllApps ? [...keys, noApp] : keys,
    apps: selected ?? [],
    entry: state.entry,
    ...(settled && { settled: settled.rows }),
    ...(reports.length > 0 && {
      mediations: reports.map(({ name, reportId }) => ({ source: name, reportId })),
    }),
  }
  const scopeHash = (lastApp: number) =>
    hashOf(
      scopeText(principal),
      namesOf(question, scope, lastApp),
      String(firstOpenDay ?? ''),
      ...(primarySources ? [JSON.stringify(primarySources)] : []),
      ...(settled ? [settled.version] : []),
    )
  if (cursor && cursor.scope !== scopeHash(cursor.lastApp)) {
    throw new QuestionError(
      'cursor_expired',
      'This cursor was made for other apps than the key sees, or apps were renamed, a compared day ended, or a close or statement changed since. Ask for the first page again: leave out cursor.',
    )
  }
  const lastApp = cursor?.lastApp ?? Math.max(0, ...scope.apps.map(({ key }) => key))
  return {
    ...dated,
    scope,
    offset: cursor?.offset ?? 0,
    cursorAt: (entry, offset) => ({
      generation: state.generation,
      entry,
      offset,
      lastApp,
      question: hashOf(questionText(question)),
      scope: scopeHash(lastApp),
    }),
  }
}

/** @throws QuestionError `forbidden` when a question is about what networks owe and paid, and the principal does not see it */
function refuseWithoutFinance(question: ReportQuestion, principal: Principal): void {
  if (!isSettledQuestion(question) || seesFinance(principal)) return
  const named = question.metrics.join(', ')
  throw new QuestionError(
    'forbidden',
    `"${principal.name}" may not see ${named}. Owners, users with the role finance, and keys with the permission finance see what networks owe and paid, if they see all apps. Ask an owner of the account.`,
  )
}

function cursorOf(question: ReportQuestion): ReportCursor | null {
  if (question.cursor === null) return null
  const cursor = readReportCursor(question.cursor)
  if (cursor?.question === hashOf(questionText(question))) return cursor
  const message =
    'is not a cursor of this question: pass the next_cursor of the page before, and change nothing else but limit and format'
  throw refuseParameters([{ parameter: 'cursor', message }])
}

/**
 * The apps that filters accept.
 *
 * @throws QuestionError `unknown_app`, the same for an app that the principal may not see
 */
export async function selectApps(
  { filters }: Pick<ReportQuestion, 'filters'>,
  principal: Principal,
  { apps }: Pick<ReportSources, 'apps'>,
): Promise<ShownApp[]> {
  const visible = await new VisibleApps(apps, principal).ever()
  const ofIds = filters.filter(({ name }) => name === 'app_id')
  const asked = new Set<string>(ofIds.flatMap(({ values }) => values))
  const named = visible.filter(({ appId }) => asked.has(appId))
  if (named.length < asked.size) {
    for (const { appId } of named) asked.delete(appId)
    const missing = [...asked]
    throw new QuestionError(
      'unknown_app',
      `The account has no app with the app_id ${missing.slice(0, maxNamed).join(', ')}.`,
    )
  }
  const selecting = filters
    .filter(selectsApps)
    .map(({ name, values, excludes }) => ({ name, values: new Set<string>(values), excludes }))
  const possible = ofIds.some(({ excludes }) => !excludes) ? named : visible
  return possible.filter((app) =>
    selecting.every(
      ({ name, values, excludes }) =>
        values.has(name === 'app_id' ? app.appId : app.platform) !== excludes,
    ),
  )
}

/** How many unknown apps an error names. */
const maxNamed = 20

/**
 * Names of apps that decide which rows there are, and in which order. Apps that were added later have no
 * figures in the state, so they do not matter.
 */
function namesOf(question: ReportQuestion, scope: QuestionScope, lastApp: number): string {
  const { appGroups = {} } = rowsRequest(question, scope, { offset: 0, limit: null })
  const named = Object.entries(appGroups).map(([dimension, { labels, codes }]) => [
    dimension,
    [...codes]
      .filter(([key]) => key <= lastApp)
      .sort(([a], [b]) => a - b)
      .map(([key, code]) => [key, labels[code]]),
  ])
  return JSON.stringify(named)
}

/**
 * The first day that was not over when the question was asked, or at the time that it is about. No later than
 * the day after both ranges, so that answers about days that are long over stay the same.
 */
function firstOpenDayOf(
  { days, comparison, isOfReportedDays, asOfMs }: ReportQuestion,
  today: Day,
): Day | null {
  if (!comparison || !isOfReportedDays) return null
  const asOf = asOfMs === null ? today : dayOf(asOfMs)
  const lastDay = Math.max(days.lastDay, comparison.days.lastDay) as Day
  return Math.min(today, asOf, addDays(lastDay, 1)) as Day
}

/** Identifies the account, and all data that an answer is made from. */
async function versionOf(
  { apps, figures, finality, settledRevenue, today }: ReportSources,
  { question, principal, state, firstOpenDay }: Omit<DatedReport, 'version' | 'isCurrent'>,
): Promise<string> {
  const { filters, includes } = question
  const { id, currency, primarySources } = principal.account
  const facts: (string | number)[] = [
    ...[state.version, state.generation, await new VisibleApps(apps, principal).version()],
  ]
  facts.push(id, currency)
  if (primarySources) facts.push(JSON.stringify(primarySources))
  const isFresh = includes.includes('freshness')
  // Filters are compared with the values of now.
  if (filters.length > 0) facts.push((await figures.states.of(id)).version)
  if (firstOpenDay !== null) facts.push(firstOpenDay)
  if (isSettledQuestion(question)) facts.push((await settledRevenue.rows(id)).version)
  // Freshness is of now too.
  if (isFresh)
    facts.push(
      (await figures.states.of(id)).version,
      today(),
      JSON.stringify([...(await finality.all(id))]),
    )
  return facts.join(' ')
}
