import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  applicationsPath,
  openV2Publisher,
  statsPath,
  twoDays,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)
let port: number
beforeAll(async () => {
  const url = await publisher.server.app.listen({ host: '127.0.0.1', port: 0 })
  port = Number(new URL(url).port)
})

const credentials = new URLSearchParams(acme).toString()
const days = new URLSearchParams(twoDays).toString()

const known = [
  ...['developer', 'key', 'start_date', 'end_date', 'app_id', 'app_store_id', 'app_bundle_id'],
  ...['android_package', 'platform', 'geo', 'network', 'group_by', 'creative_type', 'ad_tag'],
  ...['startdate', 'enddate', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'then'],
]

const name = fc.oneof(
  fc.constantFrom(...known),
  fc.constantFrom(...known).map((text) => encodeURIComponent(text).replace('_', '%5F')),
  fc.string({ unit: 'binary', maxLength: 12 }).map(encodeWildly),
  fc.constantFrom('', '[]', 'geo[]', 'geo[0]', 'key.x', '%', '%00', '&', '='),
)

const plausible = fc.constantFrom(
  ...['2026-03-01', '2026-03-02', '0000-01-01', '9999-12-31', '2026-02-30', 'network', 'format'],
  ...'9 10 zq 2001 400123456 999999999999999 com.acme.rocket amazon us,de'.split(' '),
  ...['ownnet', 'ZZ', "' OR 1=1 --", '$1', '%24%7Bx%7D', '../../etc/passwd', '-1', '1e309', 'NaN'],
)

const percent = fc.constantFrom(...'% %2 %zz %C3%28 %FF %00 %F0%9F + ; %25 a'.split(' '))

const value = fc.oneof(
  { weight: 4, arbitrary: plausible },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map(encodeWildly) },
  { weight: 2, arbitrary: fc.array(plausible, { maxLength: 6 }).map((list) => list.join(',')) },
  { weight: 2, arbitrary: fc.array(percent).map((list) => list.join('')) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(plausible, fc.integer({ min: 1, max: 4_000 }), fc.constantFrom(',', '', '0', '%2C'))
      .map(([text, count, between]) => Array(count).fill(text).join(between).slice(0, 40_000)),
  },
)

function encodeWildly(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+')
}

const pairs = fc.array(
  fc.tuple(name, value).map(([left, right]) => `${left}=${right}`),
  { maxLength: 8 },
)

const prefix = fc.constantFrom('', credentials, `${credentials}&${days}`)

/** Expects an answer or a problem, and never a server error. */
function expectOrderly(status: number, contentType: unknown, body: string): void {
  expect(status).toBeLessThan(500)
  if (status === 200) {
    expect(contentType).toMatch(/^application\/json/)
    expect(JSON.parse(body)).toHaveProperty('data')
  } else {
    expect(contentType).toMatch(/^application\/problem\+json/)
    expect(JSON.parse(body)).not.toHaveProperty('data')
    expect(JSON.parse(body)).toMatchObject({ status, message: expect.any(String) })
  }
}

test.each([statsPath, applicationsPath])('no query of %s makes the server fail', async (path) => {
  await fc.assert(
    fc.asyncProperty(prefix, pairs, async (start, rest) => {
      const query = [...(start ? [start] : []), ...rest].join('&')
      const { statusCode, headers, body } = await publisher.server.get(`${path}?${query}`)
      expectOrderly(statusCode, headers['content-type'], body)
    }),
    { numRuns: 500 },
  )
})

test('no path makes the server fail', async () => {
  const garbage = fc.array(
    fc.oneof(
      fc.constantFrom(...'% %2F %2e%2e %zz %00 .. . / // ; : * \\'.split(' ')),
      fc.string({ unit: 'binary', maxLength: 8 }).map(encodeWildly),
    ),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('', '/api', '/api/v2/publisher', applicationsPath, statsPath),
      garbage,
      async (start, parts) => {
        const answer = await getRaw(`${start}/${parts.join('')}?${credentials}`)
        const contentType = contentTypeOf(answer)
        // The root redirects to the dashboard, whose paths are pages.
        if (answer.status === 302) expect(answer.head).toMatch(/^location: \/dashboard\/home\r?$/im)
        else if (contentType?.startsWith('text/html')) expect(answer.status).toBe(200)
        else expectOrderly(answer.status, contentType, answer.body)
      },
    ),
    { numRuns: 300 },
  )
})

