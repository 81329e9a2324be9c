import { type LookupAddress, type LookupOptions, lookup as lookUp } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/** A cloud's own services answer here, although the address looks public. */
const hostServices: ReadonlySet<string> = new Set(['168.63.129.16'])
const publicIPv6 = ipaddr.parseCIDR('2000::/3')
/** Networks without IPv4 reach all of it through these addresses. */
const translatedIPv4 = ipaddr.parseCIDR('64:ff9b::/96')

/**
 * Whether an IP address is one of the public internet: not private, shared, loopback, link-local,
 * multicast, reserved or a cloud's metadata service.
 *
 * @returns false for text that is no address
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  if (address instanceof ipaddr.IPv4) {
    return address.range() === 'unicast' && !hostServices.has(address.toString())
  }
  if (address.match(translatedIPv4)) {
    return isPublicAddress(ipaddr.fromByteArray(address.toByteArray().slice(12)).toString())
  }
  return address.range() === 'unicast' && address.match(publicIPv6)
}

/** A host's name leads into a private network. */
export class PrivateAddressError extends Error {
  override readonly name = 'PrivateAddressError'
  readonly code = 'PRIVATE_ADDRESS'

  constructor() {
    super('The host has a private address.')
  }
}

/** Looks a name up as Node does. */
export type LookUp = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * A lookup that refuses names with any address that is not public. Sockets connect to the very addresses
 * that were checked, so a name that changes meanwhile gains nothing.
 */
export const publicLookup =
  (lookup: LookUp = lookUp): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) {
        done(error ?? Object.assign(new Error('No address'), { code: 'ENOTFOUND' }), '')
      } else if (addresses.some(({ address }) => !isPublicAddress(address))) {
        done(new PrivateAddressError(), '')
      } else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })
  }
