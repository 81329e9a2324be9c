import { isIP } from 'node:net'
import { NetworkFault } from '../sources/connector.ts'
import { isPublicAddress } from './public-address.ts'

/** Refuses a request: asking again would not help. */
export const refusal = (message: string): NetworkFault =>
  new NetworkFault({ kind: 'request-refused', message })

/**
 * Whether a connector declares a host: by its name, or as one below `*.example.com`.
 *
 * @param host in lower case
 */
export const isDeclared = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((declared) =>
    declared.startsWith('*.')
      ? host.endsWith(declared.slice(1)) && host.length > declared.length - 1
      : host === declared,
  )

/**
 * Reads an address that may be asked: https, a declared host, its usual port, no password.
 *
 * @param hosts null for any host with a public address
 * @param rules `base` is what a relative address of a redirect starts from
 * @throws NetworkFault `request-refused`, whose message has no part of the address but the host
 */
export function checkUrl(
  text: string,
  hosts: readonly string[] | null,
  rules: { readonly allowPrivate: boolean; readonly base?: URL },
): URL {
  const url = URL.parse(text, rules.base?.href)
  const where = rules.base ? `redirected from ${rules.base.hostname} to` : 'is not asked:'
  if (url === null) throw refusal(`${where} an invalid address`)
  const host = url.hostname
  if (url.protocol !== 'https:') throw refusal(`${where} an address without https (${host})`)
  if (url.port !== '') throw refusal(`${where} another port than 443 (${host})`)
  if (url.username !== '' || url.password !== '') {
    throw refusal(`${where} an address with a password (${host})`)
  }
  const literal = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(literal) && !isPublicAddress(literal) && !rules.allowPrivate) {
    throw refusal(`${where} a private address (${host})`)
  }
  if (hosts && !isDeclared(host, hosts))
    throw refusal(`${where} a host that is not the network's (${host})`)
  return url
}
