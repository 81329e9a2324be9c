import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../src/partners/canonical-json.ts'
import { statementFile } from '../../src/partners/statement-file.ts'
import {
  maxStatementFileCharacters,
  readSignedStatement,
  verifyStatement,
} from '../../src/partners/statement-reader.ts'
import {
  isSignedBy,
  isStatementKey,
  keyFingerprint,
  makeSigningKey,
  signerFrom,
} from '../../src/partners/statement-signing.ts'
import {
  acmeSigner,
  issuedFile,
  issuedStatement,
  otherSigner,
} from '../fixtures/issued-statement.ts'

const read = (text: string) => readSignedStatement('march.json', text)
const refusal = (text: string) => {
  try {
    read(text)
  } catch (error) {
    return error as { code: string; facts: Record<string, unknown> }
  }
  throw new Error('It was read')
}

describe('canonical JSON', () => {
  test('sorts members at each level, and has no blanks', () => {
    const value = { b: [1, { d: null, c: 'é\n"' }], a: true, A: -0 }
    expect(canonicalJson(value)).toBe(String.raw`{"A":0,"a":true,"b":[1,{"c":"é\n\"","d":null}]}`)
  })

  test.each([0.5, 2 ** 53, Number.NaN])('has no text for %d', (value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })
})

describe('the file of a statement', () => {
  test('has its members in the order that people read them', () => {
    expect(JSON.parse(issuedFile())).toEqual({
      format: 'adtally-statement-1',
      statement: {
        number: 'acme-studio-2026-03',
        network: { account: 'acme', name: 'Acme Network' },
        partner: { account: 'studio', name: 'Studio <One> & Söhne' },
        month: '2026-03',
        currency: 'USD',
        issued_at: '2026-04-02T23:30:00Z',
        due_on: '2026-05-31',
        shares: [
          {
            app_id: 'hop-ios',
            app_name: 'Hop "Ä"',
            ad_network: 'admob',
            share: '70 %',
            impressions: 500_000,
            gross: '1000',
            net: '700',
          },
          {
            app_id: 'hop-ios',
            app_name: 'Hop "Ä"',
            ad_network: 'unityads',
            share: '70 %, eCPM at least 2.5',
            impressions: 128_200,
            gross: null,
            net: '320.5',
          },
        ],
        corrections: [{ month: '2026-01', amount: '2.000001' }],
        adjustments: [
          { kind: 'adjustment', amount: '-12.5', reason: '=invalid traffic' },
          { kind: 'minimum', amount: '10', reason: 'guaranteed minimum' },
        ],
        net: '1020.5',
        total: '1020.000001',
        minimum_payout: '100',
        tax_note: 'VAT: reverse charge.\nKeep this page.',
        figures: { installation: 'Xk3-installation', entry: 41 },
      },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      key: acmeSigner.key,
      signature: expect.any(String),
    })
    expect(issuedFile().split('\n').slice(0, 4)).toEqual([
      '{',
      '  "format": "adtally-statement-1",',
      '  "statement": {',
      '    "number": "acme-studio-2026-03",',
    ])
  })

  test('can be checked without Adtally', () => {
    const { statement, sha256, key, signature } = JSON.parse(issuedFile())
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(sorted)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .sort(([a], [b]) => (a < b ? -1 : 1))
                .map(([name, member]) => [name, sorted(member)]),
            )
          : value
    const bytes = Buffer.from(JSON.stringify(sorted(statement)))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    const head = Buffer.from('302a300506032b6570032100', 'hex')
    const raw = Buffer.from(key.slice('ed25519:'.length), 'base64')
    const der = Buffer.concat([head, raw])
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
    expect(verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))).toBe(true)
  })

  test('is read as the statement that it was written from', () => {
    const signed = verifyStatement('march.json', issuedFile(), acmeSigner.key)
    expect(signed.statement).toEqual(issuedStatement)
    expect(signed.key).toBe(acmeSigner.key)
  })

  test('is not written when it could not be read', () => {
    const change = { corrections: [{ month: '2026-03', amountMicros: 1n }] }
    expect(() => issuedFile(change)).toThrow(
      expect.objectContaining({ code: 'statement_member_refused' }),
    )
    expect(() => statementFile({ ...issuedStatement, number: '' }, acmeSigner)).toThrow(
      expect.objectContaining({ facts: expect.objectContaining({ member: 'statement.number' }) }),
    )
  })
})

