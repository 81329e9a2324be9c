import { FairQueue, type Release } from '../../limits/fair-queue.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The answers about figures that are under way. */
    answerQueues: AnswerQueues
  }
}

/** How many answers about figures may be under way, from the question to the last byte. */
export interface AnswerBounds {
  readonly maxAnswers: number
  /** The same of one account. */
  readonly maxAnswersPerAccount: number
}

/** Questions that the stores work on at the same time. More would wait there, and not in turn. */
const asked = 16
/** The same of one account: however heavy they are, others find a place. */
const askedPerAccount = 4
const waiting = 1_000
const waitingPerAccount = 256
/** Twice at most: for the place of an answer, and for the stores. */
const longestWaitMs = 5_000
const refusal = 'Too many answers are under way; ask again in a moment.'

/**
 * Lets accounts ask about figures in turn. An answer has a place until its last byte is taken, since
 * it holds memory and a connection to a store until then.
 */
export class AnswerQueues {
  readonly #open: FairQueue<number>
  readonly #asking: FairQueue<number>

  constructor({ maxAnswers, maxAnswersPerAccount }: AnswerBounds) {
    this.#open = new FairQueue(
      {
        atOnce: maxAnswers,
        atOncePerKey: maxAnswersPerAccount,
        waiting,
        waitingPerKey: waitingPerAccount,
        longestWaitMs,
      },
      refusal,
    )
    this.#asking = new FairQueue(
      {
        atOnce: asked,
        atOncePerKey: askedPerAccount,
        // A request that waits here has a place already.
        waiting: Number.POSITIVE_INFINITY,
        waitingPerKey: Number.POSITIVE_INFINITY,
        longestWaitMs,
      },
      refusal,
    )
  }

  /** Answers that are under way, and questions that wait. */
  get load() {
    return this.#open.load
  }

  /** Questions that the stores work on, and those that wait for them. */
  get askingLoad() {
    return this.#asking.load
  }

  /**
   * Waits for the place of an answer.
   *
   * @param account its id
   * @param signal gives up waiting
   * @throws OverloadedError when too many wait, or it waited too long
   */
  open(account: number, signal: AbortSignal): Promise<Release> {
    return this.#open.enter(account, signal)
  }

  /**
   * Asks the stores in the account's turn. The answer has its place already.
   *
   * @throws OverloadedError when it waited too long
   */
  ask<Result>(account: number, work: () => Promise<Result>): Promise<Result> {
    return this.#asking.run(account, work)
  }

  /** Asks for an answer that is small, and whose place is free as soon as it is known. */
  async askShort<Result>(account: number, work: () => Promise<Result>): Promise<Result> {
    return this.#open.run(account, () => this.ask(account, work))
  }
}
