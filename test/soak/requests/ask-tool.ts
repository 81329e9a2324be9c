import type { FastifyInstance } from 'fastify'
import type { Response } from '../../fixtures/report-server.ts'
import { toolPath } from './routes.ts'

/** Asks a tool for agents. The path has its name, and the query its arguments. */
export async function askTool(app: FastifyInstance, path: string, key: string): Promise<Response> {
  const { pathname, searchParams } = new URL(path, 'http://server')
  const given = [...searchParams].map(([name, value]) => [name, argumentOf(name, value)])
  const response = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: pathname.slice(toolPath.length), arguments: Object.fromEntries(given) },
    },
  })
  return Object.assign(response, { body: answerIn(response.body) })
}

function argumentOf(name: string, value: string): unknown {
  if (name === 'limit') return Number(value)
  return single.has(name) ? value : value.split(',')
}

const single = new Set(['start_date', 'end_date', 'as_of', 'compare', 'cursor', 'order_by'])

/** The answer's value, or its text where it is a refusal. */
function answerIn(body: string): string {
  const message = /^data: (.*)$/m.exec(body)?.[1] ?? body
  const { result } = JSON.parse(message)
  return JSON.stringify(result?.structuredContent ?? result ?? message)
}
