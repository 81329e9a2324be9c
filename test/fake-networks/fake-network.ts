import type { IncomingHttpHeaders } from 'node:http'
import type { Day } from '../../src/values/day.ts'
import type { Truth, TruthRow } from './truth.ts'

/** Faults that the server plays for every network. */
export const transportFaults = [
  'server-error',
  'slow',
  'reset',
  'truncated',
  'huge',
  'foreign-redirect',
  'empty',
] as const

/** Faults that a network has its own words for. */
export const spokenFaults = ['slow-down', 'log-in-again', 'error-inside', 'not-ready'] as const

/** Faults of answers in pages, and of their days. */
export const rowFaults = [
  'cut-page',
  'lost-page',
  'repeated-page',
  'wrong-clock',
  'repeated-key',
] as const

/**
 * A network's fault in the answer to a request.
 *
 * - `slow`: the connection ends without an answer
 * - `reset`: it ends after the last byte but one; `truncated`: half of the answer comes as if it were the whole
 * - `cut-page`: a page has half of its rows; the next page goes on from there
 * - `lost-page`: a page is empty, although rows follow
 * - `repeated-page`: a page is the page before it
 * - `wrong-clock`: the rows are of the day before
 * - `repeated-key`: one row comes twice, with other figures
 * - `expired-login`: the network forgets all logins before it answers
 */
export type Fault =
  | (typeof transportFaults)[number]
  | (typeof spokenFaults)[number]
  | (typeof rowFaults)[number]
  | 'expired-login'

/** A network's answer. A body that is no text is sent as JSON. */
export interface Reply {
  /** 200 when absent. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** One request to a fake network. */
export interface Call {
  readonly method: string
  /** Host and path: `r.applovin.com/maxReport`. */
  readonly address: string
  /** The texts that match the stars of the route's address. */
  readonly wild: readonly string[]
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly nowMs: number
  readonly truth: Truth
  /** The fault, if it concerns the rows. */
  readonly fault: Fault | null
  /** A network's or mediation's rows of a day, as far as today: none when the fault is `empty`. */
  readonly rows: (of: string, day: Day) => TruthRow[]
  /** The part of the rows that is asked for. The server's pages may be smaller than those asked for. */
  readonly page: <Row>(rows: readonly Row[], offset: number, limit: number) => Row[]
  /** The rows of a page in a report whose pages are numbered from 1, and the number of pages. */
  readonly numberedPage: <Row>(
    rows: readonly Row[],
    page: number,
    limit: number,
  ) => { readonly rows: Row[]; readonly pages: number }
}

/** An address of a network. */
export interface Route {
  /** Faults are scripted for logins and for everything else separately. */
  readonly stage: 'login' | 'report'
  readonly method: string
  /** Host and path; a star stands for any text without a slash. */
  readonly address: string
  /** The text that its requests contain, where several networks have the same address. */
  readonly text?: RegExp
  readonly answer: (call: Call) => Reply
}

/** A network as its documents describe it. It keeps its logins and jobs. */
export interface FakeNetwork {
  /** The connector that asks it. */
  readonly connector: string
  /** The fields of a connection that it accepts. */
  readonly given: Readonly<Record<string, string>>
  /** The network whose rows it reports; `mediation` for those of the mediated networks. */
  readonly reports: string
  /** Beyond so many requests in so many seconds it answers `slow-down`. */
  readonly rate: { readonly requests: number; readonly seconds: number }
  readonly routes: readonly Route[]
  /** Its words for faults. A fault that is absent cannot be expressed by its protocol. */
  readonly says: Readonly<Partial<Record<(typeof spokenFaults)[number], Reply>>>
  readonly rowFaults: readonly (typeof rowFaults)[number][]
  /** Whether `repeated-key` means nothing to it: it adds its rows up, or divides them more finely than it names. */
  readonly addsRows?: boolean
  /** Ends all logins. */
  readonly forgetLogins?: () => void
}

/** The faults that a network can play. */
export function faultsOf({ says, rowFaults, addsRows, forgetLogins }: FakeNetwork): Fault[] {
  return [
    ...transportFaults,
    ...spokenFaults.filter((fault) => says[fault]),
    ...rowFaults,
    ...(addsRows ? [] : (['repeated-key'] as const)),
    ...(forgetLogins ? (['expired-login'] as const) : []),
  ]
}

/** The logins of a network that issues tokens. */
export class Logins {
  readonly #until = new Map<string, number>()
  #issued = 0

  /** @returns a new token */
  issue(nowMs: number, validMs: number): string {
    const token = `token-${++this.#issued}`
    this.#until.set(token, nowMs + validMs)
    return token
  }

  isGood(token: string | undefined, nowMs: number): boolean {
    return token !== undefined && (this.#until.get(token) ?? 0) > nowMs
  }

  forget(): void {
    this.#until.clear()
  }
}
