import type { OpenedReport } from '../../use-cases/report/open-report.ts'

/** The meta data of an answer as key-value pairs of text; lists and objects are JSON. */
export function tableMetadata({
  meta,
  nextCursor,
}: Pick<OpenedReport, 'meta' | 'nextCursor'>): Record<string, string> {
  const facts = Object.entries({ ...meta, next_cursor: nextCursor })
  return Object.fromEntries(
    facts
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
  )
}
