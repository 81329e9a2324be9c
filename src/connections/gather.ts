import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sources } from '../sources/all-sources.ts'
import {
  type Answer,
  type Ask,
  type Connector,
  type Conversation,
  type Fault,
  type FieldValues,
  isReportPart,
  type Login,
  NetworkFault,
} from '../sources/connector.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { isEmptyAnswer } from '../sources/report-file.ts'
import type { Day } from '../values/day.ts'
import type { NetworkCalls } from './network-calls.ts'

/** The bounds that keep one report from taking everything. */
const bounds = { asks: 2_000, bytes: 1024 ** 3, attempts: 5, slowDowns: 5 }
/** A network that wants to be left alone for longer is asked again by the schedule. */
export const longestPauseMs = 120_000
/** Whatever a network wants, it is asked again after a day. */
const longestSlowDownMs = 86_400_000
const firstRetryMs = 1_000
/** Networks may say as much as they like. */
const shownCharacters = 500

/** A network's account, as far as a conversation with it needs it. */
export interface NetworkAccess {
  readonly connector: Connector
  readonly given: FieldValues
  /** The login that is kept; null when there is none that is still good. */
  login(): Promise<Login | null>
  /** Keeps a login; forgets it when null. */
  keepLogin(login: Login | null): Promise<void>
  /** Resolves when the next request may be sent. @throws NetworkFault when that is too long to wait */
  takePlace(signal: AbortSignal): Promise<void>
  /** Keeps all requests to the network's account waiting. */
  pause(waitMs: number): Promise<void>
  /** Removes secrets from a text. */
  clean(text: string): string
}

export interface GatherServices {
  readonly calls: NetworkCalls
  readonly nowMs: () => number
  /** @throws whatever aborted it */
  readonly wait: (waitMs: number, signal: AbortSignal) => Promise<void>
}

/** The whole report of a day. */
export interface GatheredDay {
  /** As the network counts them; 0 for an empty report. */
  readonly rows: number
  /** The answers, without empty pages. */
  readonly files: readonly GivenFile[]
  /** SHA-256 of the answers, in hexadecimal. */
  readonly hash: string
  /** The network's remark about figures that it may still correct; null without one. */
  readonly warning: string | null
}

/**
 * Asks a network for all of a day's report and writes the answers to a folder.
 *
 * @param report the conversation about it
 * @param folder empty, and of this report alone
 * @throws NetworkFault when there is no whole report; its message has no secret. What aborted the signal.
 */
export const gatherDay = (
  access: NetworkAccess,
  day: Day,
  folder: string,
  services: GatherServices,
  signal: AbortSignal,
  report: Connector['report'] = access.connector.report,
): Promise<GatheredDay> => new Gathering(access, report, folder, services, signal).day(day)

class Gathering {
  readonly #access: NetworkAccess
  readonly #conversation: Connector['report']
  readonly #folder: string
  readonly #services: GatherServices
  readonly #signal: AbortSignal
  #files: GivenFile[] = []
  #hashes: string[] = []
  #warning: string | null = null
  #asks = 0
  #bytes = 0
  #slowDowns = 0

  constructor(
    access: NetworkAccess,
    conversation: Connector['report'],
    folder: string,
    services: GatherServices,
    signal: AbortSignal,
  ) {
    this.#access = access
    this.#conversation = conversation
    this.#folder = folder
    this.#services = services
    this.#signal = signal
  }

