import { describe, expect, test } from 'vitest'
import type { NewImportRequest } from '../../src/ledger/import-requests.ts'
import type { ImportRequestStore } from '../../src/records/import-request-store.ts'

const request: NewImportRequest = {
  id: 'one',
  accountId: 1,
  keyHash: null,
  apps: null,
  owner: 'process',
  createdAtMs: 1_000,
}
const received = { fingerprint: 'f', files: ['ü.csv', 'b.csv'], byteCount: 7, isDryRun: false }
const answer = { status: 201, body: '{"data":"ü"}' }

/** The cases of import requests. @param open opens an empty store */
export function importRequestCases(open: () => Promise<ImportRequestStore>): void {
  describe('import requests', () => {
    const openWith = async (...added: readonly Partial<NewImportRequest>[]) => {
      const store = await open()
      for (const one of added) expect(await store.add({ ...request, ...one })).toBe(true)
      return store
    }
    const openRunning = async (...added: readonly Partial<NewImportRequest>[]) => {
      const store = await openWith(...added)
      for (const { id = request.id } of added) expect(await store.begin(id, received)).toBe(true)
      return store
    }

    test('go from receiving to running to done', async () => {
      const store = await openWith({ apps: [7, 9] })
      const found = {
        id: 'one',
        accountId: 1,
        apps: [7, 9],
        owner: 'process',
        isDryRun: false,
        createdAtMs: 1_000,
        aliveAtMs: 1_000,
        endedAtMs: null,
      }
      const none = { progress: null, entry: null, answer: null }
      expect(await store.byId('one')).toEqual({
        ...found,
        ...none,
        state: 'receiving',
        fingerprint: null,
        files: [],
        byteCount: 0,
      })
      expect(await store.begin('one', { ...received, isDryRun: true })).toBe(true)
      expect(await store.begin('one', received)).toBe(false)
      await store.keepAlive('one', 2_000, { phase: 'reading', rows: 5 })
      expect(await store.announce('one', answer)).toBe(true)
      const running = {
        ...found,
        ...received,
        isDryRun: true,
        aliveAtMs: 2_000,
        entry: null,
        answer,
      }
      const progress = { phase: 'reading', rows: 5 }
      expect(await store.byId('one')).toEqual({ ...running, state: 'running', progress })
      expect(await store.end('one', 'done', { atMs: 3_000, entry: 17 })).toBe(true)
      const done = { ...running, state: 'done', progress: null, endedAtMs: 3_000, entry: 17 }
      expect(await store.byId('one')).toEqual(done)
      expect(await store.byEntry(1, 17)).toEqual(done)
      expect(await store.byEntry(2, 17)).toBeNull()
      expect(await store.byId('two')).toBeNull()
    })

    test('never change again once they ended', async () => {
      const store = await openRunning({})
      await store.end('one', 'refused', { atMs: 2_000, entry: null, answer })
      const ended = await store.byId('one')
      expect(await store.end('one', 'done', { atMs: 3_000, entry: 1 })).toBe(false)
      expect(await store.announce('one', { status: 200, body: '' })).toBe(false)
      await store.keepAlive('one', 9_000, null)
      await store.freeKey('one')
      await store.remove('one')
      expect(await store.byId('one')).toEqual(ended)
    })

    test('that failed forget what was announced', async () => {
      const store = await openRunning({})
      await store.announce('one', answer)
      await store.end('one', 'failed', { atMs: 2_000, entry: null, answer: null })
      expect(await store.byId('one')).toMatchObject({ state: 'failed', answer: null })
    })

    test('of one account never share a key, until it is freed', async () => {
      const store = await openRunning({ keyHash: 'k' })
      expect(await store.add({ ...request, id: 'two', keyHash: 'k' })).toBe(false)
      expect(await store.byId('two')).toBeNull()
      expect(await store.add({ ...request, id: 'other', accountId: 2, keyHash: 'k' })).toBe(true)
      for (const id of ['a', 'b']) expect(await store.add({ ...request, id })).toBe(true)
      expect((await store.byKey(1, 'k'))!.id).toBe('one')
      expect(await store.byKey(1, 'K')).toBeNull()
      await store.freeKey('one')
      expect(await store.add({ ...request, id: 'two', keyHash: 'k' })).toBe(false)
      await store.end('one', 'failed', { atMs: 2_000, entry: null, answer: null })
      await store.freeKey('one')
      expect(await store.add({ ...request, id: 'two', keyHash: 'k' })).toBe(true)
    })

    test('are listed by account, newest first', async () => {
      const store = await openRunning({ id: 'a' }, { id: 'b', createdAtMs: 2_000 })
      await store.add({ ...request, id: 'c', createdAtMs: 3_000 })
      await store.add({ ...request, id: 'x', accountId: 2 })
      await store.end('a', 'done', { atMs: 4_000, entry: 1 })
      const ids = async (...given: Parameters<ImportRequestStore['ofAccount']>) =>
        (await store.ofAccount(...given)).map(({ id }) => id)
      expect(await ids(1, 9)).toEqual(['c', 'b', 'a'])
      expect(await ids(1, 2)).toEqual(['c', 'b'])
      expect(await ids(1, 9, ['receiving', 'done'])).toEqual(['c', 'a'])
      expect((await store.open()).map(({ id }) => id).sort()).toEqual(['b', 'c', 'x'])
    })

    test('that are being received can be removed', async () => {
      const store = await openRunning({ id: 'a' })
      await store.add({ ...request, id: 'b' })
      for (const id of ['a', 'b']) await store.remove(id)
      expect((await store.open()).map(({ id }) => id)).toEqual(['a'])
    })

    test('that ended long ago are removed, however many', async () => {
      const store = await openRunning(
        ...Array.from({ length: 1_100 }, (_, nth) => ({ id: `old-${nth}` })),
        ...[{ id: 'late' }, { id: 'open' }, { id: 'new', createdAtMs: 9_000 }],
      )
      for (const { id } of await store.open()) {
        if (id !== 'open')
          await store.end(id, 'done', { atMs: id === 'late' ? 9_000 : 2_000, entry: null })
      }
      await store.removeBefore(5_000)
      const left = (await store.ofAccount(1, 9)).map(({ id }) => id).sort()
      expect(left).toEqual(['late', 'new', 'open'])
    })

    test('of an account are kept up to a number and a length of answers', async () => {
      const ids = ['a', 'b', 'c', 'd', 'open']
      const store = await openRunning(...ids.map((id, nth) => ({ id, createdAtMs: 1_000 + nth })), {
        id: 'other',
        accountId: 2,
      })
      for (const id of ['a', 'b', 'c', 'd', 'other']) {
        const body = 'x'.repeat(10)
        await store.end(id, 'done', { atMs: 2_000, entry: null, answer: { status: 200, body } })
      }
      const kept = async () => (await store.ofAccount(1, 9)).map(({ id }) => id)
      await store.trim(1, { requests: 3, characters: 1_000 })
      expect(await kept()).toEqual(['open', 'd', 'c', 'b'])
      await store.trim(1, { requests: 3, characters: 20 })
      expect(await kept()).toEqual(['open', 'd', 'c'])
      // The last one is the answer that a client may still wait for.
      await store.trim(1, { requests: 3, characters: 1 })
      expect(await kept()).toEqual(['open', 'd'])
      expect(await store.byId('other')).not.toBeNull()
    })
  })
}
