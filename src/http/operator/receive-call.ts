import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import Value from 'typebox/value'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import { maxFiles } from '../../use-cases/check-request.ts'
import { refuse } from '../../use-cases/refusals.ts'

const callSchema = Type.Object(
  {
    /** Checked by the use case. */
    request: Type.Unknown(),
    /** The files' names, in order. */
    names: Type.Array(Type.String({ maxLength: 4_096 }), { maxItems: maxFiles }),
  },
  { additionalProperties: false },
)

/**
 * Receives the form of a call. Files are written to disk while they arrive.
 *
 * @throws Refusal `call_unreadable` when the form is malformed
 */
export async function receiveCall(
  request: FastifyRequest,
  directory: string,
): Promise<{ readonly request: unknown; readonly files: GivenFile[] }> {
  let call: { request: unknown; names: string[] } | null = null
  const files: GivenFile[] = []
  for await (const part of partsOf(request)) {
    if (part.type === 'field') {
      call = parseCall(String(part.value))
      continue
    }
    const path = join(directory, String(files.length))
    await pipeline(part.file, createWriteStream(path))
    files.push({ name: call?.names[files.length] ?? part.filename, path })
  }
  if (!call) throw refuse('call_unreadable', {})
  return { request: call.request, files }
}

async function* partsOf(request: FastifyRequest) {
  try {
    yield* request.parts()
  } catch (error) {
    const { statusCode = 500 } = error as { statusCode?: number }
    throw statusCode < 500 ? refuse('call_unreadable', {}, { cause: error }) : error
  }
}

function parseCall(text: string): { request: unknown; names: string[] } {
  try {
    const call: unknown = JSON.parse(text)
    if (Value.Check(callSchema, call)) return call
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw refuse('call_unreadable', {})
}
