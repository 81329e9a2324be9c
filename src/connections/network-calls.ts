import type { Answer, Ask } from '../sources/connector.ts'

/**
 * PORT: sends requests to networks. Only https, and only to hosts that a connector declares. Redirects
 * are followed to these hosts alone, and lose their headers when the host differs.
 */
export interface NetworkCalls {
  /**
   * @param hosts the connector's hosts
   * @param signal gives the request up
   * @returns the answer, whatever its status
   * @throws NetworkFault `try-later` when there was no whole answer in time; `request-refused` when the
   *   answer is too large, or the address is not one of the hosts. Its message has no part of the address
   *   but the host.
   */
  call(ask: Ask, hosts: readonly string[], signal: AbortSignal): Promise<Answer>
}
