import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../problems.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import type { KeptFile } from './kept-file.ts'

export const parquetMediaType = 'application/vnd.apache.parquet'

/**
 * Sends a file, or one range of it, or 304 when the client already has it.
 *
 * @throws Problem `range_not_satisfiable`
 */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: KeptFile,
): FastifyReply {
  const { bytes, etag, headers } = file
  if (hasTag(request.headers['if-none-match'], etag)) {
    return reply.header('etag', etag).status(304).send()
  }
  const range = rangeOf(request, file)
  if (range === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', `The file has ${bytes} bytes.`, {
      headers: { 'content-range': `bytes */${bytes}` },
    })
  }
  const { first, last }: ByteRange = range ?? { first: 0, last: bytes - 1 }
  if (range !== null) {
    reply.status(206).header('content-range', `bytes ${first}-${last}/${bytes}`)
  }
  reply
    .headers({ ...headers, etag, 'accept-ranges': 'bytes', 'content-length': last + 1 - first })
    .type(parquetMediaType)
  const pieces = request.method === 'HEAD' ? [] : file.read({ first, last })
  return reply.send(Readable.from(pieces, { objectMode: false }))
}

/** Only GET has ranges, and `If-Range` only those of the same file. */
function rangeOf({ method, headers }: FastifyRequest, { etag, bytes }: KeptFile) {
  const ifRange = headers['if-range']
  if (method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return null
  return readRange(headers.range, bytes)
}

function hasTag(header: string | undefined, etag: string): boolean {
  if (!header) return false
  return header.trim() === '*' || header.match(/"[^"]*"/g)?.includes(etag) === true
}
