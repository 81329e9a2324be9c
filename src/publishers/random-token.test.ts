import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashToken, newKey } from './random-token.ts'

describe('a new key', () => {
  test('has at least 128 bits, in characters that need no escaping', () => {
    const key = newKey()
    expect(key).toMatch(/^[A-Za-z0-9_-]+$/)
    expect(Buffer.from(key, 'base64url').length * 8).toBeGreaterThanOrEqual(128)
  })

  test('is never the same twice', () => {
    expect(new Set(Array.from({ length: 1_000 }, newKey)).size).toBe(1_000)
  })
})

test('a key is looked up by its SHA-256', () => {
  expect(hashToken('my key')).toEqual(createHash('sha256').update('my key').digest())
})
