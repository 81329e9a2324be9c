import type { NetworkDayChange } from '../../ledger/figure-ledger.ts'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import { QuestionError } from '../../reporting/question/question-error.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import { isSettledQuestion } from '../../reporting/question/settled-question.ts'
import { type WrittenQuestion, writeQuestion } from '../../reporting/question/write-question.ts'
import { type Day, formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { type Citation, citationPath, isShortCitation, readCitation } from './citation.ts'
import { dateReport } from './pin-report.ts'
import { maxReportDays, type ReportPage, readReportPage } from './query-report.ts'
import type { ReportSources } from './report-sources.ts'

/** A cited answer as it was, as it is, and why. */
export interface CitedReport {
  readonly citation: string
  readonly account: string
  /** Parameters of the report endpoint. */
  readonly question: WrittenQuestion
  readonly cited: ReportPage
  readonly now: ReportPage
  /** Whether both have the same rows and totals. */
  readonly is_same: boolean
  /** The entries since that changed figures of its days and networks, the oldest first. */
  readonly changes: readonly CitedChange[]
  readonly has_more_changes: boolean
}

export interface CitedChange {
  /** The ledger entry. */
  readonly import: number
  readonly kind: NetworkDayChange['entry']['kind']
  readonly committed_at: string
  /** The entry that it undid; null for others. */
  readonly undoes: number | null
  readonly source: string | null
  readonly networks: readonly string[]
  readonly first_day: string
  readonly last_day: string
  /** What it changed of the revenue of these days, over all formats, countries and ad tags. */
  readonly revenue_change: string
}

/** The most rows that a cited answer shows. */
export const maxCitedRows = 1_000
export const maxCitedChanges = 200
/** Changes of networks and days that are looked through. */
const maxReadChanges = 100_000

/**
 * Opens a citation.
 *
 * @param text without its path; the short name of a saved one
 * @throws QuestionError `unknown_citation` when it is none, or the principal does not see all of what was cited
 * @throws ReportError `history_compacted` when what was cited is not stored any more
 */
export async function openCitation(
  sources: ReportSources,
  caller: Principal,
  text: string,
  signal: AbortSignal,
): Promise<CitedReport> {
  const citation = await findCitation(sources, text)
  if (!citation || citation.account !== caller.account.id || !seesApps(caller, citation.apps)) {
    throw unknownCitation()
  }
  const { question: asked, entry, generation, askedOn } = citation
  if (isSettledQuestion(asked)) throw unknownCitation()
  const principal = { ...caller, apps: citation.apps }
  const question = { ...asked, limit: Math.min(asked.limit ?? maxCitedRows, maxCitedRows) }
  const past = { ...sources, today: () => askedOn }
  const state = { generation, entry }
  const dated = await dateReport(past, principal, question, principal, state)
  const cited = await readReportPage(past, dated, signal)
  const now = await readReportPage(sources, await dateReport(sources, principal, question), signal)
  const changes = await changesAfter(sources, principal, question, entry)
  return {
    citation: `${citationPath}${text}`,
    account: principal.account.username,
    question: writeQuestion(asked),
    cited,
    now,
    is_same: figuresText(cited) === figuresText(now),
    changes: changes.slice(0, maxCitedChanges),
    has_more_changes: changes.length > maxCitedChanges,
  }
}

async function findCitation(
  { savedCitations }: Pick<ReportSources, 'savedCitations'>,
  text: string,
): Promise<Citation | null> {
  if (!isShortCitation(text)) return readCitation(text, maxReportDays)
  const saved = await savedCitations.find(text)
  return saved === null ? null : readCitation(saved, maxReportDays)
}

export const unknownCitation = (): QuestionError =>
  new QuestionError(
    'unknown_citation',
    'This is no citation, or it is of figures that you do not see. Ask with a key or user of the account that it is from, which sees the same apps.',
  )

const seesApps = ({ apps }: Principal, cited: readonly number[] | null): boolean =>
  apps === null || (cited?.every((key) => apps.includes(key)) ?? false)

const figuresText = ({ rows, totals }: ReportPage): string => JSON.stringify([rows, totals])

/** What later entries changed of a question's days and networks, the oldest first. */
export async function changesAfter(
  { ledger }: Pick<ReportSources, 'ledger'>,
  principal: Principal,
  { days, comparison, filters }: Pick<ReportQuestion, 'days' | 'comparison' | 'filters'>,
  entry: number,
): Promise<CitedChange[]> {
  const spans = comparison ? [comparison.days, days] : [days]
  const ofNetworks = filters.filter(({ name }) => name === 'network')
  const found: NetworkDayChange[] = []
  for (const [place, span] of spans.entries()) {
    const changes = await ledger.networkDayChanges(figuresOf(principal), span, maxReadChanges)
    // A range may overlap the one that it is compared with.
    const isNew = ({ day }: NetworkDayChange) =>
      spans.slice(0, place).every(({ firstDay, lastDay }) => day < firstDay || day > lastDay)
    found.push(
      ...changes.filter(
        (one) =>
          one.entry.id > entry &&
          isNew(one) &&
          ofNetworks.every(({ values, excludes }) => values.includes(one.network) !== excludes),
      ),
    )
  }
  const byEntry = Map.groupBy(found, (one) => one.entry.id)
  return [...byEntry]
    .sort(([one], [other]) => one - other)
    .map(([, changes]) => toCitedChange(changes))
}

function toCitedChange(changes: readonly NetworkDayChange[]): CitedChange {
  const { entry } = changes[0]!
  const days = changes.map(({ day }) => day)
  const revenueMicros = changes.reduce(
    (sum, { added, restated, removed }) =>
      sum + added.revenueMicros + restated.revenueMicros + removed.revenueMicros,
    0n,
  )
  return {
    import: entry.id,
    kind: entry.kind,
    committed_at: formatInstant(entry.committedAtMs),
    undoes: entry.undoes,
    source: entry.source,
    networks: [...new Set(changes.map(({ network }) => network))].sort(),
    first_day: formatDay(Math.min(...days) as Day),
    last_day: formatDay(Math.max(...days) as Day),
    revenue_change: formatMicros(revenueMicros),
  }
}
