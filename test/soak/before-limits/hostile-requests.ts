/** A request that any stranger can send, and that is as costly as its length allows. */
export interface HostileRequest {
  /** The parse that it is made for. */
  readonly parse: string
  readonly worst: string
  readonly bytes: Buffer
}

/** A little less than the longest head, so that nothing is refused for its length alone. */
const headBytes = 65_000
/** The longest body that is parsed as JSON where a route says nothing else. */
const bodyBytes = 1_048_000

const readPaths = [
  ...['/healthz', '/metrics', '/nothing', '/openapi.json', '/dashboard', '/api/publisher'],
  ...[
    '/api/v1/games',
    '/api/v2/publisher/report',
    '/shared/reports/none',
    '/dashboard/api/account',
  ],
]
const writtenPaths = ['/nothing', '/healthz', '/dashboard/api/sign-in', '/api/v2/publisher/report']

/** Every parse of a request that happens before a limit counts it or its credentials are checked. */
export const hostileRequests: readonly HostileRequest[] = [
  ...readPaths.flatMap((path) => [
    get('query', 'one name, repeated', `${path}?`, 'a=1&'),
    get('query', 'thousands of names', `${path}?`, (nth) => `${nth.toString(36)}=1&`),
  ]),
  get('query', 'percent signs', '/api/publisher?a=', '%'),
  get('query', 'brackets in names', '/api/publisher?', (nth) => `[1[${nth.toString(36)}=1&`),
  get('query', 'commas', '/api/publisher?by=', ','),
  get('query', 'question marks', '/api/v1/games?', '?'),
  get('path', 'encoded percent signs', '/', '%25'),
  get('path', 'undecodable', '/api/v1/', '%'),
  get('path', 'undecodable, of a page', '/dashboard/', '%'),
  get('path', 'slashes', '/', '/a'),
  get('path', 'dots', '/dashboard/assets/', '../'),
  get('path parameter', 'encoded slashes', '/users/', '%2f'),
  get('path parameter', 'a long name', '/games/', 'a'),
  get('token of a report link', 'a long token', '/shared/reports/', 'a'),
  get('page address', 'a long page', '/dashboard/', 'a/'),
  get('JSONP callback', 'dots', '/api/v1/games?callback=a', '.a'),
  get('cursor', 'a long cursor', '/api/v1/games?cursor=', 'a'),
  header(
    'cookie',
    'undecodable cookies',
    '/dashboard/api/account',
    (nth) => `${nth.toString(36)}=%;`,
  ),
  header('cookie', 'cookies without a value', '/dashboard', ';'),
  header('cookie', 'one cookie, repeated', '/dashboard/api/account', 'adtally_session=%;'),
  header('cookie', 'one long cookie', '/dashboard/api/account', '%', 'adtally_session='),
  header('accept', 'ranges', '/nothing', 'a/b;q=0.1,'),
  header('accept', 'semicolons', '/nothing', ';'),
  header('accept', 'ranges of a report', '/api/v2/publisher/report', 'a/b;q=0.1,'),
  header('accept-encoding', 'encodings', '/openapi.json', 'a;q=0.1,'),
  header('accept-encoding', 'encodings of a file', '/dashboard/assets/x.js', 'a;q=0.1,'),
  header('if-none-match', 'tags', '/openapi.json', '"",'),
  header('if-none-match', 'open quotes', '/openapi.json', '"a '),
  header('range', 'ranges', '/dashboard', '0-1,', 'bytes='),
  header('authorization', 'a long key', '/api/v2/publisher/applications', 'a', 'Bearer '),
  header('authorization', 'spaces', '/api/v2/publisher/applications', ' ', 'Bearer'),
  header('x-forwarded-for', 'trusted addresses', '/api/v1/games', '127.0.0.1,'),
  header('x-forwarded-for', 'commas', '/api/v1/games', ','),
  header('x-forwarded-for', 'one long address', '/api/v1/games', ':'),
  header('x-forwarded-for', 'ports', '/api/v1/games', '[1]:1', '['),
  header('x-forwarded-host', 'hosts', '/healthz', 'a,'),
  header('host', 'a long host', '/dashboard', 'a'),
  header('origin', 'a long origin', '/dashboard', 'a', 'http://'),
  header('access-control-request-headers', 'names', '/api/v1/games', 'a,'),
  header('user-agent', 'a long name', '/dashboard/api/account', 'Chrome '),
  header('idempotency-key', 'a long key', '/api/v2/publisher/imports', 'a'),
  headers('many headers', '/healthz'),
  post(
    'content type',
    'parameters',
    '/nothing',
    '{}',
    `application/json${';a="\\"b"'.repeat(7_000)}`,
  ),
  post('content type', 'spaces', '/nothing', '{}', `application/json;${' '.repeat(60_000)}a`),
  post(
    'content type',
    'a form',
    '/api/v2/publisher/imports',
    '{}',
    `multipart/form-data${'; boundary=a'.repeat(5_000)}`,
  ),
  ...writtenPaths.flatMap((path) => [
    post('body', 'lists within lists', path, '['.repeat(bodyBytes / 2) + ']'.repeat(bodyBytes / 2)),
    post('body', 'members', path, membersOf(bodyBytes)),
    post(
      'body',
      'numbers as names',
      path,
      membersOf(bodyBytes, (nth) => String(nth * 65_537)),
    ),
    post('body', '__proto__', path, `[${'{"__proto__":1},'.repeat(bodyBytes / 16 - 1)}1]`),
  ]),
  post('body', 'members of a sign-in', '/dashboard/api/sign-in', membersOf(8_000)),
  post('body', 'members of an invitation', '/dashboard/api/invitations/show', membersOf(8_000)),
]

type Filler = string | ((nth: number) => string)

function fill(filler: Filler, bytes: number): string {
  if (typeof filler === 'string') return filler.repeat(Math.floor(bytes / filler.length))
  let text = ''
  for (let nth = 0; text.length < bytes - 20; nth++) text += filler(nth)
  return text
}

function get(parse: string, worst: string, begin: string, filler: Filler): HostileRequest {
  return { parse, worst, bytes: head(`GET ${begin}${fill(filler, headBytes - 200)}`) }
}

function header(
  name: string,
  worst: string,
  path: string,
  filler: Filler,
  begin = '',
): HostileRequest {
  const line = `${name}: ${begin}${fill(filler, headBytes - 200)}x`
  return { parse: name, worst, bytes: head(`GET ${path}`, line) }
}

function headers(worst: string, path: string): HostileRequest {
  const lines = Array.from({ length: 1_900 }, (_, nth) => `x${nth % 7}: ${'a'.repeat(24)}`)
  return { parse: 'head', worst, bytes: head(`GET ${path}`, lines.join('\r\n')) }
}

function post(
  parse: string,
  worst: string,
  path: string,
  body: string,
  type = 'application/json',
): HostileRequest {
  const lines = `content-type: ${type}\r\ncontent-length: ${body.length}`
  return { parse, worst, bytes: Buffer.concat([head(`POST ${path}`, lines), Buffer.from(body)]) }
}

function head(begin: string, lines = ''): Buffer {
  const host = lines.startsWith('host:') ? '' : 'host: localhost\r\n'
  return Buffer.from(`${begin} HTTP/1.1\r\n${host}${lines}${lines && '\r\n'}\r\n`, 'latin1')
}

function membersOf(bytes: number, name = (nth: number) => nth.toString(36)): string {
  let text = '{'
  for (let nth = 0; text.length < bytes - 30; nth++) text += `"${name(nth)}":1,`
  return `${text}"z":1}`
}
