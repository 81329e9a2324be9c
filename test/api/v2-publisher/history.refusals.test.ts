import { describe, test } from 'vitest'
import { changesPath } from '../../fixtures/history-site.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

describe('a bad parameter of the list of changes is refused, naming it', () => {
  const bad = (query: Query) => publisher.server.get(changesPath, { ...acme, ...query })
  const cursor = (text: string) => Buffer.from(text).toString('base64url')

  test.each([
    'x',
    '0',
    '2026-03-10T12:00:00Z',
    'null',
    '*',
    `${cursor('c1.2.3.4')}=`,
    ` ${cursor('c1.2.3.4')}`,
    cursor('c1.2.3'),
    cursor('c1.2.3.4.5'),
    cursor('c-1.2.3.4'),
    cursor('c4294967296.2.3.4'),
    cursor('c1.2.3.65536'),
    cursor("c1.2.3.4' OR 1=1"),
  ])('since=%j', async (since) => {
    expectProblem(await bad({ since }), 400, 'bad_parameters', { since: /next_cursor/ })
  })

  test.each(['0', '-1', '1.5', '1001', '10000', '1e2', '٣', 'all', ' 5', '05'])(
    'limit=%j',
    async (limit) => {
      expectProblem(await bad({ limit }), 400, 'bad_parameters', { limit: /1 to 1000/ })
    },
  )

  test('that is repeated, and two at once', async () => {
    const twice = { since: [cursor('c0.0.0.0'), cursor('c0.0.0.0')], limit: ['1', '1'] }
    const errors = { since: /once/, limit: /once/ }
    expectProblem(await bad(twice), 400, 'bad_parameters', errors)
    const both = { since: 'x', limit: '0' }
    const named = { since: /next_cursor/, limit: /1 to 1000/ }
    expectProblem(await bad(both), 400, 'bad_parameters', named)
  })

  test('also when they are empty', async () => {
    expectProblem(await bad({ limit: '' }), 400, 'bad_parameters', {
      limit: /^is empty; leave it out/,
    })
  })
})
