import { describe, expect, test } from 'vitest'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { maxViews, SavedViews } from '../../src/records/saved-views.ts'
import { peopleOf, start } from './people.ts'

const ada = { username: 'studio', user: 'ada@example.com' }
const bob = { username: 'studio', user: 'bob@example.com' }
const weekly = { name: 'Weekly', address: '/dashboard?range=7d&network=admob' }

/**
 * The cases of saved views on every relational store.
 *
 * @param open opens an empty store
 */
export function savedViewCases(open: () => Promise<RelationalDatabase>): void {
  async function openViews() {
    const database = await open()
    const people = peopleOf(database)
    for (const username of ['studio', 'hop']) await people.accounts.create({ username })
    for (const { user } of [ada, bob]) await people.add('studio', user, 'editor')
    // An account keeps an owner.
    await people.add('studio', 'cy@example.com', 'owner')
    const now = () => new Date(start)
    return { ...people, views: new SavedViews(people.accounts, people.users, database, now) }
  }

  describe('saved views', () => {
    test('are of their user, by name, until they are shared', async () => {
      const { views } = await openViews()
      const own = await views.save(ada, weekly)
      expect(own).toMatchObject({
        ...weekly,
        savedBy: ada.user,
        isShared: false,
        savedAtMs: start,
      })
      await views.save(ada, { ...weekly, name: 'All' })
      await views.save(bob, weekly)
      const names = async (who: typeof ada) =>
        (await views.visibleTo(who)).map(({ name, savedBy }) => [name, savedBy])
      expect(await names(ada)).toEqual([
        ['All', ada.user],
        ['Weekly', ada.user],
      ])
      await views.change(ada, own.id, { isShared: true })
      expect(await names(bob)).toEqual([
        ['Weekly', bob.user],
        ['Weekly', ada.user],
      ])
      await views.change(ada, own.id, { isShared: false })
      expect(await names(bob)).toEqual([['Weekly', bob.user]])
    })

    test('get another name and address, and are deleted, by their user alone', async () => {
      const { views } = await openViews()
      const { id } = await views.save(ada, weekly)
      await views.change(ada, id, { isShared: true })
      const unknown = { code: 'unknown_view', facts: { id } }
      for (const work of [views.change(bob, id, { name: 'Mine' }), views.remove(bob, id)]) {
        await expect(work).rejects.toMatchObject(unknown)
      }
      const changed = { name: 'Monthly', address: '/dashboard?range=month' }
      expect(await views.change(ada, id, changed)).toMatchObject({ ...changed, isShared: true })
      expect(await views.visibleTo(bob)).toMatchObject([changed])
      expect(await views.remove(ada, id)).toMatchObject(changed)
      expect(await views.visibleTo(bob)).toEqual([])
      await expect(views.remove(ada, id)).rejects.toMatchObject(unknown)
    })

    test('have a name once for each user, also when they are saved at once', async () => {
      const { views } = await openViews()
      const saved = await Promise.allSettled([views.save(ada, weekly), views.save(ada, weekly)])
      expect(saved.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const taken = { code: 'view_name_taken', facts: { name: 'Weekly' } }
      const { id } = await views.save(ada, { ...weekly, name: 'Other' })
      await expect(views.change(ada, id, { name: 'Weekly' })).rejects.toMatchObject(taken)
      await views.change(ada, id, { name: 'Other' })
    })

    test('are not too many, of a user or shared', async () => {
      const { views } = await openViews()
      for (let nth = 0; nth < maxViews; nth++) {
        const { id } = await views.save(ada, { ...weekly, name: `view ${nth}` })
        await views.change(ada, id, { isShared: true })
      }
      await expect(views.save(ada, weekly)).rejects.toMatchObject({ code: 'too_many_views' })
      const { id } = await views.save(bob, weekly)
      const sharing = views.change(bob, id, { isShared: true })
      await expect(sharing).rejects.toMatchObject({ code: 'too_many_shared_views' })
    })

    test('end with their user, unless they are shared; an owner can delete those', async () => {
      const { views, users } = await openViews()
      const { id } = await views.save(ada, weekly)
      const own = await views.save(ada, { ...weekly, name: 'Own' })
      await views.change(ada, id, { isShared: true })
      await users.remove('studio', ada.user)
      expect(await views.visibleTo(bob)).toMatchObject([{ id, savedBy: ada.user }])
      const gone = views.removeShared('studio', own.id)
      await expect(gone).rejects.toMatchObject({ code: 'unknown_view' })
      await expect(views.removeShared('hop', id)).rejects.toMatchObject({ code: 'unknown_view' })
      await views.removeShared('studio', id)
      expect(await views.visibleTo(bob)).toEqual([])
    })

    test('are of users of the account alone, and end with it', async () => {
      const { views, accounts } = await openViews()
      await views.save(bob, weekly)
      const elsewhere = views.save({ ...bob, username: 'hop' }, weekly)
      await expect(elsewhere).rejects.toMatchObject({ code: 'unknown_member' })
      const nobody = views.visibleTo({ ...bob, user: 'nobody@example.com' })
      await expect(nobody).rejects.toMatchObject({ code: 'unknown_login' })
      await accounts.remove((await accounts.get('studio')).id)
      await expect(views.visibleTo(bob)).rejects.toMatchObject({ code: 'unknown_account' })
    })
  })
}
