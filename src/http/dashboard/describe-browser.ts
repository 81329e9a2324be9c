import type { FastifyRequest } from 'fastify'
import type { SessionClient } from '../../publishers/session.ts'
import { clientNetwork } from '../plugins/client-network.ts'

/** The first that matches: Edge and Opera name Chrome too, and Chrome names Safari. */
const browsers = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const systems = {
  Android: 'Android',
  iPhone: 'iPhone',
  iPad: 'iPad',
  Windows: 'Windows',
  'Mac OS X': 'macOS',
  CrOS: 'ChromeOS',
  Linux: 'Linux',
}

/** A browser as its owner knows it: "Firefox on Linux". @returns empty when it is unknown */
export function describeBrowser(userAgent: string): string {
  const nameIn = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).find(([word]) => userAgent.includes(word))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? '')
}

/** Where a request comes from, for the list of sessions. */
export const sessionClientOf = ({ headers, ip }: FastifyRequest): SessionClient => ({
  browser: describeBrowser((headers['user-agent'] ?? '').slice(0, 1_000)),
  network: clientNetwork(ip) ?? '',
})
