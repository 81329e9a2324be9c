import ipaddr from 'ipaddr.js'

/** Some proxies state the port: `198.51.100.7:1234`, `[2001:db8::1]:1234`. */
const withPort = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The network that requests are counted by: an IPv4 address, or the first 64 bits of an IPv6 one, since a
 * household has all addresses that share them.
 *
 * @returns null for text that is no address
 */
export function clientNetwork(address: string | undefined): string | null {
  // A connection that was reset has no address any more.
  if (address === undefined) return null
  const parsed = parse(address)
  if (parsed === null) return null
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, 4) : parsed.toString()
}

/**
 * The first 48 bits of an IPv6 address: what a provider gives to one customer, who can make 65,536
 * networks of it.
 *
 * @returns null for IPv4, and for text that is no address
 */
export function clientSite(address: string): string | null {
  const parsed = parse(address)
  return parsed instanceof ipaddr.IPv6 ? prefixOf(parsed, 3) : null
}

/** Tells whether an address is in one of some networks, which may be single addresses too. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  const ranges = networks.map((network) => {
    if (ipaddr.isValidCIDR(network)) return ipaddr.parseCIDR(network)
    const parsed = ipaddr.process(network)
    return [parsed, parsed instanceof ipaddr.IPv6 ? 128 : 32] as [typeof parsed, number]
  })
  return (address) => {
    const parsed = parse(address)
    return parsed !== null && ranges.some((range) => isIn(parsed, range))
  }
}

type Address = ReturnType<typeof ipaddr.process>

const isIn = (address: Address, [network, bits]: [Address, number]): boolean =>
  address.kind() === network.kind() && (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits)

function parse(address: string): Address | null {
  const bare = (withPort.exec(address)?.slice(1).find(Boolean) ?? address).replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}

function prefixOf({ parts }: ipaddr.IPv6, groups: number): string {
  const network = parts.slice(0, groups).map((part) => part.toString(16))
  return `${network.join(':')}::/${16 * groups}`
}
