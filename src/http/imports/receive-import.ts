import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { ReceivedFile } from '../../use-cases/import-requests/importer.ts'
import type { Upload } from '../../use-cases/import-requests/upload.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { isFileName, refusedName } from './import-options.ts'

/** The contents of a request besides its address. */
export interface ReceivedBody {
  readonly files: readonly ReceivedFile[]
  /** The fields of a form. */
  readonly fields: ReadonlyMap<string, readonly string[]>
  readonly rates: { readonly name: string; readonly text: string } | null
}

const maxFiles = 100
const maxFields = 32
const maxFieldBytes = 4_096
const maxRateBytes = 10_000_000

/** Names of files whose client gives none. */
const extensions: Readonly<Record<string, string>> = {
  'text/csv': '.csv',
  'text/tab-separated-values': '.tsv',
  'application/x-ndjson': '.ndjson',
  'application/jsonl': '.ndjson',
  'application/json': '.json',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/zip': '.zip',
  'application/vnd.apache.parquet': '.parquet',
}

/** The file is the body. @param name as the client calls it; null for a name by the content type */
export async function receiveFile(
  request: FastifyRequest,
  upload: Upload,
  name: string | null,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (!/^(identity|gzip|x-gzip)$/i.test(encoding)) {
    throw new Problem('bad_request', 'The Content-Encoding must be gzip, or absent.')
  }
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';')
  const file = name ?? `upload${extensions[type.trim()] ?? ''}`
  const received = await store(request.raw, file, join(upload.directory, '0'), upload, signal)
  return { files: [received], fields: new Map(), rates: null }
}

/** The files are parts of a form: `file`, any number of times, and `rates`. */
export async function receiveForm(
  request: FastifyRequest,
  upload: Upload,
  signal: AbortSignal,
): Promise<ReceivedBody> {
  const files: ReceivedFile[] = []
  const fields = new Map<string, string[]>()
  let rates: ReceivedBody['rates'] = null
  for await (const part of partsOf(request)) {
    const { fieldname } = part
    if (part.type === 'field') {
      if (typeof part.value !== 'string' || part.valueTruncated || part.fieldnameTruncated) {
        const message = `must be a text of at most ${maxFieldBytes} bytes`
        throw badParameters([{ parameter: fieldname, message }])
      }
      fields.set(fieldname, [...(fields.get(fieldname) ?? []), part.value])
      continue
    }
    // A part may be a file by its type alone, and then has no name.
    const name: string = part.filename ?? ''
    if (!isFileName(name)) throw badParameters([refusedName(fieldname, name)])
    if (fieldname === 'rates' && rates === null) {
      rates = { name, text: await readText(part.file, name, upload, signal) }
    } else if (fieldname === 'file') {
      const path = join(upload.directory, String(files.length))
      files.push(await store(part.file, name, path, upload, signal))
    } else {
      const message = 'is no file of an import; send the figures as "file" and one file as "rates"'
      throw badParameters([{ parameter: fieldname, message }])
    }
  }
  if (files.length === 0) {
    throw badParameters([{ parameter: 'file', message: 'is missing: send the figures as a file' }])
  }
  return { files, fields, rates }
}

async function* partsOf(request: FastifyRequest) {
  const parts = request.parts({
    limits: {
      files: maxFiles + 1,
      fields: maxFields,
      parts: maxFiles + 1 + maxFields,
      fieldSize: maxFieldBytes,
      fieldNameSize: 100,
      headerPairs: 20,
      fileSize: Number.POSITIVE_INFINITY,
    },
  })
  for (;;) {
    const next = await parts.next().catch((cause: Error) => {
      const { code } = cause as NodeJS.ErrnoException
      const why = code?.endsWith('_LIMIT')
        ? `it has more than ${maxFiles} files or ${maxFields} fields`
        : cause.message
      throw new Problem('bad_request', `The form cannot be read: ${why}`, { cause })
    })
    if (next.done) return
    yield next.value
  }
}

/** Writes a file while it arrives. */
async function store(
  source: Readable,
  name: string,
  path: string,
  upload: Upload,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of chunksOf(source, name, upload, signal)) {
      hash.update(chunk)
      bytes += chunk.length
      await handle.writeFile(chunk)
    }
  } finally {
    await handle.close()
  }
  return { name, path, bytes, sha256: hash.digest('hex') }
}

async function readText(
  source: Readable,
  name: string,
  upload: Upload,
  signal: AbortSignal,
): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of chunksOf(source, name, upload, signal)) {
    bytes += chunk.length
    if (bytes > maxRateBytes) {
      const message = `is longer than ${maxRateBytes.toLocaleString('en-US')} bytes`
      throw badParameters([{ parameter: 'rates', message }])
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** A refused file must not end its stream: the connection would end before the answer. */
async function* chunksOf(
  source: Readable,
  name: string,
  upload: Upload,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>
  for (;;) {
    const { done, value } = await chunks.next().catch((cause: Error) => {
      throw new Problem('bad_request', `The request cannot be read: ${cause.message}`, { cause })
    })
    if (done) return
    signal.throwIfAborted()
    await upload.count(name, value.length)
    yield value
  }
}
