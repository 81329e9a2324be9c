import {
  type Answer,
  type Ask,
  type Connector,
  type Conversation,
  isReportPart,
  type Login,
  NetworkFault,
} from '../../src/sources/connector.ts'
import { parseJson } from '../../src/sources/readers/parse-json.ts'
import type { Day } from '../../src/values/day.ts'

/** The outcome of a conversation without any second try. */
export interface Played {
  readonly rows: number
  /** The texts of the report's answers. */
  readonly kept: readonly string[]
}

/** Asks for a day's report, once. Logs in when no login is given. @throws NetworkFault at the first fault */
export async function playDay(
  connector: Connector,
  given: Readonly<Record<string, string>>,
  day: Day,
  base: string,
  nowMs: () => number = Date.now,
  keptLogin: Login | null = null,
): Promise<Played> {
  const kept: string[] = []
  const login = keptLogin ?? (await logIn(connector, given, base, nowMs))
  const rows = await converse(connector, connector.report({ day, given, login, nowMs }), base, kept)
  return { rows, kept }
}

/** @returns null for a connector that does not log in */
export const logIn = (
  connector: Connector,
  given: Readonly<Record<string, string>>,
  base: string,
  nowMs: () => number = Date.now,
): Promise<Login | null> =>
  connector.login
    ? converse(connector, connector.login(given, nowMs), base, [])
    : Promise.resolve(null)

async function converse<Result>(
  connector: Connector,
  conversation: Conversation<Result>,
  base: string,
  kept: string[],
): Promise<Result> {
  let step = conversation.next()
  while (!step.done) {
    const answer = await call(step.value, base)
    const fault = (step.value.judge ?? connector.judge)(answer)
    if (fault) throw new NetworkFault(fault)
    if (isReportPart(step.value, answer)) kept.push(step.value.kept?.(answer) ?? answer.text)
    step = conversation.next(answer)
  }
  return step.value
}

async function call(
  { method = 'GET', url, headers = {}, body, redirectsAnywhere }: Ask,
  base: string,
): Promise<Answer> {
  const init = {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(2_000),
    ...(body !== undefined && { body }),
  } as const
  try {
    const response = await fetch(url.replace(/^https:\//, base), init)
    const text = await response.text()
    const location = response.headers.get('location')
    if (redirectsAnywhere && location !== null) {
      const { accept } = headers
      return call({ url: location, ...(accept && { headers: { accept } }) }, base)
    }
    return {
      status: response.status,
      header: (name) => response.headers.get(name) ?? '',
      text,
      json: jsonIn(text),
    }
  } catch (error) {
    throw new NetworkFault({ kind: 'try-later', message: 'no whole answer' }, { cause: error })
  }
}

function jsonIn(text: string) {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
