import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ShareLine, Statement, StatementParty } from '../../src/partners/statement.ts'
import { statementFile } from '../../src/partners/statement-file.ts'
import { readSignedStatement } from '../../src/partners/statement-reader.ts'
import { isPlainText } from '../../src/values/plain-text.ts'
import { acmeSigner, issuedFile } from '../fixtures/issued-statement.ts'

const name = (maxLength: number, minLength = 1) =>
  fc
    .string({ unit: 'grapheme', minLength, maxLength })
    .filter((text) => text.length <= maxLength && isPlainText(text) && text.length >= minLength)
const micros = fc.oneof(
  fc.constantFrom(0n, 1n, -1n, 9_007_199_254_740_993n),
  fc.bigInt(-1_000_000_000n, 1_000_000_000_000n),
)
const month = fc
  .tuple(fc.integer({ min: 2000, max: 2025 }), fc.integer({ min: 1, max: 12 }))
  .map(([year, of]) => `${year}-${String(of).padStart(2, '0')}`)
const party = fc.record<StatementParty>({ account: name(20), name: name(40) })
const share = fc.record<ShareLine>({
  appId: fc.stringMatching(/^[a-z0-9.-]{1,20}$/),
  appName: name(30, 0),
  adNetwork: fc.stringMatching(/^[a-z0-9_]{1,10}$/),
  share: name(20),
  impressions: fc.bigInt(0n, 2n ** 53n - 1n),
  grossMicros: fc.option(micros, { nil: null }),
  netMicros: micros,
})

const statement: fc.Arbitrary<Statement> = fc.record<Statement>({
  number: name(60),
  network: party,
  partner: party,
  month: fc.constantFrom('2026-01', '2026-12'),
  currency: fc.constantFrom('USD', 'JPY', 'KWD'),
  issuedAt: fc.integer({ min: 0, max: 4_000_000_000 }),
  shares: fc.array(share, { maxLength: 6 }),
  corrections: fc.array(fc.record({ month, amountMicros: micros }), { maxLength: 3 }),
  adjustments: fc.array(
    fc.record({
      kind: fc.constantFrom('adjustment' as const, 'minimum' as const),
      amountMicros: micros,
      reason: name(30),
    }),
    { maxLength: 3 },
  ),
  dueOn: fc.constantFrom('2026-02-28', '2028-02-29'),
  minimumPayoutMicros: fc.bigInt(0n, 10n ** 12n),
  taxNote: fc.option(name(50), { nil: null }),
  figures: fc.record({ installation: name(30), entry: fc.nat() }),
})

test('any statement is read from its file as it was', () => {
  fc.assert(
    fc.property(statement, (drawn) => {
      const text = statementFile(drawn, acmeSigner)
      expect(readSignedStatement('a.json', text).statement).toEqual(drawn)
      expect(statementFile(drawn, acmeSigner)).toBe(text)
    }),
    { numRuns: 50 },
  )
})

const refusedCodes = /^statement_(changed|member_refused|format_unknown)$/
const refuses = (bytes: Uint8Array) =>
  expect(() =>
    readSignedStatement('a.json', new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
  ).toThrow(expect.objectContaining({ code: expect.stringMatching(refusedCodes) }))

test('a file with any other byte is refused', () => {
  const bytes = new TextEncoder().encode(issuedFile())
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (place, mask) => {
      const changed = Uint8Array.from(bytes)
      changed[place]! ^= mask
      refuses(changed)
    }),
    { numRuns: 300 },
  )
})

test('a file with a byte more or less is refused', () => {
  const bytes = new TextEncoder().encode(issuedFile())
  fc.assert(
    fc.property(fc.nat(bytes.length), fc.nat(255), fc.boolean(), (place, byte, isMore) => {
      const end = isMore ? place : Math.min(place + 1, bytes.length)
      const start = isMore ? place : end - 1
      const added = isMore ? [byte] : []
      refuses(Uint8Array.from([...bytes.subarray(0, start), ...added, ...bytes.subarray(end)]))
    }),
    { numRuns: 300 },
  )
})
