import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NumberText } from '../fixtures/exact-json.ts'
import { parseExactly } from '../fixtures/exact-json.ts'
import { reportPath } from '../fixtures/report-endpoint.ts'
import type { Response } from '../fixtures/report-server.ts'
import { arrowCells, parquetCells } from '../formats/binary-cells.ts'
import { shareSite } from '../import/import-site.ts'
import { batchOf, caseCount, checkBatches, propertyTimeoutMs } from './batches.ts'
import { type DrawnWireQuestion, drawnWireQuestion } from './drawn-questions.ts'
import { shareServers } from './memory-servers.ts'
import {
  conditionText,
  datesOf,
  type ModelAnswer,
  type ModelCells,
  modelAnswer,
} from './model-answer.ts'
import { NaiveHistory } from './naive-history.ts'
import type { ModelFigure } from './report-model.ts'
import { newStudios, parseFigure, type Studio, step, take } from './report-studios.ts'

const drawnCases = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  questions: batchOf(fc.array(drawnWireQuestion, { minLength: 3, maxLength: 3 })),
  paged: batchOf(drawnWireQuestion),
  /** The steps between the pages. */
  between: fc.array(step, { minLength: 2, maxLength: 2 }),
})

const shared = shareSite()
const servers = shareServers(() => shared().installation)

test(`${caseCount} random data sets give the answers of a naive model in every format, and in pages of one state`, {
  timeout: propertyTimeoutMs,
}, async () => {
  const site = shared()
  await checkBatches(drawnCases, async ({ steps, questions, paged, between }) => {
    const studios = await newStudios(site)
    const history = new NaiveHistory()
    for (const one of steps) await take(one, site, history, studios)
    const figures = history.figures().map(parseFigure)
    // One after another: ten at a time would be refused by engines on busy machines.
    for (const [nth, studio] of studios.entries()) {
      for (const question of questions[nth]!) await expectAnswers(studio, question, figures)
    }
    const readers = studios.map((studio, nth) => new PageReader(studio, paged[nth]!))
    for (const one of between) {
      for (const reader of readers) await reader.readPage()
      await servers().during(() => take(one, site, history, studios))
    }
    for (const reader of readers) {
      while (!reader.isAtEnd) await reader.readPage()
      reader.expectRows(figures)
    }
  })
  servers().expectMemoryAnswered({ bodies: true })
})

const ofStudio = (figures: readonly ModelFigure[], { apps }: Studio) =>
  figures.filter(({ app }) => apps.some(({ key }) => key === app.key))

async function expectAnswers(
  studio: Studio,
  question: DrawnWireQuestion,
  figures: readonly ModelFigure[],
): Promise<void> {
  const about = JSON.stringify(question)
  const expected = modelAnswer(ofStudio(figures, studio), question, studio)
  const json = readJson(await ask(studio, question, { include: ['total_rows'] }))
  expect(json.rows, about).toEqual(expected.rows)
  expect(json.totals, about).toEqual(expected.totals)
  expect(json.meta, about).toMatchObject({
    partly_known: expected.partlyKnown,
    unmatched: expected.unmatched,
    total_rows: { written: String(expected.rows.length) },
  })
  if (json.columns) expect(json.columns, about).toEqual(expected.columns)
  const csv = await ask(studio, question, { format: 'csv' })
  expect(readCsv(csv, expected), about).toEqual([expected.columns, ...expected.rows])
  expect(csv.headers['adtally-partly-known'] ?? '', about).toBe(expected.partlyKnown.join(', '))
  const ndjson = await ask(studio, question, { format: 'ndjson' })
  expect(readNdjson(ndjson), about).toEqual(expected.rows)
  const { columns, rows } = expected
  const arrow = await ask(studio, question, { format: 'arrow' })
  expect(await arrowCells(arrow), about).toEqual({ columns, rows })
  const parquet = await ask(studio, question, { format: 'parquet' })
  expect(await parquetCells(parquet), about).toEqual({ columns, rows })
}

/** Reads a question page by page. */
class PageReader {
  readonly #studio: Studio
  readonly #question: DrawnWireQuestion
  readonly #rows: ModelCells[] = []
  #totals: ModelCells | null = null
  #cursor: string | null = null
  isAtEnd = false

  constructor(studio: Studio, question: DrawnWireQuestion) {
    this.#studio = studio
    this.#question = question
  }

