import type { OpenedReport } from '../../use-cases/report/open-report.ts'
import type { AnswerFormat } from '../../values/answer-format.ts'
import { arrowMediaType, writeArrow } from '../answer/arrow/write-arrow.ts'
import { parquetMediaType } from '../answer/parquet/send-file.ts'
import { csvBody } from './csv-body.ts'
import { jsonBody } from './json-body.ts'
import { ndjsonBody } from './ndjson-body.ts'
import { tableMetadata } from './table-metadata.ts'

/** A format of answers. */
export interface ReportFormat {
  /** As in an Accept header. */
  readonly mediaType: string
  /** As in a Content-Type header. */
  readonly contentType: string
  /** Whether the body contains the meta data and the totals; if not, headers have the meta data. */
  readonly hasMeta: boolean
  /** The ending of a downloaded file; null when it is shown, not downloaded. */
  readonly fileEnding: string | null
  /** Null for answers that are finished files. */
  readonly write: ((report: OpenedReport) => AsyncGenerator<Uint8Array>) | null
}

export const formats: Readonly<Record<AnswerFormat, ReportFormat>> = {
  json: {
    mediaType: 'application/json',
    contentType: 'application/json; charset=utf-8',
    hasMeta: true,
    fileEnding: null,
    write: jsonBody,
  },
  csv: {
    mediaType: 'text/csv',
    contentType: 'text/csv; charset=utf-8',
    hasMeta: false,
    fileEnding: 'csv',
    write: csvBody,
  },
  ndjson: {
    mediaType: 'application/x-ndjson',
    contentType: 'application/x-ndjson; charset=utf-8',
    hasMeta: false,
    fileEnding: null,
    write: ndjsonBody,
  },
  arrow: {
    mediaType: arrowMediaType,
    contentType: arrowMediaType,
    hasMeta: false,
    fileEnding: 'arrows',
    write: (report) => writeArrow(report.table, tableMetadata(report)),
  },
  parquet: {
    mediaType: parquetMediaType,
    contentType: parquetMediaType,
    hasMeta: false,
    fileEnding: 'parquet',
    write: null,
  },
}

export const mediaTypes = Object.fromEntries(
  Object.entries(formats).map(([name, { mediaType }]) => [name, mediaType]),
) as Readonly<Record<AnswerFormat, string>>
