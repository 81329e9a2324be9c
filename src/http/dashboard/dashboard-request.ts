import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type { Principal } from '../../publishers/principal.ts'
import type { Call, UseCase, UseCaseIo } from '../../use-cases/use-case.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { requestOf } from './refused.ts'

type Fields = Readonly<Record<string, unknown>>

/** A request to a route of the dashboard. Only routes that need a session have a principal. */
export class DashboardRequest<Query extends TObject = TObject, Body extends TObject = TObject> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly #services: Pick<DashboardServices, 'callAs' | 'importRequests'>

  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    services: Pick<DashboardServices, 'callAs' | 'importRequests'>,
  ) {
    this.request = request
    this.reply = reply
    this.#services = services
  }

  get query(): Static<Query> {
    return this.request.query as Static<Query>
  }

  get body(): Static<Body> {
    return this.request.body as Static<Body>
  }

  /** The members of the body under the names of use cases. Nothing is checked. */
  get fields(): Fields {
    return requestOf(this.request.body)
  }

  get principal(): Principal {
    return principalOf(this.request)
  }

  get username(): string {
    return this.principal.account.username
  }

  /** Calls use cases on behalf of the user. */
  get call(): Call {
    return this.#services.callAs(actorOf(this.request, 'session', this.principal.name))
  }

  /** Calls a use case that checks its request. */
  readonly ask = <Result>(
    useCase: UseCase<never, Result>,
    fields: Fields,
    io: Partial<UseCaseIo> = {},
  ): Promise<Result> => this.call(useCase, fields as never, io)

  /** Does short work about figures in the account's turn. */
  readonly askShort = <Result>(work: () => Promise<Result>): Promise<Result> =>
    this.request.server.answerQueues.askShort(this.principal.account.id, work)

  /** Changes figures once no import of the account is under way. */
  readonly changeFigures = <Result>(work: () => Promise<Result>): Promise<Result> =>
    this.#services.importRequests.turns.run(this.principal.account.id, work)
}
