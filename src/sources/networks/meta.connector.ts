import { type Day, formatDay } from '../../values/day.ts'
import { detail } from '../ad-units.ts'
import {
  type Answer,
  type Ask,
  type Conversation,
  connector,
  type Fault,
  type FaultKind,
  NetworkFault,
} from '../connector.ts'
import { judgeStatus } from '../judge-status.ts'
import { difference, total } from '../normalise/numbers.ts'
import { at, type Json, listAt, textAt } from '../readers/read-json.ts'
import { DayRows, tryLater } from '../report-rows.ts'

const api = 'https://graph.facebook.com/v24.0'
const metrics = ['revenue', 'imp', 'click', 'request', 'filled_request'].map(
  (metric) => `fb_ad_network_${metric}`,
)
/** The breakdowns that are asked for one after another, because Meta withholds rows of few impressions. */
const byCountry = ['country', 'platform', 'property', 'display_format']
const levels = [[...byCountry, 'placement'], byCountry, ['platform', 'property']]
const rowsPerPage = 2_000
const maxLooks = 20

interface Question {
  readonly day: Day
  readonly id: string
  readonly token: string
}

export default connector({
  name: 'meta',
  title: 'Meta Audience Network',
  source: 'meta',
  kind: 'network',
  verified: 'documents',
  documents: [
    'https://developers.facebook.com/documentation/audience-network/optimization/report-api/guide-v2',
    'https://developers.facebook.com/docs/graph-api/guides/error-handling',
  ],
  hosts: ['graph.facebook.com'],
  fields: {
    id: {
      title: 'Business, property or app ID',
      where: 'Business settings > Business info; or Monetization Manager > Properties',
    },
    token: {
      title: 'Access token',
      where:
        'Your Meta app, with read_audience_network_insights > Graph API Explorer > Get User Access Token; extend it to a long-lived one',
      isSecret: true,
    },
    detail,
  },
  days: { zone: () => 'America/Los_Angeles', readyHours: 4, back: null, reread: 7 },
  // About 50 a minute are accepted.
  rate: { requests: 30, seconds: 60 },
  *report({ day, given }) {
    const question = { day, id: given.id, token: given.token }
    const booked: Json[] = []
    for (const breakdowns of levels.slice(given.detail === 'totals' ? 1 : 0)) {
      const parts = Map.groupBy(booked, (row) => cellOf(row, breakdowns))
      const rest = (results: readonly Json[]): readonly Json[] =>
        booked.length === 0
          ? results
          : results.flatMap((result) => restOf(result, parts.get(cellOf(result, breakdowns))))
      const found = yield* pages(question, breakdowns, rest)
      refuseWithout(parts, new Set(found.map((result) => cellOf(result, breakdowns))))
      for (const row of rest(found)) booked.push(row)
    }
    return booked.length
  },
  judge,
})

/**
 * Asks for all pages of a query.
 *
 * @param keep which results of a page are for the source
 * @returns all results
 */
function* pages(
  { day, id, token }: Question,
  breakdowns: readonly string[],
  keep: (results: readonly Json[]) => readonly Json[],
): Conversation<readonly Json[]> {
  const query = new URLSearchParams({
    metrics: JSON.stringify(metrics),
    breakdowns: JSON.stringify(breakdowns),
    since: formatDay(day),
    until: formatDay(day),
    aggregation_period: 'day',
    limit: String(rowsPerPage),
    access_token: token,
  })
  const report = {
    isReport: ({ json }: Answer) => keep(resultsOf(json) ?? []).length > 0,
    // Without `paging`, whose address contains the token.
    kept: ({ json }: Answer) => JSON.stringify({ data: [{ results: keep(resultsOf(json)!) }] }),
  }
  const rows = new DayRows('time', day, ['metric', 'breakdowns'])
  const all: Json[] = []
  for (;;) {
    let { json } = yield {
      url: `${api}/${encodeURIComponent(id)}/adnetworkanalytics?${query}`,
      ...report,
    }
    const queryId = textAt(json!, 'query_id')
    if (!resultsOf(json) && queryId) json = yield* look(id, token, queryId, report)
    rows.add(resultsOf(json)!)
    for (const result of resultsOf(json)!) all.push(result)
    if (!textAt(json!, 'paging', 'next')) return all
    const after = textAt(json!, 'paging', 'cursors', 'after')
    if (!after || after === query.get('after')) throw tryLater('sent no cursor of the next page')
    query.set('after', after)
  }
}

