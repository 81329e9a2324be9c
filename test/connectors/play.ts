import { expect, test } from 'vitest'
import type {
  Answer,
  Connector,
  Conversation,
  Fault,
  FieldValues,
  Login,
} from '../../src/sources/connector.ts'
import { isReportPart, NetworkFault } from '../../src/sources/connector.ts'
import { type Json, parseJson } from '../../src/sources/readers/parse-json.ts'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { type Day, parseDay } from '../../src/values/day.ts'
import { openSite } from '../import/import-site.ts'
import { namedFigures } from '../sources/fixtures.ts'

/** A request that a connector should make, and what the network answers. */
export interface Exchange {
  /** `GET https://host/path?query` */
  readonly ask: string
  /** All headers; none when absent. */
  readonly headers?: Readonly<Record<string, string>>
  /** A text, or the JSON value of one. */
  readonly body?: unknown
  readonly afterMs?: number
  /** A text, or a value that is sent as JSON. */
  readonly answer: unknown
  readonly status?: number
  readonly answerHeaders?: Readonly<Record<string, string>>
}

/** The outcome of a conversation. */
export interface Played<Result> {
  readonly result: Result
  /** The texts that the source reads. */
  readonly kept: readonly string[]
}

/** An answer as the runner gives it to a connector. */
export function answerOf(
  answer: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer)
  return { status, text, header: (name) => headers[name] ?? '', json: jsonOf(text) }
}

/** Tests which fault a connector finds in an answer with a status. */
export function testFaults(
  connector: Connector,
  cases: readonly (readonly [answer: unknown, status: number, kind: Fault['kind']])[],
): void {
  test.each(cases)('%j with status %i is %s', (answer, status, kind) => {
    expect(connector.judge(answerOf(answer, status))?.kind).toBe(kind)
  })
}

/** Plays a network: each request must be the expected one. @throws NetworkFault */
export function play<Result>(
  connector: Connector,
  conversation: Conversation<Result>,
  exchanges: readonly Exchange[],
): Played<Result> {
  const kept: string[] = []
  let next = conversation.next()
  for (const { ask, headers, body, afterMs, ...exchange } of exchanges) {
    if (next.done) throw new Error(`The connector does not ask for ${ask}.`)
    const asked = next.value
    expect(`${asked.method ?? 'GET'} ${asked.url}`).toBe(ask)
    expect(asked.headers ?? {}).toEqual(headers ?? {})
    expect(typeof body === 'object' ? JSON.parse(asked.body!) : asked.body).toEqual(body)
    expect(asked.afterMs).toBe(afterMs)
    expect(hostIsDeclared(connector, asked.url)).toBe(true)
    const answer = answerOf(exchange.answer, exchange.status, exchange.answerHeaders)
    const fault = (asked.judge ?? connector.judge)(answer)
    if (fault) throw new NetworkFault(fault)
    if (isReportPart(asked, answer)) kept.push(asked.kept?.(answer) ?? answer.text)
    next = conversation.next(answer)
  }
  if (!next.done) throw new Error(`The connector asks for ${next.value.url} too.`)
  return { result: next.value, kept }
}

/** The fault that ends a conversation. */
export function faultOf(
  connector: Connector,
  conversation: Conversation<unknown>,
  exchanges: readonly Exchange[],
): Fault {
  try {
    play(connector, conversation, exchanges)
  } catch (error) {
    if (error instanceof NetworkFault) return error.fault
    throw error
  }
  throw new Error('The conversation ended without a fault.')
}

/** A connector's conversation about a day. */
export const ask = (
  connector: Connector,
  { day, given, login = null }: { day: string; given: FieldValues; login?: Login | null },
): Conversation<number> =>
  connector.report({
    day: parseDay(day) as Day,
    given: filled(connector, given),
    login,
    nowMs: () => Date.parse('2026-03-02T12:00:00Z'),
  })

/** A connector's login. */
export const logIn = (connector: Connector, given: FieldValues): Conversation<Login> =>
  connector.login!(filled(connector, given), () => Date.parse('2026-03-02T12:00:00Z'))

/** The figures that the kept texts give, as lines of {@link namedFigures}. */
export async function importKept(
  connector: Connector,
  kept: readonly string[],
  request: FiguresRequest = {},
): Promise<string[]> {
  const site = await openSite()
  const files = await Promise.all(
    kept.map((text, index) => site.file(`page-${index}.${jsonOf(text) ? 'json' : 'csv'}`, text)),
  )
  const summary = await site.importStats(files, {
    source: connector.source,
    createApps: 'studio',
    ...request,
  })
  expect(summary.skipped_rows).toBe(0)
  return namedFigures(site)
}

function filled({ fields }: Connector, given: FieldValues): FieldValues {
  const defaults = Object.entries(fields).flatMap(([name, field]) =>
    field.default === undefined ? [] : [[name, field.default] as const],
  )
  // Ad units have their own tests.
  return { ...Object.fromEntries(defaults), detail: 'totals', ...given }
}

function hostIsDeclared({ hosts }: Connector, address: string): boolean {
  const { protocol, host } = new URL(address)
  const fits = (declared: string) =>
    declared.startsWith('*.') ? host.endsWith(declared.slice(1)) : host === declared
  return protocol === 'https:' && hosts.some(fits)
}

function jsonOf(text: string): Json | null {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