  async readPage(): Promise<void> {
    if (this.isAtEnd) return
    const limit = this.#rows.length < 30 ? this.#question.limit : 1_000
    const more = this.#cursor === null ? {} : { cursor: this.#cursor }
    const response = await ask(this.#studio, this.#question, { limit, ...more })
    const { rows, totals, cursor } = readJson(response)
    expect(rows.length).toBeLessThanOrEqual(limit)
    if (cursor !== null) expect(rows).toHaveLength(limit)
    if (this.#totals) expect(totals).toEqual(this.#totals)
    this.#totals = totals
    this.#rows.push(...rows)
    this.#cursor = cursor
    this.isAtEnd = cursor === null
  }

  expectRows(figures: readonly ModelFigure[]): void {
    const own = ofStudio(figures, this.#studio)
    const { rows } = modelAnswer(own, this.#question, this.#studio)
    expect(this.#rows, JSON.stringify(this.#question)).toEqual(rows)
  }
}

async function ask(
  { apps, key }: Studio,
  question: DrawnWireQuestion,
  more: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const { start, end, other } = datesOf(question)
  const lists: Record<string, readonly string[]> = {
    dimensions: question.dimensions,
    metrics: question.metrics,
    having: question.having.map(
      ({ by, operator, value }) => `${by}:${operator}:${conditionText(by, value)}`,
    ),
    order_by: question.order.map(({ by, descending }) => `${by}:${descending ? 'desc' : 'asc'}`),
    ...(question.apps && { app_id: question.apps.map((nth) => apps[nth]!.appId) }),
    ...Object.fromEntries(
      question.filters.map(({ name, excludes, values }) => [
        excludes ? `${name}_not` : name,
        values,
      ]),
    ),
  }
  const given: Record<string, unknown> = {
    start_date: start,
    end_date: end,
    ...more,
    ...(question.fill && { fill: 'dates' }),
    ...(other !== 'nothing' && { compare: other }),
    ...(other !== 'nothing' && question.isOfReportedDays && { compare_days: 'reported' }),
    ...Object.fromEntries(Object.entries(lists).filter(([, values]) => values.length > 0)),
  }
  const headers = { authorization: `Bearer ${key}` }
  const response = question.post
    ? await servers().ask({ method: 'POST', url: reportPath, headers, payload: given })
    : await servers().get(reportPath, asQuery(given, question.repeated), headers)
  expect(response.statusCode, `${JSON.stringify(given)} ${response.body}`).toBe(200)
  return response
}

const asQuery = (given: Readonly<Record<string, unknown>>, isRepeated: boolean) =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (!Array.isArray(value)) return [name, String(value)]
      return [name, isRepeated ? value.map(String) : value.join(',')]
    }),
  )

type Cell = string | null | NumberText
type Cells = Readonly<Record<string, Cell>>

const textOf = (cell: Cell) => (typeof cell === 'object' ? (cell?.written ?? null) : cell)
const textsOf = (cells: Cells) => Object.values(cells).map(textOf)

function readJson({ body }: Response) {
  const { meta, totals, data, next_cursor, has_more } = parseExactly(body) as {
    meta: unknown
    totals: Cells
    data: readonly Cells[]
    next_cursor: string | null
    has_more: boolean
  }
  expect(has_more).toBe(next_cursor !== null)
  const [first] = data
  return {
    meta,
    columns: first ? Object.keys(first) : null,
    rows: data.map(textsOf),
    totals: textsOf(totals),
    cursor: next_cursor,
  }
}

const readNdjson = ({ body }: Response) =>
  body
    .split('\n')
    .slice(0, -1)
    .map((line) => textsOf(parseExactly(line) as Cells))

/** Undoes the guard against formulas; an empty cell is unknown. */
function readCsv({ body }: Response, { columns }: ModelAnswer): (string | null)[][] {
  const lines: string[][] = parse(body, { recordDelimiter: '\r\n', relaxColumnCount: false })
  // A line of one empty cell looks like an empty line.
  const empty = columns.length === 1 ? body.split('\r\n').slice(0, -1) : null
  const records = empty ? empty.map((line) => [line]) : lines
  return records.map((cells) =>
    cells.map((cell) => (cell === '' ? null : cell.replace(/^'(?=\s*[=+\-@＝＋－＠]|[\t\r])/, ''))),
  )
}
