import { Type } from 'typebox'
import { ownerOf } from '../../publishers/user.ts'
import type { ReportTable } from '../../reporting/report-table.ts'
import { batchTexts } from '../../reporting/table/table-cells.ts'
import { dayOf } from '../../values/day.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { openReport } from './open-report.ts'
import { type DatedReport, dateReport, pinReport } from './pin-report.ts'
import { refusalOf } from './question-refusal.ts'
import type { ReportMeta } from './report-meta.ts'
import type { ReportSources } from './report-sources.ts'
import { questionField, readStoredQuestion, storeQuestion } from './stored-question.ts'

/** The longest range, in days. */
export const maxReportDays = 3_660

/** A page of a report as text. */
export interface ReportPage {
  readonly meta: ReportMeta
  readonly columns: readonly { readonly name: string; readonly kind: 'text' | 'number' }[]
  /** Dates, names and exact decimals; null for unknown. */
  readonly rows: readonly (readonly (string | null)[])[]
  /** The metrics of all rows of all pages, in the last columns. */
  readonly totals: readonly (string | null)[]
  /** Null on the last page. */
  readonly next_cursor: string | null
}

/** Answers a question of the report endpoint, with all apps of an account. */
export const queryReport = useCase({
  name: 'query-report',
  request: {
    username,
    question: questionField(['cursor', 'format']),
    /** The `next_cursor` of the page before. */
    cursor: Type.Optional(
      Type.String({ minLength: 1, maxLength: 256, description: 'the cursor of the page before' }),
    ),
  },
  audit: readsOnly,
  run: async (services, { username, question, cursor }, { signal }): Promise<ReportPage> => {
    const account = await services.accounts.get(username)
    const principal = ownerOf(account)
    const today = dayOf(services.now().getTime())
    const sources = { ...services, today: () => today }
    try {
      const stored = storeQuestion(question, 'json')
      const asked = readStoredQuestion(stored, today, maxReportDays)
      const page = { ...asked.question, cursor: cursor ?? null }
      return await readReportPage(sources, await dateReport(sources, principal, page), signal)
    } catch (error) {
      throw refusalOf(error)
    }
  },
})

/** Reads a page of a report. @throws QuestionError, ReportError as {@link openReport} and {@link pinReport} do */
export async function readReportPage(
  sources: ReportSources,
  dated: DatedReport,
  signal: AbortSignal,
): Promise<ReportPage> {
  await using opened = new AsyncDisposableStack()
  const pinned = await pinReport(sources, dated)
  const { meta, table, totals, nextCursor } = await openReport(
    sources,
    pinned,
    true,
    signal,
    opened,
  )
  return {
    meta,
    columns: table.columns.map(({ name, type }) => ({
      name,
      kind: type.kind === 'day' || type.kind === 'text' ? 'text' : 'number',
    })),
    rows: await textsOf(table),
    totals: totals ? ((await textsOf(totals))[0] ?? []) : [],
    next_cursor: nextCursor,
  }
}

async function textsOf({ columns, batches }: ReportTable): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  for await (const batch of batches) rows.push(...batchTexts(batch, columns))
  return rows
}
