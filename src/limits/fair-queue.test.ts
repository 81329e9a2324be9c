import { expect, test } from 'vitest'
import { OverloadedError } from '../values/overloaded-error.ts'
import { FairQueue, type QueueBounds, type Release } from './fair-queue.ts'

const bounds = { atOnce: 3, atOncePerKey: 2, waiting: 5, waitingPerKey: 4 }
const refusal = 'Too much.'

/** A queue that notes in which order keys got their places. */
function watchedQueue(given: Partial<QueueBounds> = {}) {
  const queue = new FairQueue<string>({ ...bounds, ...given }, refusal)
  const begun: string[] = []
  const releases: Release[] = []
  const enter = (key: string, signal?: AbortSignal) =>
    queue.enter(key, signal).then((release) => {
      begun.push(key)
      releases.push(release)
    })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  return { queue, begun, releases, enter, turn }
}

test('a key has as many places as it may have, and leaves the others to other keys', async () => {
  const { begun, enter, turn, queue } = watchedQueue()
  for (let nth = 0; nth < 4; nth++) void enter('a')
  void enter('b')
  await turn()
  expect(begun).toEqual(['a', 'a', 'b'])
  expect(queue.load).toEqual({ running: 3, waiting: 2 })
})

test('keys that wait get their places in turn, however much one of them wants', async () => {
  const { begun, releases, enter, turn } = watchedQueue({
    atOnce: 1,
    waiting: 20,
    waitingPerKey: 9,
  })
  for (let nth = 0; nth < 6; nth++) void enter('a')
  for (const key of ['b', 'b', 'c']) void enter(key)
  for (let nth = 0; nth < 9; nth++) {
    await turn()
    releases[nth]!()
  }
  expect(begun.join('')).toBe('aabcabaaa')
})

test('what does not fit is refused at once, for a key and in all', async () => {
  const { enter, turn, queue } = watchedQueue()
  for (let nth = 0; nth < 6; nth++) void enter('a')
  await turn()
  expect(queue.load).toEqual({ running: 2, waiting: 4 })
  await expect(enter('a')).rejects.toEqual(new OverloadedError(refusal, 1))
  for (let nth = 0; nth < 2; nth++) void enter('b')
  await turn()
  expect(queue.load).toEqual({ running: 3, waiting: 5 })
  await expect(enter('c')).rejects.toBeInstanceOf(OverloadedError)
})

test('who gives up waiting leaves its place to the next', async () => {
  const { begun, releases, enter, turn, queue } = watchedQueue({ atOnce: 1 })
  const gone = new AbortController()
  void enter('a')
  const waiting = enter('b', gone.signal)
  void enter('c')
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await turn()
  releases[0]!()
  await turn()
  expect(begun).toEqual(['a', 'c'])
  releases[1]!()
  releases[1]!()
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})

test('who waits too long is refused', async () => {
  const { enter, queue } = watchedQueue({ atOnce: 1, longestWaitMs: 5 })
  void enter('a')
  await expect(enter('b')).rejects.toBeInstanceOf(OverloadedError)
  expect(queue.load).toEqual({ running: 1, waiting: 0 })
})

test('work that fails gives its place back', async () => {
  const { queue } = watchedQueue()
  await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(queue.load).toEqual({ running: 0, waiting: 0 })
})
