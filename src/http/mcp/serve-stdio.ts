import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { type AgentCalls, mcpServer } from './mcp-server.ts'

/** Answers an agent that started this process, until it closes stdin. */
export async function serveAgent(
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  calls: AgentCalls,
): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout)
  const served = serveStdio(() => mcpServer(calls), { transport, maxSubscriptions: 0 })
  await finished(stdin, { writable: false }).catch(() => undefined)
  await served.close()
}
