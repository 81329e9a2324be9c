import type { Readable, Writable } from 'node:stream'
import type { Command } from 'commander'
import { Refusal } from '../values/refusal.ts'
import { callUseCase } from './connect.ts'
import { type DataOptions, dataCommand } from './data-command.ts'
import { reportFailure } from './report-failure.ts'
import type { Shell } from './shell.ts'
import { wordForCli } from './word-for-cli.ts'

/** `adtally mcp`: answers an agent over stdin and stdout. */
export function mcpCommand(shell: Shell): Command {
  return dataCommand({
    name: 'mcp',
    summary: 'Answer an agent that asks about figures (MCP), over stdin and stdout.',
    details:
      "Agents start this command by themselves: see docs/mcp.md for their settings. It only reads, and sees all apps of the account. It ends when stdin does. Agents elsewhere ask the server's /mcp with an API key instead.",
    examples: ['mcp studio', 'mcp studio --data-dir /srv/adtally/data'],
  })
    .argument('<username>', 'the account')
    .action(async (username: string, options: DataOptions) => {
      const { askTool } = await import('../use-cases/tools/ask-tool.ts')
      const { serveAgent } = await import('../http/mcp/serve-stdio.ts')
      // Opens the stores for each call, so that a server can start in between.
      const streams = { stdin: shell.stdin as Readable, stdout: shell.stdout as Writable }
      await serveAgent(streams, {
        ask: (tool, given, signal) => {
          const request = { username, tool, given: JSON.stringify(given) }
          return callUseCase(shell, options, askTool, request, { signal })
        },
        wordFailure: (error) => {
          reportFailure(shell, error)
          return error instanceof Refusal
            ? `${wordForCli(error).message}.`
            : 'Adtally failed; what the command prints on stderr tells why.'
        },
      })
    })
}
