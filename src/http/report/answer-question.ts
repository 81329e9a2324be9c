import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditRecord } from '../../audit/audit-event.ts'
import type { Principal } from '../../publishers/principal.ts'
import { questionText, type ReportQuestion } from '../../reporting/question/report-question.ts'
import { type OpenedReport, openReport } from '../../use-cases/report/open-report.ts'
import { dateReport, pinReport } from '../../use-cases/report/pin-report.ts'
import type { AnswerFormat } from '../../values/answer-format.ts'
import { type DaySpan, formatDay } from '../../values/day.ts'
import { once } from '../../values/once.ts'
import { sendParquet } from '../answer/parquet/send-parquet.ts'
import { sendReport } from '../answer/send-report.ts'
import { actorOf } from '../plugins/actor.ts'
import type { ReportServices } from '../services.ts'
import { formats } from './formats.ts'
import { tableMetadata } from './table-metadata.ts'

/** A question, and who asks it. */
export interface AskedReport {
  readonly principal: Principal
  /** Whether a key, a report link or a signed-in user asks. */
  readonly by: 'key' | 'link' | 'session'
  readonly question: ReportQuestion
  readonly format: AnswerFormat
}

/** Answers a question of the report endpoint, or 304 when the client already has the answer. */
export async function answerQuestion(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ReportServices,
  asked: AskedReport,
): Promise<FastifyReply> {
  const { principal, by, question, format } = asked
  const { contentType, fileEnding, hasMeta, write } = formats[format]
  // The apps of a link are the filter of a view: there, days count by all apps of the account.
  const reporter = by === 'link' ? { ...principal, apps: null } : principal
  const dated = await dateReport(services, principal, question, reporter)
  const pin = once(() => pinReport(services, dated))
  const { limit, cursor } = question
  const answer = {
    version: dated.version,
    question: JSON.stringify([
      ...[questionText(question), limit, cursor, format, by],
      principal.account.username,
    ]),
    check: pin,
    variesBy: ['Accept'],
  }
  const open = async (signal: AbortSignal, opened: AsyncDisposableStack) => {
    const report = await openReport(services, await pin(), hasMeta, signal, opened)
    return by === 'link' ? forVisitors(report) : report
  }
  const headersOf = (report: OpenedReport) => ({
    ...(!hasMeta && metaHeaders(report)),
    ...(fileEnding && {
      'content-disposition': `attachment; filename="${fileName(principal.account.username, question)}.${fileEnding}"`,
    }),
  })
  if (write === null) {
    await pin()
    const file = await sendParquet(request, reply, principal, {
      ...answer,
      make: async (signal, opened) => {
        const report = await open(signal, opened)
        const matchesKey = await dated.isCurrent()
        const { table } = report
        const headers = headersOf(report)
        return { table, metadata: tableMetadata(report), headers, matchesKey }
      },
    })
    if (request.method !== 'HEAD') await recordExport(request, services, asked)
    return file
  }
  return sendReport(request, reply, {
    ...answer,
    principal,
    contentType,
    cacheable: true,
    ...(!hasMeta && { record: () => recordExport(request, services, asked) }),
    body: async (signal, opened) => {
      const report = await open(signal, opened)
      const headers = headersOf(report)
      return { matchesVersion: await dated.isCurrent(), headers, pieces: write(report) }
    },
  })
}

/**
 * An answer for a link's visitors: one page, because they cannot ask for another one, and no clocks,
 * which name networks that its figures may not show.
 */
function forVisitors(report: OpenedReport): OpenedReport {
  const { clocks: _, ...meta } = report.meta
  return { ...report, meta, nextCursor: null }
}

const recordExport = (
  request: FastifyRequest,
  { audit }: ReportServices,
  { principal: { account, name }, by, question }: AskedReport,
): Promise<void> =>
  audit.record(actorOf(request, by, name), [exportOf(account.username, question.days)])

/** An export of figures as the audit log has it. */
const exportOf = (account: string, { firstDay, lastDay }: DaySpan): AuditRecord => ({
  action: 'figures_exported',
  account,
  facts: { first_day: formatDay(firstDay), last_day: formatDay(lastDay) },
})

/** The meta data of formats that have no place for it. */
function metaHeaders({ meta, nextCursor }: OpenedReport): Record<string, string> {
  return {
    ...(meta.as_of !== null && { 'adtally-as-of': meta.as_of }),
    'adtally-start-date': meta.start_date,
    'adtally-end-date': meta.end_date,
    'adtally-currency': meta.currency,
    ...(meta.partly_known.length > 0 && { 'adtally-partly-known': meta.partly_known.join(', ') }),
    ...(nextCursor !== null && { 'adtally-next-cursor': nextCursor }),
  }
}

/** The name of a downloaded file; only characters that every system accepts. */
function fileName(username: string, { days, dimensions }: ReportQuestion): string {
  const span = `${formatDay(days.firstDay)}-${formatDay(days.lastDay)}`
  const by = dimensions.length > 0 ? `-by-${dimensions.join('-')}` : ''
  return `adtally-${username.replace(/[^A-Za-z0-9._-]/g, '_')}-${span}${by}`
}
