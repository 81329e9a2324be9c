import { type Static, type TObject, type TProperties, Type } from 'typebox'
import type { Actor, AuditRecord } from '../audit/audit-event.ts'
import type { ImportProgress, OnProgress } from '../sources/import-progress.ts'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { Refusal } from '../values/refusal.ts'
import { acceptedFields, checkFiles, checkRequest } from './check-request.ts'
import type { Services } from './services.ts'

/** A request's files, and the receiver of its progress. */
export interface UseCaseIo {
  readonly files: readonly GivenFile[]
  readonly onProgress: OnProgress
  /** Gives the work up. An import that is being written is not given up any more. */
  readonly signal: AbortSignal
}

/** One thing that an operator or publisher can do. Results are JSON values. */
export interface UseCase<Request, Result> {
  /** A verb and a noun: `rotate-key`. */
  readonly name: string
  /** The fields of a request. Each has a bound, and a `description` of the accepted values. */
  readonly request: TObject
  readonly takesFiles: boolean
  run(services: Services, request: Request, io: UseCaseIo): Promise<Result>
  /** The events for the audit log once it is done; absent for use cases that only read. */
  audit?(request: Request, result: Result, services: Services): AuditRecords
  /** Runs after a refusal. @param accepted the request's valid fields */
  afterRefusal?(
    services: Services,
    accepted: Partial<Request>,
    io: UseCaseIo,
    refusal: Refusal,
  ): Promise<void>
}

type AuditRecords = readonly AuditRecord[] | Promise<readonly AuditRecord[]>

export type RequestOf<Fields extends TProperties> = Static<TObject<Fields>>

/** Declares that a use case changes and shows nothing that the audit log records. */
export const readsOnly = null

/** Declares a use case. Fields whose schema is `writeOnly` are secrets and never shown. */
export function useCase<Fields extends TProperties, Result>({
  request,
  takesFiles = false,
  audit,
  ...rest
}: {
  readonly name: string
  readonly request: Fields
  readonly takesFiles?: boolean
  /** `readsOnly` when it records nothing. */
  readonly audit: NonNullable<UseCase<RequestOf<Fields>, Result>['audit']> | typeof readsOnly
} & Pick<UseCase<RequestOf<Fields>, Result>, 'run' | 'afterRefusal'>): UseCase<
  RequestOf<Fields>,
  Result
> {
  const schema = Type.Object(request, { additionalProperties: false })
  return { request: schema, takesFiles, ...rest, ...(audit !== readsOnly && { audit }) }
}

/**
 * Runs a use case, in this process or on the server that owns the stores.
 *
 * @throws Refusal when the request cannot be carried out; nothing was changed
 */
export type Call = <Request, Result>(
  useCase: UseCase<Request, Result>,
  request: NoInfer<Request>,
  io?: Partial<UseCaseIo>,
) => Promise<Result>

/** Runs use cases on behalf of an actor. */
export type CallAs = (actor: Actor) => Call

/**
 * Runs use cases on stores that this process has opened, and records them in the audit log. Requests
 * are checked first.
 */
export const callWith =
  (services: Services): CallAs =>
  (actor) =>
  async (useCase, request, { files = [], onProgress = () => undefined, signal } = {}) => {
    const signals = [services.stopImports, ...(signal ? [signal] : [])]
    const io = { files, onProgress, signal: AbortSignal.any(signals) }
    try {
      checkRequest(useCase, request)
      checkFiles(useCase, files)
      const result = await useCase.run(services, request, io)
      await services.audit.record(actor, recordsOf(useCase, request, result, services))
      return result
    } catch (error) {
      if (error instanceof Refusal) {
        await useCase.afterRefusal?.(services, acceptedFields(useCase, request), io, error)
      }
      throw error
    }
  }

/** Async, so that an exception becomes a rejection, which the audit log tells as a warning. */
const recordsOf = async <Request, Result>(
  useCase: UseCase<Request, Result>,
  request: Request,
  result: Result,
  services: Services,
): Promise<readonly AuditRecord[]> => useCase.audit?.(request, result, services) ?? []

/** An event that a server sends, as a line of JSON, while it runs a use case. */
export type UseCaseEvent<Result> =
  | { readonly progress: ImportProgress }
  | { readonly result: Result }
  | { readonly refused: Pick<Refusal, 'code' | 'facts'> }
  /** The message of a `StoreUnavailableError`. */
  | { readonly unavailable: string }
  | { readonly failed: true }