/** Meta may prepare an answer first. */
function* look(
  id: string,
  token: string,
  queryId: string,
  report: Pick<Ask, 'isReport' | 'kept'>,
): Conversation<Json> {
  const query = new URLSearchParams({ query_ids: JSON.stringify([queryId]), access_token: token })
  const url = `${api}/${encodeURIComponent(id)}/adnetworkanalytics_results?${query}`
  for (let count = 0; count < maxLooks; count++) {
    const { json } = yield { url, ...report, afterMs: Math.min(2_000 * 2 ** count, 60_000) }
    const status = textAt(json!, 'data', 0, 'status')
    if (resultsOf(json)) return json!
    if (/fail|error/i.test(status)) throw tryLater(`its query ended as ${status}`)
  }
  throw new NetworkFault({ kind: 'not-ready', message: 'its query is not complete' })
}

/** All results of an answer; null when it has none yet. */
function resultsOf(json: Json | null): readonly Json[] | null {
  const parts = listAt(json ?? undefined, 'data')
  if (!parts) return null
  const isRunning = parts.some(
    (part) => at(part, 'status') && textAt(part, 'status') !== 'complete',
  )
  return isRunning ? null : parts.flatMap((part) => listAt(part, 'results') ?? [])
}

const breakdownOf = (result: Json, key: string): string =>
  textAt(
    (listAt(result, 'breakdowns') ?? []).find((one) => textAt(one, 'key') === key),
    'value',
  )

const cellOf = (result: Json, breakdowns: readonly string[]): string =>
  JSON.stringify([
    textAt(result, 'metric'),
    ...breakdowns.map((breakdown) => breakdownOf(result, breakdown)),
  ])

/** An answer by few breakdowns has at least the cells of one by more. Without them, it is not complete. */
function refuseWithout(parts: ReadonlyMap<string, readonly Json[]>, found: ReadonlySet<string>) {
  for (const [cell, rows] of parts) {
    if (found.has(cell) || rows.every((row) => isNothing(textAt(row, 'value')))) continue
    throw tryLater('left out of its totals a cell of its details')
  }
}

const isNothing = (value: string): boolean => /^[0.]*$/.test(value)

/** The part of a result of few breakdowns that the rows of more of them lack; none when that is nothing. */
function restOf(result: Json, parts: readonly Json[] = []): Json[] {
  const booked = parts.map((part) => textAt(part, 'value'))
  const value = difference(textAt(result, 'value'), [total(booked)])
  if (value !== null && (value.startsWith('-') || isNothing(value))) return []
  return [{ ...(result as Record<string, Json>), value: value ?? textAt(result, 'value') }]
}

function judge(answer: Answer): Fault | null {
  const error = at(answer.json ?? undefined, 'error')
  if (error) {
    const message = textAt(error, 'message') || 'an error without a message'
    return { kind: kindOf(Number(textAt(error, 'code')), answer), message: message.slice(0, 300) }
  }
  const fault = judgeStatus(answer)
  if (fault) return fault
  if (listAt(answer.json ?? undefined, 'data') || textAt(answer.json ?? undefined, 'query_id'))
    return null
  return { kind: 'try-later', message: 'answered no data' }
}

/** The kind of fault that a code of the Graph API means. */
function kindOf(code: number, answer: Answer): FaultKind {
  if (code === 1 || code === 2) return 'try-later'
  if ([4, 17, 32, 613].includes(code) || (code >= 80_000 && code < 81_000)) return 'slow-down'
  if (code === 102 || code === 190 || code === 10 || (code >= 200 && code < 300)) {
    return 'credential-refused'
  }
  return judgeStatus(answer)?.kind ?? 'try-later'
}