  async day(day: Day): Promise<GatheredDay> {
    try {
      const rows = await this.#withLogin((login) => this.#report(day, login))
      const hash = createHash('sha256').update(this.#hashes.join()).digest('hex')
      return { rows, files: this.#files, hash, warning: this.#warning }
    } catch (error) {
      if (!(error instanceof NetworkFault)) throw error
      const message = this.#access.clean(error.fault.message.slice(0, shownCharacters))
      throw new NetworkFault({ ...error.fault, message })
    }
  }

  #report(day: Day, login: Login | null): Promise<number> {
    const { given } = this.#access
    this.#files = []
    this.#hashes = []
    this.#warning = null
    return this.#converse(this.#conversation({ day, given, login, nowMs: this.#services.nowMs }))
  }

  /** Runs work with a login. A kept login that the network does not know any more is replaced once. */
  async #withLogin<Result>(work: (login: Login | null) => Promise<Result>): Promise<Result> {
    if (!this.#access.connector.login) return work(null).catch(refuseCredential)
    const kept = await this.#access.login()
    try {
      return await work(kept ?? (await this.#logIn()))
    } catch (error) {
      if (!isFault(error, 'log-in-again')) throw error
      await this.#access.keepLogin(null)
      const { loginProvesCredentials } = this.#access.connector
      return work(await this.#logIn()).catch(loginProvesCredentials ? askLater : refuseCredential)
    }
  }

  async #logIn(): Promise<Login> {
    const { connector, given } = this.#access
    const asking = this.#converse(connector.login!(given, this.#services.nowMs))
    const login = await asking.catch(refuseCredential)
    await this.#access.keepLogin(login)
    return login
  }

  async #converse<Result>(conversation: Conversation<Result>): Promise<Result> {
    let step = understood(() => conversation.next())
    while (!step.done) {
      const answer = await this.#goodAnswer(step.value)
      await this.#keep(step.value, answer)
      step = understood(() => conversation.next(answer))
    }
    return step.value
  }

  /** Asks until the answer is good, or a fault is not to be waited for. */
  async #goodAnswer(ask: Ask): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#answer(ask, attempt)
      const fault =
        answer instanceof NetworkFault
          ? answer.fault
          : understood(() => (ask.judge ?? this.#access.connector.judge)(answer))
      if (fault === null) return answer as Answer
      if (fault.kind === 'slow-down') await this.#slowDown(fault)
      else if (fault.kind !== 'try-later' || attempt === bounds.attempts) {
        throw new NetworkFault(fault)
      } else {
        const jitter = 0.5 + Math.random()
        await this.#wait(firstRetryMs * 2 ** (attempt - 1) * jitter)
      }
    }
  }

  async #answer(ask: Ask, attempt: number): Promise<Answer | NetworkFault> {
    if (++this.#asks > bounds.asks) throw tooMuch(`more than ${bounds.asks} requests for one day`)
    if (ask.afterMs !== undefined && attempt === 1) await this.#wait(ask.afterMs)
    await this.#access.takePlace(this.#signal)
    const { hosts } = this.#access.connector
    return this.#services.calls.call(ask, hosts, this.#signal).catch((error) => {
      this.#signal.throwIfAborted()
      if (error instanceof NetworkFault) return error
      throw error
    })
  }

  async #slowDown(fault: Fault): Promise<void> {
    const wantedMs = fault.waitMs ?? this.#access.connector.rate.seconds * 1_000
    const waitMs = Math.min(wantedMs, longestSlowDownMs)
    await this.#access.pause(waitMs)
    if (waitMs > longestPauseMs || ++this.#slowDowns > bounds.slowDowns) {
      throw new NetworkFault({ ...fault, waitMs })
    }
  }

  /** @throws NetworkFault when a page comes twice */
  async #keep(ask: Ask, answer: Answer): Promise<void> {
    if (!understood(() => isReportPart(ask, answer))) return
    this.#warning ??= understood(() => this.#access.connector.warning?.(answer)) ?? null
    const { json } = answer
    const text = understood(() => ask.kept?.(answer) ?? answer.text)
    this.#bytes += Buffer.byteLength(text)
    if (this.#bytes > bounds.bytes) throw tooMuch('more than 1 GiB for one day')
    const hash = createHash('sha256').update(text).digest('hex')
    const isEmpty = text.trim() === '' || (json !== null && this.#hasNoRows(json))
    if (!isEmpty && this.#hashes.includes(hash)) {
      throw new NetworkFault({ kind: 'try-later', message: 'sent the same page twice' })
    }
    this.#hashes.push(hash)
    if (isEmpty) return
    const format = json !== null ? 'json' : text.trimStart().startsWith('{') ? 'ndjson' : 'csv'
    const name = `page-${String(this.#hashes.length).padStart(4, '0')}.${format}`
    const path = join(this.#folder, name)
    await writeFile(path, text, { mode: 0o600, signal: this.#signal })
    this.#files.push({ name, path })
  }

  #hasNoRows(json: NonNullable<Answer['json']>): boolean {
    const { reports } = sources.get(this.#access.connector.source)!
    return reports.some((report) => isEmptyAnswer(json, report))
  }

  #wait(waitMs: number): Promise<void> {
    return this.#services.wait(waitMs, this.#signal)
  }
}

const isFault = (error: unknown, kind: Fault['kind']): error is NetworkFault =>
  error instanceof NetworkFault && error.fault.kind === kind

/** Logging in again does not help a login that was just made, or a network without logins. */
const refuseCredential = (error: unknown): never => {
  if (!isFault(error, 'log-in-again')) throw error
  throw new NetworkFault({ ...error.fault, kind: 'credential-refused' })
}

/** The network does not know a login that it has just made. */
const askLater = (error: unknown): never => {
  if (!isFault(error, 'log-in-again')) throw error
  throw new NetworkFault({ ...error.fault, kind: 'try-later' })
}

const tooMuch = (message: string) => new NetworkFault({ kind: 'request-refused', message })

/** Runs a connector's function. It fails for answers of a form that it does not know. */
function understood<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof NetworkFault) throw error
    const message = 'answered in a form that Adtally does not know'
    throw new NetworkFault({ kind: 'try-later', message }, { cause: error })
  }
}
