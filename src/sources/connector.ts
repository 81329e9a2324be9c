import type { OtherImportedName } from '../facts/kinds.ts'
import type { Day } from '../values/day.ts'
import type { Json } from './readers/parse-json.ts'

/** One request to a network. */
export interface Ask {
  /** `GET` when absent. */
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** An https address of one of the connector's hosts. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Whether the answer is a part of the report, and not of a login or a job. The answer itself may tell. */
  readonly isReport?: boolean | ((answer: Answer) => boolean)
  /** The part of a report's answer that the source reads; all of its text when absent. */
  readonly kept?: (answer: Answer) => string
  /** Waits so long before it asks: for a job that takes its time. */
  readonly afterMs?: number
  /** Whether the network redirects to hosts that its documents do not name. They get nothing of the request. */
  readonly redirectsAnywhere?: boolean
  /** Whether a redirect is answered as it is, instead of being followed. */
  readonly staysThere?: boolean
  /** How long the network may take; 60 seconds when absent. */
  readonly timeoutMs?: number
  /** Judges the answer in the place of the connector's `judge`, as for a login whose statuses mean something else. */
  readonly judge?: Connector['judge']
}

/** Whether a good answer is a part of the report. */
export const isReportPart = ({ isReport = false }: Ask, answer: Answer): boolean =>
  typeof isReport === 'function' ? isReport(answer) : isReport

/** A network's answer, whatever its status. */
export interface Answer {
  readonly status: number
  /** The value of a header by its name in lower case; '' when there is none. */
  readonly header: (name: string) => string
  readonly text: string
  /** The text as JSON, whose numbers are texts; null when it is none. */
  readonly json: Json | null
}

/**
 * Why a network gave no figures.
 *
 * - `not-ready`: it does not have the day's figures yet
 * - `slow-down`: it wants fewer requests
 * - `log-in-again`: it does not know the login, which was good before
 * - `credential-refused`: a person has to give other credentials
 * - `request-refused`: it will not accept the same request later
 * - `cut`: it left rows out, because there are too many
 * - `try-later`: anything that may pass by itself
 */
export type FaultKind =
  | 'not-ready'
  | 'slow-down'
  | 'log-in-again'
  | 'credential-refused'
  | 'request-refused'
  | 'cut'
  | 'try-later'

export interface Fault {
  readonly kind: FaultKind
  /** For people, in the network's words where it has any. */
  readonly message: string
  /** For `slow-down`: how long the network wants to be left alone; unknown when absent. */
  readonly waitMs?: number
}

/** A network gave no figures. */
export class NetworkFault extends Error {
  override readonly name = 'NetworkFault'
  readonly fault: Fault

  constructor(fault: Fault, options?: ErrorOptions) {
    super(fault.message, options)
    this.fault = fault
  }
}

/**
 * A conversation with a network: it asks, is given each answer, and returns in the end. Answers that
 * the connector judges to be faults never reach it. It does no I/O itself.
 */
export type Conversation<Result> = Generator<Ask, Result, Answer>

/** A credential or setting of a connection. */
export interface Field {
  /** Its name in the network's console: `Report Key`. */
  readonly title: string
  /** Where to find it, in steps: `Account > General > Keys`. */
  readonly where: string
  /** Secrets are sealed and never shown. */
  readonly isSecret?: boolean
  /** Used when it is not given. A field without one has to be given. */
  readonly default?: string
  /** The only values; any text of 1 to 4,096 characters when absent. */
  readonly choices?: readonly string[]
}

/** A login that later requests use. */
export interface Login {
  readonly token: string
  /** How long it is good for. */
  readonly validMs: number
  /** The facts that the network told with it, such as an account id. */
  readonly facts?: Readonly<Record<string, string>>
}

/** The values of a connector's fields: as given, or their defaults. */
export type FieldValues<Name extends string = string> = Readonly<Record<Name, string>>

