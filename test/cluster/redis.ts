import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePorts } from './free-ports.ts'
import { startServer } from './server-process.ts'

/** Redis on loopback, without a password or persistence: it is empty after a restart. */
export interface RedisServer {
  /** Unchanged by a restart. */
  readonly url: string
  /** Kills it with SIGKILL. */
  kill(): Promise<void>
  /** Starts it again on its port, killing it first if it is running. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @throws naming the missing Debian package */
export async function startRedis(): Promise<RedisServer> {
  const redis = commandOf('redis-server', 'redis-server')
  const command = commandOf('setpriv', 'util-linux')
  const [port] = await freePorts(1)
  const start = () =>
    startServer({
      name: 'Redis',
      command,
      // Redis does not watch its stdin, so the kernel ends it with its parent.
      args: [
        ...['--pdeathsig', 'KILL', redis, '--bind', '127.0.0.1', '--port', String(port)],
        ...['--save', '', '--appendonly', 'no'],
      ],
      answers: () => answersPing(port!),
    })
  let kill = await start()
  return {
    url: `redis://127.0.0.1:${port}`,
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

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  socket.end('PING\r\n')
  return (await text(socket)) === '+PONG\r\n'
}
