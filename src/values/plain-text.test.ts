import { describe, expect, test } from 'vitest'
import { escapedText, isPlainText, plainText } from './plain-text.ts'

describe('characters that control a terminal or the direction of text', () => {
  test.each(['a\u001b[2Jb', 'a\u009bb', 'a\u202eb', 'a\u2066b', 'a\nb', 'a\u0000b', 'a\u2028b'])(
    'are found in %j, and become a space',
    (text) => {
      expect(isPlainText(text)).toBe(false)
      expect(plainText(text)).toMatch(/^a .*b$/)
    },
  )

  test('are shown as escapes, which are the same text in JSON', () => {
    expect(escapedText('a\u001b[2J\u202e\nb\tc')).toBe('a\\u001b[2J\\u202e\nb\tc')
    const name = 'Zap\u009b\u202e'
    expect(JSON.parse(escapedText(JSON.stringify({ name })))).toEqual({ name })
  })

  test('are none of the letters, signs and emoji of any script', () => {
    const text = 'Ärger 消消乐 مرحبا 👨‍👩‍👧 Zap!'
    expect([isPlainText(text), plainText(text), escapedText(text)]).toEqual([true, text, text])
  })
})
