import type { Headers, Query } from '../../fixtures/report-server.ts'
import { acme, closed, rival } from '../../fixtures/v2-publisher.ts'

const { developer, key } = acme
const bearer = (value: string) => ({ authorization: `Bearer ${value}` })

/** All kinds of bad credentials. */
export const refusedCredentials: [title: string, query: Query, headers?: Headers][] = [
  ['nothing', {}],
  ['no key', { developer }],
  ['an empty key', { developer, key: '' }],
  ['no username', { key }],
  ['an empty username', { developer: '', key }],
  ['a wrong key', { developer, key: 'wrong' }],
  ['a key in another case', { developer, key: key.toUpperCase() }],
  ['a key with a space', { developer, key: ` ${key}` }],
  ['a truncated key', { developer, key: key.slice(0, -1) }],
  ['an unknown username', { developer: 'nobody', key: 'wrong' }],
  ['an unknown username with a key of an account', { developer: 'nobody', key }],
  ['a username in another case', { developer: 'Acme', key }],
  ['the key of another account', { developer, key: rival.key }],
  ['a disabled account', closed],
  ['a disabled account with a wrong key', { ...closed, key: 'wrong' }],
  ['the key of a disabled account', { developer, key: closed.key }],
  ['a wrong bearer', { developer }, bearer('wrong')],
  ['a bearer without a username', {}, bearer(key)],
  ['the bearer of another account', { developer }, bearer(rival.key)],
  ['the bearer of a disabled account', { developer: closed.developer }, bearer(closed.key)],
  ['an empty bearer', { developer }, { authorization: 'Bearer ' }],
  ['a bearer of two words', { developer }, { authorization: `Bearer ${key} ${key}` }],
  ['basic credentials', {}, { authorization: `Basic ${btoa(`${developer}:${key}`)}` }],
  ['a username that no account can have', { developer: "' OR 1=1 --", key }],
  ['a key that no account can have', { developer, key: '\u0000ключ\n' }],
]
