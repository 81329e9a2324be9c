import { expect, test } from 'vitest'
import { pagesAhead } from './pages-ahead.ts'
import type { ChangedPage } from './walk-changed.ts'

type Rows = ChangedPage['rows']

/** Three pages of two parts each, and what happened to them. */
function drawPages(failsAt: string | null = null) {
  const events: string[] = []
  async function* rowsOf(page: number): Rows {
    events.push(`open ${page}`)
    try {
      for (const part of ['a', 'b']) {
        if (failsAt === `${page}${part}`) throw new Error(`no ${failsAt}`)
        events.push(`read ${page}${part}`)
        yield []
      }
    } finally {
      events.push(`close ${page}`)
    }
  }
  async function* draw() {
    try {
      for (const page of [1, 2, 3]) yield { slices: [], rows: rowsOf(page) }
    } finally {
      events.push('end')
    }
  }
  return { events, pages: pagesAhead(draw()) }
}

test('the first rows of a page are read before the rest of the page before', async () => {
  const { events, pages } = drawPages()
  for await (const { rows } of pages) {
    for await (const _ of rows) await new Promise(setImmediate)
  }
  expect(events.indexOf('read 2a')).toBeLessThan(events.indexOf('read 1b'))
  expect(events.filter((event) => event.startsWith('read'))).toHaveLength(6)
  expect(events.filter((event) => event.startsWith('close'))).toHaveLength(3)
  // No more than one page ahead.
  expect(events.indexOf('open 3')).toBeGreaterThan(events.indexOf('close 1'))
  expect(events).toContain('end')
})

test('rows that are not read to their end are closed', async () => {
  const { events, pages } = drawPages()
  for await (const _ of pages) break
  expect(events).toEqual(expect.arrayContaining(['close 1', 'close 2', 'end']))
  expect(events).not.toContain('read 1b')
})

test.each(['1b', '2a', '3a', '3b'])(
  'a failure at %s is told, and closes what is open',
  async (at) => {
    const { events, pages } = drawPages(at)
    const read = async () => {
      for await (const { rows } of pages) {
        for await (const _ of rows) await new Promise(setImmediate)
      }
    }
    await expect(read()).rejects.toThrow(`no ${at}`)
    const of = (what: string) => events.filter((event) => event.startsWith(what)).length
    expect(of('close')).toBe(of('open'))
    expect(events).toContain('end')
  },
)
