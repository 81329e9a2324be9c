import { createMcpHandler } from '@modelcontextprotocol/server'
import { type AgentCalls, mcpServer } from './mcp-server.ts'

/** A request whose body was read. */
interface ReadRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

/** Answers a request of the protocol over HTTP. */
export function answerMcp({ headers, body }: ReadRequest, asked: AgentCalls): Promise<Response> {
  // Without subscriptions, no answer is a stream that goes on.
  const handler = createMcpHandler(() => mcpServer(asked), { maxSubscriptions: 0 })
  const given = Object.entries(headers).map(([name, value = '']) => [
    name,
    [value].flat().join(', '),
  ])
  const request = new Request('http://server/mcp', {
    method: 'POST',
    headers: Object.fromEntries(given),
  })
  return handler.fetch(request, { parsedBody: body })
}
