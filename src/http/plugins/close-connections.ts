import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Closes connections that Node leaves open when a server closes: unused ones, which browsers open in
 * advance, and those whose response ends later.
 */
export function closeConnections(app: FastifyInstance): void {
  const open = new Set<Socket>()
  let closing = false
  app.server.on('connection', (socket: Socket) => {
    if (closing) socket.destroy()
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  })
  app.addHook('onResponse', async () => {
    // Node counts the connection as idle only after this event.
    if (closing) setImmediate(() => app.server.closeIdleConnections())
  })
}
