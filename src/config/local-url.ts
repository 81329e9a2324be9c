/** Addresses that mean all of the machine's, which no client can open, and those that reach them. */
const reachableAt: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** The address of a listener for clients on this machine. */
export function localUrl(listening: string, port: number): string {
  const host = reachableAt[listening] ?? listening
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