/** One day's report to be asked for. */
export interface Question<Name extends string = string> {
  /** A day of the connector's clock. */
  readonly day: Day
  readonly given: FieldValues<Name>
  /** Null for connectors that do not log in. */
  readonly login: Login | null
  /** The time now, for signatures. */
  readonly nowMs: () => number
}

/** The days that a network reports. */
export interface ReportedDays<Name extends string = string> {
  /** The IANA zone whose midnights divide days. */
  readonly zone: (given: FieldValues<Name>) => string
  /** Hours from a day's end until its first figures should be there. */
  readonly readyHours: number
  /** How many days back the network reports; null when its documents do not tell. */
  readonly back: number | null
  /** Days that are asked again every day, because the network restates them. */
  readonly reread: number
  /** Days that are asked again every week; none beyond `reread` when absent. */
  readonly sweep?: number
}

/**
 * How a network's daily report is fetched. Its file is next to that of the source that reads the answers. Facts come
 * from the network's documents, which `documents` names.
 */
export interface Connector<Name extends string = string> {
  /** The name that users select it by. */
  readonly name: string
  /** The name that people use for the network. */
  readonly title: string
  /** The source that reads the answers. */
  readonly source: string
  /** A mediation's report has the figures of many networks. */
  readonly kind: 'network' | 'mediation'
  readonly verified: 'live account' | 'documents'
  /** Addresses of the network's documents. */
  readonly documents: readonly string[]
  /** The only hosts that are asked, but for redirects of {@link Ask.redirectsAnywhere}. `*.example.com` is any host below it. */
  readonly hosts: readonly string[]
  readonly fields: Readonly<Record<Name, Field>>
  /** The fields that tell the network's account, whose limits all its connections share. All secrets when absent. */
  readonly account?: readonly Name[]
  readonly days: ReportedDays<Name>
  /** The most requests in so many seconds. Adtally spreads them evenly. */
  readonly rate: { readonly requests: number; readonly seconds: number }
  /** Logs in. @throws NetworkFault */
  readonly login?: (given: FieldValues<Name>, nowMs: () => number) => Conversation<Login>
  /** Whether a login that succeeds proves the credentials, so that later refusals have other reasons. */
  readonly loginProvesCredentials?: true
  /** Asks for all of a day's report. @returns the number of its rows @throws NetworkFault */
  readonly report: (question: Question<Name>) => Conversation<number>
  /** Further reports of a day, one for each kind of fact; none when absent. */
  readonly depth?: readonly DepthReport<Name>[]
  /** Whether an answer is a fault. @returns null when it is good */
  readonly judge: (answer: Answer) => Fault | null
  /** A network's remark about figures that it may still correct, for people. @returns null without one */
  readonly warning?: (answer: Answer) => string | null
  /** For networks whose owner has to consent in a browser. */
  readonly consent?: Consent<Name>
}

/** What a network tells of a day beyond ad figures. */
export interface DepthReport<Name extends string = string> {
  /** The kind of fact that the source reads the answers as. */
  readonly kind: OtherImportedName
  /**
   * For a report of the users of a day of install: the ages in days that it tells. A day is asked for again when it
   * reaches one of them.
   */
  readonly ages?: readonly number[]
  /** As {@link Connector.report}. @param reached those of the ages that the day has reached: they are over */
  readonly report: (question: Question<Name>, reached: readonly number[]) => Conversation<number>
}

/** OAuth 2 with PKCE, for a refresh token. */
export interface Consent<Name extends string = string> {
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly scope: string
  /** More parameters of the address where the owner consents. */
  readonly parameters: Readonly<Record<string, string>>
  readonly clientId: Name
  readonly clientSecret: Name
  /** The field that the refresh token becomes. */
  readonly refreshToken: Name
}

/** Declares a connector. Its functions see the names of its fields. */
export const connector = <const Name extends string>(
  declared: Omit<Connector<NoInfer<Name>>, 'fields'> & {
    readonly fields: Readonly<Record<Name, Field>>
  },
): Connector => declared as unknown as Connector
