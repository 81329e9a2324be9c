import { createMcpHandler } from '@modelcontextprotocol/server'
import { type Ask, mcpServer } from './mcp-server.ts'

/** A request whose body was read. */
interface ReadRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

/**
 * Answers a request of the protocol over HTTP.
 *
 * @param signal aborts when the client disconnects
 */
export async function answerMcp(
  { headers, body }: ReadRequest,
  signal: AbortSignal,
  { ask, wordFailure }: { readonly ask: Ask; readonly wordFailure: (error: unknown) => string },
): Promise<Response> {
  // Without subscriptions, no answer is a stream that goes on.
  const handler = createMcpHandler(() => mcpServer(ask, wordFailure), { maxSubscriptions: 0 })
  const given = Object.entries(headers).map(([name, value = '']) => [
    name,
    [value].flat().join(', '),
  ])
  const request = new Request('http://server/mcp', {
    method: 'POST',
    headers: Object.fromEntries(given),
    body: JSON.stringify(body),
    signal,
  })
  return handler.fetch(request, { parsedBody: body })
}
