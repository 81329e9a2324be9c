import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { loopback, type TestHost } from '../fixtures/test-host.ts'
import { freePorts } from './free-ports.ts'
import { startServer } from './server-process.ts'

/** Redis without a password or persistence: it is empty after a restart. */
export interface RedisServer {
  /** Unchanged by a restart. */
  readonly url: string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on its port, killing it first if it is running. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * @param host where it runs
 * @throws naming the missing Debian package
 */
export async function startRedis(host: TestHost = loopback): Promise<RedisServer> {
  const redis = commandOf('redis-server', 'redis-server')
  const command = commandOf('setpriv', 'util-linux')
  const [port] = await freePorts(1)
  const start = () =>
    startServer({
      name: 'Redis',
      command,
      host,
      // Redis does not watch its stdin, so the kernel ends it with its parent.
      args: [
        ...['--pdeathsig', 'KILL', redis, '--bind', host.address, '--port', String(port)],
        // Or it answers nobody but loopback.
        ...['--save', '', '--appendonly', 'no', '--protected-mode', 'no'],
      ],
      answers: () => answersPing(host.address, port!),
    })
  let kill = await start()
  return {
    url: `redis://${host.address}:${port}`,
    kill: () => kill(),
    async restart() {
      await kill()
      kill = await start()
    },
    stop: () => kill(),
  }
}

function commandOf(name: string, debianPackage: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  if (found === undefined) {
    throw new Error(`${name} is not on PATH: install Debian's package ${debianPackage}`)
  }
  return found
}

async function answersPing(address: string, port: number): Promise<boolean> {
  const socket = connect(port, address)
  socket.end('PING\r\n')
  return (await text(socket)) === '+PONG\r\n'
}
