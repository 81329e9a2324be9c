import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy that can hang, like a machine that has lost its network. */
export interface StallingProxy {
  /** The server's address, through the proxy. */
  readonly url: string
  /** From now on nothing passes. New connections are accepted, and none is closed. */
  readonly stall: () => void
  /** New connections pass again; earlier ones hang for ever. */
  readonly recover: () => void
  readonly close: () => Promise<void>
}

export async function startStallingProxy(serverUrl: string): Promise<StallingProxy> {
  const url = new URL(serverUrl)
  const target = { host: url.hostname, port: Number(url.port) }
  const sockets = new Set<Socket>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
  }
  let isStalled = false
  const proxy = createServer((client) => {
    keep(client)
    if (isStalled) {
      client.pause()
      return
    }
    const server = connect(target)
    keep(server)
    client.pipe(server)
    server.pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  url.port = String((proxy.address() as { port: number }).port)
  return {
    url: url.href,
    stall: () => {
      isStalled = true
      for (const socket of sockets) socket.unpipe().pause()
    },
    recover: () => {
      isStalled = false
    },
    close: async () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
      await once(proxy, 'close')
    },
  }
}
