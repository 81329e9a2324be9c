import { type Static, type TObject, type TProperties, Type } from 'typebox'
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
  /** Runs after a refusal. @param accepted the request's valid fields */
  afterRefusal?(
    services: Services,
    accepted: Partial<Request>,
    io: UseCaseIo,
    refusal: Refusal,
  ): Promise<void>
}

export type RequestOf<Fields extends TProperties> = Static<TObject<Fields>>

/** Declares a use case. Fields whose schema is `writeOnly` are secrets and never shown. */
export function useCase<Fields extends TProperties, Result>({
  request,
  takesFiles = false,
  ...rest
}: {
  readonly name: string
  readonly request: Fields
  readonly takesFiles?: boolean
} & Pick<UseCase<RequestOf<Fields>, Result>, 'run' | 'afterRefusal'>): UseCase<
  RequestOf<Fields>,
  Result
> {
  return { request: Type.Object(request, { additionalProperties: false }), takesFiles, ...rest }
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

/** Runs use cases on stores that this process has opened. Requests are checked first. */
export const callWith =
  (services: Services): Call =>
  async (useCase, request, { files = [], onProgress = () => undefined, signal } = {}) => {
    const signals = [services.stopImports, ...(signal ? [signal] : [])]
    const io = { files, onProgress, signal: AbortSignal.any(signals) }
    try {
      checkRequest(useCase, request)
      checkFiles(useCase, files)
      return await useCase.run(services, request, io)
    } catch (error) {
      if (error instanceof Refusal) {
        await useCase.afterRefusal?.(services, acceptedFields(useCase, request), io, error)
      }
      throw error
    }
  }

/** An event that a server sends, as a line of JSON, while it runs a use case. */
export type UseCaseEvent<Result> =
  | { readonly progress: ImportProgress }
  | { readonly result: Result }
  | { readonly refused: Pick<Refusal, 'code' | 'facts'> }
  | { readonly failed: true }
