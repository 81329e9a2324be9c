import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ask, type Era, eras, newClient, refusalOf } from '../fixtures/mcp-agent.ts'
import { adtallyWorks } from './run-adtally.ts'
import { commandLine, spawnAdtally } from './spawn-adtally.ts'
import { shareServer, shareStudio } from './studio.ts'

/** Starts the command as an agent does. */
async function startAgent(username: string, env: Readonly<Record<string, string>>, era: Era) {
  const client = newClient(era)
  const [command, ...args] = commandLine(['mcp', username]) as [string, ...string[]]
  const transport = new StdioClientTransport({ command, args, env: { ...env }, stderr: 'pipe' })
  let printed = ''
  transport.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, pid: transport.pid!, printed: () => printed }
}

describe.each([
  ['without a server', false],
  ['through a server', true],
])('mcp %s', (_title, through) => {
  const shared = shareStudio()
  beforeAll(
    async () => void (await adtallyWorks(['import', 'stats', 'stats.csv'], shared().options)),
  )
  if (through) shareServer(shared)

  test.each(eras)('answers an agent that starts it and speaks %s', async (era) => {
    const { client } = await startAgent('studio', shared().options.env!, era)
    expect((await client.listTools()).tools).toHaveLength(6)
    const asked = { start_date: '2026-03-01', end_date: '2026-03-02', dimensions: ['app_name'] }
    expect(await ask(client, 'run_report', { ...asked, metrics: ['revenue'] })).toMatchObject({
      rows: [
        ['Brick', 0.5],
        ['Zap', 12.5],
      ],
      totals: { revenue: 13 },
    })
    expect(await refusalOf(client, 'run_report', {})).toMatch(/start_date: is required/)
  })

  test('tells the agent that the account does not exist, and prints it', async () => {
    const { client, printed } = await startAgent('nobody', shared().options.env!, '2026-07-28')
    const refusal = await refusalOf(client, 'describe_data', {})
    expect(refusal).toMatch(/no account.*nobody/i)
    expect(printed()).toContain('nobody')
  })

  test('ends with its stdin', async () => {
    expect(await spawnAdtally(['mcp', 'studio'], shared().options)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    })
  })
})
