import { type FaultKind, NetworkFault } from '../sources/connector.ts'
import { AnswerTooLargeError, maxAnswerBytes, UnknownEncodingError } from './read-body.ts'

/** How far a request came. */
export interface Progress {
  readonly host: string
  /** Whether the beginning of the answer was there. */
  readonly hasBegun: boolean
  readonly hasProxy: boolean
}

const unreachable: readonly (readonly [codes: RegExp, why: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|EAI_.*|EDNS.*)$/, 'its name was not found'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, 'no route to it'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'connection timed out'],
  [/^(EPROTO|ERR_SSL_.*)$/, 'no secure connection'],
  [
    /^(ERR_TLS_.*|CERT_.*|.*_CERT(_.*)?|UNABLE_TO_.*|HOSTNAME_MISMATCH)$/,
    'its certificate is not trusted',
  ],
  [/^(UND_ERR_ABORTED|UND_ERR_PRX_.*)$/, 'the proxy refused'],
]

/**
 * Says in plain words why there is no answer. Errors of sockets name addresses and may quote what was
 * sent, so the fault has no cause.
 */
export function explainFailure(
  error: unknown,
  { host, hasBegun, hasProxy }: Progress,
): NetworkFault {
  const code = codeOf(error)
  const fault = (kind: FaultKind, message: string) => new NetworkFault({ kind, message })
  if (error instanceof AnswerTooLargeError) {
    const message = `answered more than ${maxAnswerBytes / 1_048_576} MiB (${host})`
    return fault('request-refused', message)
  }
  if (error instanceof UnknownEncodingError) {
    return fault('request-refused', `answered in an unknown compression or charset (${host})`)
  }
  if (code === 'PRIVATE_ADDRESS') {
    const how = 'set ADTALLY_NETWORKS_PRIVATE=allow to allow it'
    return fault('request-refused', `is not asked: ${host} is a private address; ${how}`)
  }
  if (/^(UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED|ERR_INVALID_CHAR)$/.test(code)) {
    const message = `is not asked: a credential has characters that cannot be sent (${host})`
    return fault('request-refused', message)
  }
  if (/^(HTTPParserError|HPE_.*|UND_ERR_HEADERS_OVERFLOW)$/.test(code) && !hasBegun) {
    return fault('try-later', `answered something else than HTTP (${host})`)
  }
  if (/^Z_DATA_ERROR$|^ERR_BROTLI|^ERR__ERROR_FORMAT/.test(code)) {
    return fault('try-later', `answered damaged data (${host})`)
  }
  if (hasBegun) return fault('try-later', `ended its answer early (${host})`)
  const why = unreachable.find(([codes]) => codes.test(code))?.[1]
  const proxy = hasProxy ? '; a proxy is set' : ''
  if (why) return fault('try-later', `could not be reached (${host}: ${why}${proxy})`)
  return fault('try-later', `ended the connection without an answer (${host})`)
}

/** The code of an error, or else its name. */
function codeOf(error: unknown): string {
  const { code, name } = error as { readonly code?: unknown; readonly name: string }
  return typeof code === 'string' ? code : name
}
