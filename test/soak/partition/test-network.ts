import { execFileSync } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import type { TestHost } from '../../fixtures/test-host.ts'

/** Reserved for network tests (RFC 2544), so no real address is hidden. */
const subnet = `198.18.${process.pid % 256}`
const prefix = 'adtally-'
/** This process's own link to the bridge. */
const own = `adtally${process.pid}`
/** An Ethernet address that no host has. Packets to it are lost without an error. */
const nobody = '02:00:00:00:00:fe'

/** The ways in which a link can treat packets if the kernel has `netem`. */
export type Trouble = 'delay' | 'duplicate'
const netem: Readonly<Record<Trouble, readonly string[]>> = {
  delay: ['delay', '200ms', '150ms'],
  duplicate: ['duplicate', '30%'],
}

/**
 * Hosts on one machine: network namespaces, each with a link to a bridge. This process is also on the
 * bridge, with a link that is never cut.
 */
export class TestNetwork {
  readonly #hosts: ReadonlyMap<string, TestHost>
  readonly #onExit = () => this.destroy()

  /** @throws when namespaces are not allowed here */
  constructor(names: readonly string[]) {
    destroyAbandoned()
    process.once('exit', this.#onExit)
    try {
      addSpace('bridge')
      inSpace('bridge', 'ip', 'link', 'add', 'name', 'bridge', 'type', 'bridge')
      inSpace('bridge', 'ip', 'link', 'set', 'dev', 'bridge', 'up')
      addLink(own, [], 'client')
      run('ip', 'addr', 'add', `${subnet}.254/24`, 'dev', own)
      run('ip', 'link', 'set', 'dev', own, 'up')
      this.#hosts = new Map(names.map((name, index) => [name, addHost(name, index + 1)]))
    } catch (error) {
      this.destroy()
      throw error
    }
  }

  host(name: string): TestHost {
    const host = this.#hosts.get(name)
    if (!host) throw new Error(`There is no host ${name}.`)
    return host
  }

  /** Unplugs a host. */
  cut(name: string): void {
    inSpace('bridge', 'ip', 'link', 'set', 'dev', name, 'down')
  }

  plugIn(name: string): void {
    inSpace('bridge', 'ip', 'link', 'set', 'dev', name, 'up')
  }

  /** Loses all packets from one host to another; the other direction works. */
  lose(from: string, to: string): void {
    const { address } = this.host(to)
    const entry = [address, 'dev', 'eth0', 'lladdr', nobody, 'nud', 'permanent']
    inSpace(from, 'ip', 'neigh', 'replace', ...entry)
  }

  deliver(from: string, to: string): void {
    inSpace(from, 'ip', 'neigh', 'del', this.host(to).address, 'dev', 'eth0')
  }

  /** @throws when the kernel has no `netem` */
  disturb(name: string, trouble: Trouble): void {
    inSpace('bridge', 'tc', 'qdisc', 'add', 'dev', name, 'root', 'netem', ...netem[trouble])
  }

  calm(name: string): void {
    inSpace('bridge', 'tc', 'qdisc', 'del', 'dev', name, 'root')
  }

  /** Removes every namespace, and its links. */
  destroy(): void {
    process.off('exit', this.#onExit)
    // The kernel removes a namespace's links a while after its name.
    if (networkInterfaces()[own]) run('ip', 'link', 'del', 'dev', own)
    for (const space of spaces()) if (ownerOf(space) === process.pid) removeSpace(space)
  }
}

/** Why there can be no network of test hosts here; null when there can. */
export function whyNoNetwork(): string | null {
  try {
    new TestNetwork(['probe']).destroy()
    return null
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string }
    return (stderr || message).trim()
  }
}

/** Why links cannot delay or duplicate here; null when they can. */
export function whyNoTrouble(network: TestNetwork, host: string): string | null {
  try {
    network.disturb(host, 'delay')
    network.calm(host)
    return null
  } catch (error) {
    return (error as { stderr?: string }).stderr?.trim() ?? String(error)
  }
}

const spaceOf = (name: string): string => `${prefix}${process.pid}-${name}`
const ownerOf = (space: string): number => Number(space.slice(prefix.length).split('-')[0])

function addHost(name: string, index: number): TestHost {
  const address = `${subnet}.${index}`
  addSpace(name)
  addLink('eth0', ['netns', spaceOf(name)], name)
  inSpace(name, 'ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0')
  for (const link of ['lo', 'eth0']) inSpace(name, 'ip', 'link', 'set', 'dev', link, 'up')
  return { address, enter: ['nsenter', `--net=/run/netns/${spaceOf(name)}`] }
}

function addSpace(name: string): void {
  run('ip', 'netns', 'add', spaceOf(name))
}

/** A cable to the bridge. @param port its end at the bridge */
function addLink(name: string, place: readonly string[], port: string): void {
  const other = ['peer', 'name', port, 'netns', spaceOf('bridge')]
  run('ip', 'link', 'add', 'name', name, ...place, 'type', 'veth', ...other)
  inSpace('bridge', 'ip', 'link', 'set', 'dev', port, 'master', 'bridge', 'up')
}

/** Namespaces of killed test runs. */
function destroyAbandoned(): void {
  for (const space of spaces()) if (!isAlive(ownerOf(space))) removeSpace(space)
}

const spaces = (): string[] =>
  run('ip', 'netns', 'list')
    .split('\n')
    .map((line) => line.split(' ')[0]!)
    .filter((space) => /^adtally-\d+-/.test(space))

const removeSpace = (space: string): string => run('ip', 'netns', 'del', space)

const inSpace = (name: string, command: string, ...args: readonly string[]): string =>
  run('nsenter', `--net=/run/netns/${spaceOf(name)}`, command, ...args)

const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

function isAlive(processId: number): boolean {
  try {
    // Sends nothing; only checks whether something could be sent.
    process.kill(processId, 0)
    return true
  } catch {
    return false
  }
}
