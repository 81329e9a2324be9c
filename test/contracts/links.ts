import { describe, expect, test } from 'vitest'
import { AccountStore } from '../../src/records/account-store.ts'
import { Accounts } from '../../src/records/accounts.ts'
import { Links, maxLinks, type NewLink } from '../../src/records/links.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RememberedLinkStore } from '../../src/records/remembered/remembered-link-store.ts'
import { Vault } from '../../src/sealing/vault.ts'

const start = Date.parse('2026-03-10T12:00:00Z')
const question = {
  family: 'report',
  format: 'csv',
  parameters: { days: 'last_7', country: ['DE', 'US'] },
}
const named = (name: string, more: Partial<NewLink> = {}): NewLink =>
  ({ name, question, apps: null, expiresAtMs: null, ...more }) as NewLink

/**
 * The cases of report links on every relational store.
 *
 * @param open opens an empty store
 */
export function linkCases(open: () => Promise<RelationalDatabase>): void {
  async function openLinks() {
    const database = await open()
    const clock = { nowMs: start }
    const now = () => new Date(clock.nowMs)
    const vault = new Vault(Buffer.alloc(32, 7))
    const accounts = new Accounts(new AccountStore(database), vault, now)
    const { account } = await accounts.create({ username: 'one' })
    await accounts.create({ username: 'two' })
    const links = new Links(accounts, new RememberedLinkStore(database), now)
    return { accounts, account, links, clock }
  }

  describe('a report link', () => {
    test('opens for its token what it was made for', async () => {
      const { account, links } = await openLinks()
      const { token } = await links.create('one', named('weekly', { apps: [3, 8] }))
      expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
      expect(await links.open(token)).toEqual({
        principal: { account, name: 'weekly', permissions: new Set(['read']), apps: [3, 8] },
        question,
      })
      for (const other of ['', 'weekly', token.toLowerCase(), `${token}A`, token.slice(1)]) {
        expect(await links.open(other)).toBe(null)
      }
    })

    test('that was stored with a number of days has as many days up to yesterday', async () => {
      const { links } = await openLinks()
      const old = { ...question, parameters: { ...question.parameters, days: '7' } }
      const { token } = await links.create('one', named('old', { question: old as never }))
      expect((await links.open(token))?.question).toEqual(question)
    })

    test('that was stored when ad formats were called format asks for ad_format', async () => {
      const { links } = await openLinks()
      const parameters = { days: 'last_7', dimensions: 'format,country', order_by: ['format:asc'] }
      const old = { family: 'report', format: 'json', parameters } as const
      const { token } = await links.create('one', named('old', { question: old }))
      expect((await links.open(token))?.question.parameters).toEqual({
        days: 'last_7',
        dimensions: 'ad_format,country',
        order_by: ['ad_format:asc'],
      })
    })

    test('ends when it expires, when it is revoked, and with its account', async () => {
      const { accounts, links, clock } = await openLinks()
      const create = async (name: string, expiresAtMs: number | null) =>
        (await links.create('one', named(name, { expiresAtMs }))).token
      const brief = await create('brief', start + 10)
      const long = await create('long', null)
      const disabled = await create('disabled', null)
      clock.nowMs += 9
      expect(await links.open(brief)).not.toBe(null)
      clock.nowMs++
      expect(await links.open(brief)).toBe(null)
      await links.revoke('one', 'long')
      expect(await links.open(long)).toBe(null)
      await accounts.disable('one')
      expect(await links.open(disabled)).toBe(null)
    })

    test('has a name of its own, which is free once it is revoked', async () => {
      const { links } = await openLinks()
      await links.create('one', named('weekly'))
      await links.create('two', named('weekly'))
      const taken = { code: 'link_name_taken', facts: { username: 'one', name: 'weekly' } }
      await expect(links.create('one', named('weekly'))).rejects.toMatchObject(taken)
      await links.revoke('one', 'weekly')
      const gone = { code: 'unknown_link', facts: { username: 'one', name: 'weekly' } }
      await expect(links.revoke('one', 'weekly')).rejects.toMatchObject(gone)
      await links.create('one', named('weekly'))
      expect(await links.list('two')).toHaveLength(1)
    })

    test('is listed by name, as it was stored', async () => {
      const { account, links } = await openLinks()
      await links.create('one', named('b', { expiresAtMs: start + 1 }))
      await links.create('one', named('a', { apps: [] }))
      const stored = { id: expect.any(Number), accountId: account.id, createdAtMs: start, question }
      expect(await links.list('one')).toEqual([
        { ...stored, name: 'a', apps: [], expiresAtMs: null },
        { ...stored, name: 'b', apps: null, expiresAtMs: start + 1 },
      ])
    })

    test('cannot expire in the past, be one too many, or be of nobody', async () => {
      const { links } = await openLinks()
      await expect(links.create('one', named('a', { expiresAtMs: start }))).rejects.toMatchObject({
        code: 'expiry_in_the_past',
        facts: { expiresAt: '2026-03-10T12:00:00.000Z' },
      })
      for (let nth = 0; nth < maxLinks; nth++) await links.create('one', named(`link ${nth}`))
      await expect(links.create('one', named('one more'))).rejects.toMatchObject({
        code: 'too_many_links',
        facts: { username: 'one', max: maxLinks },
      })
      for (const work of [links.list('nobody'), links.revoke('nobody', 'a')]) {
        await expect(work).rejects.toMatchObject({ code: 'unknown_account' })
      }
    })
  })
}
