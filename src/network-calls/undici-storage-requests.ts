import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Agent, type Dispatcher, request } from 'undici'
import {
  type StorageAnswer,
  type StorageRequest,
  type StorageRequests,
  StorageUnreachableError,
} from '../warehouse/storage-requests.ts'
import { explainFailure } from './explain-failure.ts'
import { publicLookup } from './public-address.ts'

const connectTimeoutMs = 15_000
/** For the beginning of an answer, and between its pieces. */
const silenceMs = 60_000
/** For a request with its answer: gigabytes take their time. */
const wholeMs = 1_800_000
const maxTextBytes = 16 * 1_024 * 1_024

export interface StorageRequestOptions {
  /** Whether hosts may have private addresses. */
  readonly allowPrivate: boolean
  /** How long a storage may say nothing, in milliseconds; a minute when absent. */
  readonly silenceMs?: number
}

/** Sends requests over HTTP/1.1, to addresses that were checked. */
export function openStorageRequests(options: StorageRequestOptions): StorageRequests {
  const silence = options.silenceMs ?? silenceMs
  const agent = new Agent({
    allowH2: false,
    connect: {
      timeout: connectTimeoutMs,
      ...(!options.allowPrivate && { lookup: publicLookup() }),
    },
    headersTimeout: silence,
    bodyTimeout: silence,
  })
  return {
    send: (asked, signal) => send(agent, asked, signal),
    close: () => agent.destroy(),
  }
}

async function send(
  dispatcher: Dispatcher,
  asked: StorageRequest,
  signal: AbortSignal,
): Promise<StorageAnswer> {
  const whole = AbortSignal.any([signal, AbortSignal.timeout(wholeMs)])
  let hasBegun = false
  try {
    const { body: given, method, url } = asked
    const { statusCode, headers, body } = await request(url, {
      method,
      body: given === null ? null : createReadStream(given.path),
      headers: {
        ...asked.headers,
        ...(given !== null && { 'content-length': String(given.bytes) }),
      },
      dispatcher,
      signal: whole,
    })
    hasBegun = true
    // A body that is given up fails once more, when nobody reads it.
    body.on('error', () => undefined)
    const answer = {
      status: statusCode,
      header: (name: string) => [headers[name] ?? ''].flat().join(', '),
    }
    const { saveAs } = asked
    if (saveAs === null || statusCode !== 200) {
      return { ...answer, text: await textOf(body), isSaved: false }
    }
    return { ...answer, text: '', isSaved: await save(body, saveAs, whole) }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof StorageUnreachableError) throw error
    throw explained(error, asked.url.hostname, hasBegun)
  }
}

/** @returns false for a body that is too large, which is given up */
async function save(
  body: Readable,
  { path, maxBytes }: NonNullable<StorageRequest['saveAs']>,
  signal: AbortSignal,
): Promise<boolean> {
  let bytes = 0
  async function* bounded(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      bytes += piece.length
      // Leaving the loop ends the connection.
      if (bytes > maxBytes) return
      yield piece
    }
  }
  await pipeline(body, bounded, createWriteStream(path), { signal })
  return bytes <= maxBytes
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > maxTextBytes) {
      throw new StorageUnreachableError('answered more than 16 MiB of text', false)
    }
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

function explained(error: unknown, host: string, hasBegun: boolean): StorageUnreachableError {
  const { code, name, syscall } = error as NodeJS.ErrnoException
  if (code === 'PRIVATE_ADDRESS') {
    const how = 'To allow private hosts, set ADTALLY_WAREHOUSES_PRIVATE=allow'
    return new StorageUnreachableError(`is not asked: ${host} is a private address. ${how}`, false)
  }
  if (
    ['write', 'open', 'read'].includes(syscall ?? '') &&
    /^(ENOSPC|EACCES|EIO|EDQUOT|ENOENT)$/.test(code ?? '')
  ) {
    return new StorageUnreachableError(`The work folder of this server: ${code}`, false)
  }
  const isSilent = name === 'TimeoutError' || /^UND_ERR_(HEADERS|BODY)_TIMEOUT$/.test(code ?? '')
  if (isSilent) return new StorageUnreachableError(`did not answer in time (${host})`, true)
  const { fault } = explainFailure(error, { host, hasBegun, hasProxy: false })
  return new StorageUnreachableError(fault.message, fault.kind === 'try-later')
}
