import type { FastifyRequest } from 'fastify'
import type { ImportRequests } from '../../use-cases/import-requests/import-requests.ts'
import type {
  AnswerWriter,
  Importer,
  StartedImport,
} from '../../use-cases/import-requests/importer.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import type { Vocabulary } from '../../wording/vocabulary.ts'
import { Problem } from '../answer/problems.ts'
import { drain } from '../plugins/drain.ts'
import { queryWithEmptyValues } from '../plugins/read-query.ts'
import { watchUpload } from '../plugins/watch-upload.ts'
import { type ImportOptions, readImportOptions } from './import-options.ts'
import { answerWriter } from './import-views.ts'
import { receiveFile, receiveForm } from './receive-import.ts'

/** How long what is left of a refused upload is read, so that the client reads the answer. */

/** The values of an address; a list when a name is repeated. */
export type ImportQuery = Record<string, string | string[]>

export interface ReceivedUpload extends StartedImport {
  /** How long the client waits for the result. */
  readonly waitSeconds: number
}

/**
 * Receives a request's files, and begins to import them.
 *
 * @param options those of the address
 * @param key the client's idempotency key; null for none
 * @param vocabulary the client's words; those of the interface when absent
 * @throws Problem, or Refusal, when the request is not accepted; nothing was changed
 */
export async function receiveUpload(
  request: FastifyRequest,
  requests: ImportRequests,
  importer: Importer,
  options: ImportOptions,
  key: string | null,
  vocabulary?: Vocabulary,
): Promise<ReceivedUpload> {
  refuseCreation(options, importer)
  const bytes = Number(request.headers['content-length'] ?? 0)
  const upload = await requests.open(importer, { key, bytes })
  const watch = watchUpload(request, requests.services.maxMinutes * 60_000)
  try {
    const signal = AbortSignal.any([watch.signal, upload.givesWay])
    signal.throwIfAborted()
    const aborted = Promise.withResolvers<never>()
    signal.addEventListener('abort', () => aborted.reject(signal.reason))
    const receiving = request.isMultipart()
      ? receiveForm(request, upload, signal)
      : receiveFile(request, upload, options.fileName, signal)
    const { files, fields, rates } = await Promise.race([receiving, aborted.promise])
    const all =
      fields.size === 0 ? options : readImportOptions(queryWithEmptyValues(request), fields)
    refuseCreation(all, importer)
    const received = {
      files,
      isDryRun: all.isDryRun,
      request: { ...all.request, ...(rates && { rates }) },
    }
    const started = await upload.start(received, loggingWriter(request, vocabulary))
    return { ...started, waitSeconds: all.waitSeconds }
  } catch (error) {
    await upload.discard()
    drain(request)
    throw error
  } finally {
    watch.end()
  }
}

/** @throws Problem `forbidden` */
function refuseCreation({ request }: ImportOptions, { apps }: Importer): void {
  if (!request.createApps || apps === null) return
  throw new Problem(
    'forbidden',
    'Keys and users that see only some apps may not create apps. Leave out create_apps.',
  )
}

/** Answers that are failures of the server are logged, as those that are sent at once. */
function loggingWriter(request: FastifyRequest, vocabulary?: Vocabulary): AnswerWriter {
  const writer = answerWriter(request.id, vocabulary)
  return {
    ...writer,
    failed: (error) => {
      const answer = writer.failed(error)
      const isFailure = answer.status >= 500 && !(error instanceof CancelledError)
      if (isFailure) request.log.error({ err: error }, 'An import failed')
      return answer
    },
  }
}