test('no header makes the server fail', async () => {
  const names = ['authorization', 'accept-encoding', 'if-none-match', 'accept', 'range', 'host']
  const printable = fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code)),
  })
  const piece = fc.constantFrom('gzip', '*', ';q=', 'W/', '"', ',', 'Bearer ', 'Basic ', '0.5', ' ')
  const header = fc.oneof(
    printable,
    fc.array(piece).map((list) => list.join('')),
  )
  const query = { ...acme, ...twoDays }
  const plain = await publisher.server.get(statsPath, query)
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), header, async (headerName, text) => {
      const response = await publisher.server.get(statsPath, query, { [headerName]: text })
      const { statusCode, headers, rawPayload } = response
      const encoding = headers['content-encoding']
      seen.add(`${statusCode} ${encoding ?? 'plain'}`)
      if (statusCode === 304) {
        expect(headerName).toBe('if-none-match')
        expect({ ...headers, body: response.body }).toMatchObject({
          etag: plain.headers.etag,
          'cache-control': plain.headers['cache-control'],
          body: '',
        })
        expect(encoding).toBeUndefined()
        return
      }
      expect([undefined, 'gzip']).toContain(encoding)
      const body = encoding ? gunzipSync(rawPayload).toString() : response.body
      expectOrderly(statusCode, headers['content-type'], body)
      if (statusCode === 200) expect(body).toBe(plain.body)
    }),
    {
      numRuns: 300,
      examples: [
        ['if-none-match', '*'],
        ['if-none-match', `"other", W/${plain.headers.etag}`],
        ['accept-encoding', 'gzip;q=0.5, *;q=0'],
        ['authorization', 'Bearer other'],
      ],
    },
  )
  // Each kind of answer occurred.
  expect([...seen]).toEqual(
    expect.arrayContaining(['304 plain', '200 gzip', '200 plain', '401 plain']),
  )
})

/** Sends raw bytes and reads the answer to its end. */
function exchange(
  request: string | Uint8Array,
): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', ...rest] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), head, body: rest.join('\r\n\r\n') })
    })
  })
}

const getRaw = (target: string, more = '') =>
  exchange(
    Buffer.from(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${more}\r\n`, 'latin1'),
  )

const contentTypeOf = ({ head }: { head: string }): string | undefined =>
  /^content-type: *(.*)$/im.exec(head)?.[1]?.trim()

function expectProblemOf({ head, body }: { head: string; body: string }, status: number): void {
  expect(contentTypeOf({ head })).toMatch(/^application\/problem\+json/)
  expect(JSON.parse(body)).toMatchObject({ status, message: expect.any(String) })
}

describe('raw bytes', () => {
  const good = `${credentials}&${days}`

  test('in a query beyond ASCII give a problem', async () => {
    const answer = await getRaw(`${statsPath}?${good}&geo=\xff\xfe`)
    expect(answer.status).toBe(400)
    expectProblemOf(answer, 400)
  })

  test('with a URL in absolute form are answered like any other', async () => {
    const { status, body } = await getRaw(`http://evil.example${applicationsPath}?${credentials}`)
    expect(status).toBe(200)
    expect(body).not.toContain('evil')
  })

  test('with an undecodable path give a problem that repeats no key', async () => {
    const answer = await getRaw(`${applicationsPath}/%zz?${good}`)
    expect(answer.status).toBe(400)
    expect(answer.body).not.toContain(acme.key)
    expectProblemOf(answer, 400)
  })

  test('with a URL that is too long give a problem', async () => {
    const answer = await getRaw(`${statsPath}?${good}&app_id=${'9,'.repeat(40_000)}`)
    expect([414, 431]).toContain(answer.status)
    expectProblemOf(answer, answer.status)
  })

  test('with a URL of nearly 64 KiB are answered', async () => {
    const { status } = await getRaw(`${statsPath}?${good}&app_id=${'9,'.repeat(32_000)}9`)
    expect(status).toBe(200)
    const ids = Array.from({ length: 15_000 }, (_, index) => (46_656 + index).toString(36).slice(1))
    const answer = await getRaw(`${statsPath}?${good}&app_id=${ids}`)
    expectProblemOf(answer, 404)
  })
})
