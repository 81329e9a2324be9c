import { expect, test } from 'vitest'
import { type AppEnd, followAppEnds } from './merged-apps.ts'

const merge = (id: number, app: number, into: number, undoneBy: number | null = null): AppEnd => ({
  id,
  kind: 'merge',
  undoneBy,
  subject: { keys: [app, into] },
})

test('an app that was merged on is merged into the last app while both merges hold', () => {
  const { merged, ended } = followAppEnds([merge(3, 1, 2, 9), merge(5, 2, 4, 8)], [])
  expect(merged).toEqual([
    { app: 1, into: 2, since: 3, until: 9 },
    { app: 2, into: 4, since: 5, until: 8 },
    { app: 1, into: 4, since: 5, until: 8 },
  ])
  expect(ended).toEqual([
    { app: 1, entry: 3 },
    { app: 2, entry: 5 },
    { app: 1, entry: 5 },
  ])
})

test('merges of the same apps at different times do not join', () => {
  const { merged } = followAppEnds([merge(3, 1, 2, 4), merge(5, 2, 1)], [])
  expect(merged).toEqual([
    { app: 1, into: 2, since: 3, until: 4 },
    { app: 2, into: 1, since: 5, until: Infinity },
  ])
})

test('a deleted app ends together with the apps that are merged into it', () => {
  const deletion: AppEnd = {
    id: 6,
    kind: 'deletion',
    undoneBy: null,
    subject: { wholeApp: true, keys: [2] },
  }
  const { ended } = followAppEnds([merge(3, 1, 2), deletion], [])
  expect(ended.filter(({ entry }) => entry === 6).map(({ app }) => app)).toEqual([2, 1])
})

test('the apps of a merge may be known from its figures only', () => {
  const old: AppEnd = { id: 3, kind: 'merge', undoneBy: 7, subject: { app: 'a', into: 'b' } }
  expect(followAppEnds([old], [{ app: 1, into: 2, since: 3 }]).merged).toEqual([
    { app: 1, into: 2, since: 3, until: 7 },
  ])
})
