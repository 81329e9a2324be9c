import { describe, expect, test } from 'vitest'
import { defaultAdTag, isAdTag, isIdentifier, unknownFormat } from './identifier.ts'

describe('an identifier', () => {
  test.each(['admob', 'unity_ads', '0', '_', 'a'.repeat(64)])('%s', (text) => {
    expect(isIdentifier(text)).toBe(true)
  })

  test.each(['', 'AdMob', 'ad mob', 'ad-mob', 'é', 'admob\n', ' admob', 'a'.repeat(65)])(
    'is not %j',
    (text) => {
      expect(isIdentifier(text)).toBe(false)
    },
  )
})

describe('an ad tag', () => {
  test.each(['default', 'Home Screen', '—', '=1', ' ', '\u0080', 'x'.repeat(255)])('%j', (text) => {
    expect(isAdTag(text)).toBe(true)
  })

  test.each(['', 'x'.repeat(256), 'a\tb', 'a\n', '\u0000a', 'a\u001fb', 'a\u007f'])(
    'is not %j',
    (text) => {
      expect(isAdTag(text)).toBe(false)
    },
  )
})

// Stored figures and the SDKs contain them.
test('rows without an ad format or ad tag have names that are accepted, and never change', () => {
  expect([unknownFormat, defaultAdTag]).toEqual(['unknown', 'default'])
})