describe('a file is refused', () => {
  /** With another member, as somebody would change it by hand. */
  const changed = (path: readonly (string | number)[], value: unknown) => {
    const document = JSON.parse(issuedFile())
    let place = document
    for (const step of path.slice(0, -1)) place = place[step]
    if (value === undefined) delete place[path.at(-1)!]
    else place[path.at(-1)!] = value
    return `${JSON.stringify(document, null, 2)}\n`
  }

  test.each<[path: (string | number)[], value: unknown, member: string, accepts: RegExp]>([
    [['statement', 'net'], '1020.4', 'statement.net', /^1020\.5, the sum of its shares/],
    [['statement', 'total'], '1021', 'statement.total', /^1020\.000001, its net/],
    [['statement', 'shares', 1, 'net'], '320.4', 'statement.net', /^1020\.4, the sum/],
    [['statement', 'shares', 1, 'net'], '320.50000001', 'statement.shares[1].net', /6 places/],
    [['statement', 'shares', 1, 'net'], 320.5, 'statement.shares[1].net', /as text/],
    [['statement', 'shares', 1, 'net'], '9223372036854.775808', 'statement.shares[1].net', /at m/],
    [['statement', 'shares', 0, 'gross'], undefined, 'statement.shares[0].gross', /a decimal/],
    [['statement', 'shares', 0, 'impressions'], -1, 'statement.shares[0].impressions', /whole/],
    [['statement', 'shares', 0, 'impressions'], 0.5, 'statement.shares[0].impressions', /whole/],
    [['statement', 'shares', 0, 'app_id'], 'a b', 'statement.shares[0].app_id', /128/],
    [['statement', 'shares', 0, 'ad_network'], 'AdMob', 'statement.shares[0].ad_network', /lower/],
    [['statement', 'shares', 0, 'tip'], '1', 'statement.shares[0].tip', /no such member/],
    [['statement', 'shares'], {}, 'statement.shares', /a list/],
    [['statement', 'shares', 0], [], 'statement.shares[0]', /an object with app_id/],
    [['statement', 'corrections', 0, 'month'], '2026-03', 'statement.corrections[0].month', /befo/],
    [['statement', 'corrections', 0, 'month'], '2026-13', 'statement.corrections[0].month', /befo/],
    [['statement', 'adjustments', 0, 'kind'], 'bonus', 'statement.adjustments[0].kind', /one of/],
    [['statement', 'adjustments', 0, 'reason'], '', 'statement.adjustments[0].reason', /1 to 200/],
    [['statement', 'month'], '2026-3', 'statement.month', /YYYY-MM/],
    [['statement', 'due_on'], '2026-02-30', 'statement.due_on', /YYYY-MM-DD/],
    [['statement', 'issued_at'], '2026-04-02T23:30:00+00:00', 'statement.issued_at', /UTC/],
    [['statement', 'issued_at'], '2026-04-02T23:30:00.5Z', 'statement.issued_at', /whole seconds/],
    [['statement', 'currency'], 'usd', 'statement.currency', /ISO 4217/],
    [['statement', 'number'], 'a\u202eb', 'statement.number', /direction of text/],
    [['statement', 'minimum_payout'], '-1', 'statement.minimum_payout', /not below 0/],
    [['statement', 'tax_note'], 'x'.repeat(2_001), 'statement.tax_note', /1 to 2000/],
    [['statement', 'network'], 'acme', 'statement.network', /account, name/],
    [['statement', 'figures', 'entry'], '41', 'statement.figures.entry', /whole number/],
    [['statement', 'paid'], true, 'statement.paid', /no such member/],
    [['statement'], undefined, 'statement', /an object with number/],
    [['sha256'], 'A'.repeat(64), 'sha256', /64 hexadecimal digits/],
    [['key'], acmeSigner.key.slice(0, -1), 'key', /^ed25519:/],
    [['signature'], 'AAAA', 'signature', /64 bytes/],
  ])('with %j as %j', (path, value, member, accepts) => {
    const { code, facts } = refusal(changed(path, value))
    expect(code).toBe('statement_member_refused')
    expect(facts).toMatchObject({ file: 'march.json', member })
    expect(facts.accepts).toMatch(accepts)
  })

  test.each<[what: string, path: (string | number)[], value: unknown]>([
    ['another name', ['statement', 'partner', 'name'], 'Other Studio'],
    ['another checksum', ['sha256'], '0'.repeat(64)],
    ['the key of another', ['key'], otherSigner.key],
    ['the signature of another', ['signature'], otherSigner.sign('')],
    ['an amount with a zero more', ['statement', 'minimum_payout'], '100.0'],
  ])('that was changed: %s', (_what, path, value) => {
    expect(refusal(changed(path, value))).toMatchObject({
      code: 'statement_changed',
      facts: { file: 'march.json', number: 'acme-studio-2026-03' },
    })
  })

  test.each([
    ['other blanks', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a member twice', (text: string) => text.replace('"sha256"', '"key": "","sha256"')],
    ['an escape', (text: string) => text.replace('acme-studio', String.raw`acme\u002dstudio`)],
  ])('that has %s', (_what, change) => {
    const text = change(issuedFile())
    expect(text).not.toBe(issuedFile())
    expect(refusal(text).code).toBe('statement_changed')
  })

  test.each([
    ['adtally-statement-2', 'adtally-statement-2'],
    [7, null],
    [undefined, null],
  ])('in the format %j', (format, shown) => {
    expect(refusal(changed(['format'], format))).toMatchObject({
      code: 'statement_format_unknown',
      facts: { format: shown, known: ['adtally-statement-1'] },
    })
  })

  test.each([
    ['', 'file'],
    ['{"format":', 'file'],
    ['['.repeat(9), 'file'],
    [`{"a":${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}`, 'file'],
    [`"${'\\"'.repeat(1_000_000)}`, 'file'],
    [' '.repeat(maxStatementFileCharacters + 1), 'file'],
  ])('that is no document (%#)', (text, member) => {
    expect(refusal(text)).toMatchObject({
      code: 'statement_member_refused',
      facts: { member, accepts: 'JSON of at most 10000000 characters and 8 levels' },
    })
  })

  test.each(['null', '[]', '7', '{}'])('that is %s', (text) => {
    expect(refusal(text).code).toBe('statement_format_unknown')
  })

  test('that another key signed than the one that is trusted', () => {
    expect(() => verifyStatement('march.json', issuedFile(), otherSigner.key)).toThrow(
      expect.objectContaining({
        code: 'statement_key_differs',
        facts: { file: 'march.json', key: acmeSigner.key, expected: otherSigner.key },
      }),
    )
  })
})

describe('keys', () => {
  test('that are made sign what only they sign', () => {
    const [one, other] = [signerFrom(makeSigningKey()), signerFrom(makeSigningKey())]
    expect(one.key).not.toBe(other.key)
    expect(isSignedBy(one.key, 'text', one.sign('text'))).toBe(true)
    expect(isSignedBy(one.key, 'text ', one.sign('text'))).toBe(false)
    expect(isSignedBy(other.key, 'text', one.sign('text'))).toBe(false)
    expect(isSignedBy('ed25519:', 'text', one.sign('text'))).toBe(false)
    expect(isSignedBy(one.key, 'text', 'AAAA')).toBe(false)
  })

  test('have a fingerprint that people compare', () => {
    expect(acmeSigner.key).toBe('ed25519:A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=')
    const raw = Buffer.from('A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=', 'base64')
    const digest = createHash('sha256').update(raw).digest('hex')
    expect(keyFingerprint(acmeSigner.key)).toMatch(/^([0-9a-f]{4} ){7}[0-9a-f]{4}$/)
    expect(keyFingerprint(acmeSigner.key).replaceAll(' ', '')).toBe(digest.slice(0, 32))
  })

  test.each([
    '',
    'ed25519:',
    acmeSigner.key.toUpperCase(),
    acmeSigner.key.replace('=', ''),
    acmeSigner.key.replace('bg=', 'bh='),
    ` ${acmeSigner.key}`,
    `${acmeSigner.key}AAAA`,
    acmeSigner.key.slice('ed25519:'.length),
  ])('are not %j', (text) => {
    expect(isStatementKey(text)).toBe(false)
  })

  test('of other algorithms sign no statements', () => {
    expect(() => signerFrom('no key')).toThrow()
  })
})
