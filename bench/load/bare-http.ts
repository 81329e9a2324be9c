import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { replyOf } from '../child-reply.ts'
import type { Address } from './load-types.ts'
import type { Side } from './measure.ts'

/** A server without an application, in its own process. */
export interface BareHttp extends Side {
  /** A request that is answered with this many bytes. */
  address(bytes: number): Address
  stop(): Promise<void>
}

/** Starts {@link BareHttp}. */
export async function startBareHttp(): Promise<BareHttp> {
  const child = fork(join(import.meta.dirname, 'bare-http-process.ts'))
  const baseUrl = (await replyOf(child)) as string
  return {
    baseUrl,
    headers: {},
    address: (bytes) => ({ path: `/bytes/${bytes}` }),
    async processorMs() {
      child.send('processor')
      return (await replyOf(child)) as number
    },
    async stop() {
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}
