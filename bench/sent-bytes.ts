import { Socket } from 'node:net'

const sockets = new Set<Socket>()

/** Counts what this process sends over the network from now on. */
export function countSentBytes(): void {
  const { connect } = Socket.prototype
  Socket.prototype.connect = function (this: Socket, ...given: unknown[]) {
    sockets.add(this)
    return Reflect.apply(connect, this, given) as Socket
  }
}

/** The bytes of all connections since {@link countSentBytes}, without what Internet protocols add. */
export function sentBytes(): number {
  let bytes = 0
  for (const socket of sockets) bytes += socket.bytesWritten
  return bytes
}
