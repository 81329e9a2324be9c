import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = readonly [IncomingMessage, ServerResponse]

/** The requests that a connection is busy with. */
export interface ConnectionWork {
  readonly current: Exchange
  readonly waiting: Exchange[]
}

/**
 * Has the requests of one connection answered one after another. Node hands over all that a client
 * pipelines at once, and would keep every answer in memory until the one before it is read.
 *
 * @param maxWaiting requests of a connection that may wait; one more closes the connection
 */
export function oneAtATime(
  handle: RequestListener,
  maxWaiting: number,
  busy: WeakMap<Socket, ConnectionWork>,
): RequestListener {
  const begin = (socket: Socket, current: Exchange, waiting: Exchange[]) => {
    const [request, response] = current
    busy.set(socket, { current, waiting })
    response.once('close', () => next(socket, waiting))
    handle(request, response)
  }
  const next = (socket: Socket, waiting: Exchange[]) => {
    const following = socket.destroyed ? undefined : waiting.shift()
    if (!following) {
      busy.delete(socket)
      return
    }
    if (waiting.length === 0) socket.resume()
    begin(socket, following, waiting)
  }
  return (request, response) => {
    const { socket } = request
    const work = busy.get(socket)
    if (!work) {
      begin(socket, [request, response], [])
    } else if (work.waiting.length < maxWaiting) {
      work.waiting.push([request, response])
      socket.pause()
    } else {
      work.waiting.length = 0
      socket.destroy()
    }
  }
}
