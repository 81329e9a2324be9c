import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskSecrets } from './mask-secrets.ts'

const secret = 'p/a+s s=ü"7'

describe('a secret is struck', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  test.each<[form: string, text: string, struck: string]>([
    ['as it is', `of ${secret}, twice: ${secret}`, 'of …, twice: …'],
    ['in a path', `/report/${encodeURIComponent(secret)}/1`, '/report/…/1'],
    ['in a query', `?${new URLSearchParams({ key: secret, day: '1' })}`, '?key=…&day=1'],
    ['in lower case', encodeURIComponent(secret).toLowerCase(), '…'],
    [
      'in an address within an address',
      `?next=${encodeURIComponent(`?key=${encodeURIComponent(secret)}`)}`,
      '?next=%3Fkey%3D…',
    ],
    ['in JSON', JSON.stringify({ key: secret }), '{"key":"…"}'],
    ['in JSON that escapes more', '"p\\/a+s s=\\u00FC\\"7"', '"…"'],
  ])('%s', (_form, text, masked) => {
    expect(maskSecrets(text, [secret])).toBe(masked)
  })

  test.each(['', 'a', 'ab', 'abc', 'client:'])('in base64, after "%s"', (before) => {
    for (const after of ['', '!', '!!', ':and more']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const text = Buffer.from(`${before}${secret}${after}`).toString(encoding)
        const [left, right] = maskSecrets(`Basic ${text}.`, [secret]).split('…')
        // Neither rest has a whole byte of the secret.
        expect(left!.length).toBeLessThanOrEqual(6 + Math.ceil((before.length * 8) / 6))
        expect(right!.length).toBeLessThanOrEqual(5 + Math.ceil((after.length * 8) / 6))
      }
    }
    expect(maskSecrets(encodeURIComponent(base64(secret)), [secret])).toMatch(/^….{0,4}$/)
  })
})

describe('a secret that a text was cut in is struck', () => {
  const key = 'Zk7/w+s s="ü9q'
  test.each<[form: string, text: string]>([
    ['as it is', key],
    ['in a query', new URLSearchParams({ key }).toString().slice(4)],
    ['in a path', encodeURIComponent(key)],
    ['in an address within an address', encodeURIComponent(encodeURIComponent(key))],
    ['in JSON', JSON.stringify(key).slice(1)],
    ['in JSON that escapes more', '\\u005ak7\\/w+s s=\\"\\u00FC9q'],
  ])('%s', (_form, text) => {
    for (let end = 1; end <= text.length; end++) {
      const masked = maskSecrets(`answered 400: key ${text.slice(0, end)}`, [key])
      expect(masked.length, masked).toBeLessThanOrEqual('answered 400: key '.length + 3 * 6)
      expect(masked).not.toContain('Zk7/')
      expect(masked).not.toContain('w+s')
    }
  })

  test('as base64', () => {
    const long = 'a secret that is rather long'
    const text = Buffer.from(`id:${long}`).toString('base64').slice(0, 30)
    expect(maskSecrets(text, [long])).toMatch(/^[\w+/]{0,6}…$/)
  })
})

test('the longest secret is struck first', () => {
  expect(maskSecrets('key-1234, key-12345', ['key-1234', 'key-12345'])).toBe('…, …')
})

test('short secrets and no secrets leave a text alone', () => {
  expect(maskSecrets('a text of 100 rows', ['100', '', 'row'])).toBe('a text of 100 rows')
  expect(maskSecrets('a text', [])).toBe('a text')
})

test('characters of patterns are only characters', () => {
  expect(maskSecrets('a.*b and axxb', ['a.*b'])).toBe('… and axxb')
  expect(maskSecrets('[a-z]{4} $& \\d', ['[a-z]{4}', '$& \\d'])).toBe('… …')
})

test('a long key of many lines is struck', () => {
  const key = `-----BEGIN KEY-----\n${'MIIEvQIBADANBg\n'.repeat(270)}-----END KEY-----\n`
  expect(maskSecrets(JSON.stringify({ key }), [key])).toBe('{"key":"…"}')
})

test('a text that nearly has a secret takes no longer', () => {
  const nearly = `${'\\'.repeat(100_000)}.`
  expect(maskSecrets(nearly, [`${'\\'.repeat(30)}x`])).toBe(nearly)
  const escaped = `${'%25'.repeat(30_000)}.`
  expect(maskSecrets(escaped, [`${'%25'.repeat(30)}x`])).toBe(escaped)
})

describe('property: no secret is left in a text', () => {
  const text = fc.string({ maxLength: 20, unit: 'binary' }).filter((one) => !one.includes('…'))
  const secrets = fc.array(
    text.filter((one) => one.length >= 4),
    { minLength: 1, maxLength: 3 },
  )
  test.each<[form: string, encode: (secret: string) => string]>([
    ['as it is', (secret) => secret],
    ['in a path', encodeURIComponent],
    ['in a query', (secret) => new URLSearchParams({ '': secret }).toString().slice(1)],
    ['in JSON', (secret) => JSON.stringify(secret).slice(1, -1)],
    ['as base64', (secret) => Buffer.from(secret).toString('base64')],
    ['as base64url', (secret) => Buffer.from(secret).toString('base64url')],
  ])('%s', (_form, encode) => {
    fc.assert(
      fc.property(secrets, text, text, (given, before, after) => {
        const masked = maskSecrets(`${before}${given.map(encode).join(after)}`, given)
        for (const secret of given) expect(masked).not.toContain(encode(secret))
      }),
    )
  })
})
