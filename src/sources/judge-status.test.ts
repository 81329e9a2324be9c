import { expect, test } from 'vitest'
import type { Answer } from './connector.ts'
import { judgeStatus } from './judge-status.ts'

const answer = (status: number, text = '', retryAfter = ''): Answer => ({
  status,
  text,
  json: null,
  header: (name) => (name === 'retry-after' ? retryAfter : ''),
})

test.each([
  [200, null],
  [204, null],
  [299, null],
  [304, 'request-refused'],
  [400, 'request-refused'],
  [401, 'log-in-again'],
  [403, 'credential-refused'],
  [404, 'request-refused'],
  [408, 'try-later'],
  [425, 'try-later'],
  [429, 'slow-down'],
  [500, 'try-later'],
  [599, 'try-later'],
])('%i is %s', (status, kind) => {
  expect(judgeStatus(answer(status))?.kind ?? null).toBe(kind)
})

test('a page that says 403 is of a proxy, and says nothing of the credentials', () => {
  const page = { ...answer(403, '<html>Blocked'), header: () => 'text/html; charset=utf-8' }
  expect(judgeStatus(page)?.kind).toBe('try-later')
})

test('a message is short and of one line', () => {
  const { message } = judgeStatus(answer(500, `a\r\n\tb ${'x'.repeat(10_000)}`))!
  expect(message).toMatch(/^answered 500: a b x+$/)
  expect(message.length).toBeLessThan(230)
  expect(judgeStatus(answer(500))!.message).toBe('answered 500')
})

test.each([
  ['7', 7_000],
  ['0', 0],
  ['999999', 999_999_000],
  ['Sun, 01 Mar 2020 00:00:00 GMT', 0],
  ['', undefined],
  ['soon', undefined],
])('"Retry-After: %s" is %s milliseconds', (header, waitMs) => {
  expect(judgeStatus(answer(429, '', header))!.waitMs).toBe(waitMs)
  expect(judgeStatus(answer(500, '', header))!.waitMs).toBeUndefined()
})

test.each(['-5', '1e9', '9999999999'])('"Retry-After: %s" is never a negative wait', (header) => {
  expect(judgeStatus(answer(429, '', header))!.waitMs ?? 0).toBeGreaterThanOrEqual(0)
})

test.each([
  ['{"code":10000,"msg":"Permission denied"}', 'Permission denied'],
  ['{"error":{"message":"Invalid OAuth access token","code":190}}', 'Invalid OAuth access token'],
  [
    '{"error":"invalid_grant","error_description":"Token has been revoked."}',
    'Token has been revoked.',
  ],
  ['{"errors":[{"msg":"Bad key"}]}', 'Bad key'],
  ['{"status":"bad"}', '{"status":"bad"}'],
])('of the JSON %s, the words are told', (text, words) => {
  expect(judgeStatus({ ...answer(401, text), json: JSON.parse(text) })!.message).toBe(
    `answered 401: ${words}`,
  )
})
