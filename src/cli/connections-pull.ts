import type { Command } from 'commander'
import type { ConnectionView } from '../use-cases/connections/connection-view.ts'
import { callUseCase } from './connect.ts'
import { type DaysOptions, daysOf, named, withDays } from './connection-options.ts'
import { printError, printJson } from './print.ts'
import { printConnection, printPulledDays } from './print-connections.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

/** `adtally connections pull`. */
export function pullCommand(shell: Shell): Command {
  return withDays(
    named({
      name: 'pull',
      summary: 'Fetch days now, whether they are due or not.',
      details:
        'Without --from and --to, fetches the days that are due and those that the network may have restated.',
      examples: [
        'connections pull studio applovin-max',
        'connections pull studio applovin-max --from 2026-10-01 --to 2026-10-31',
      ],
    }),
    'fetch',
  ).action((username: string, name: string, options: DaysOptions) =>
    pullDays(shell, { account: username, name }, options),
  )
}

/** Fetches days, and prints how each of them is. */
export async function pullDays(
  shell: Shell,
  { account: username, name }: Pick<ConnectionView, 'account' | 'name'>,
  options: DaysOptions,
): Promise<void> {
  const { pullConnection } = await import('../use-cases/connections/pull-connection.ts')
  const progress = await showProgress(shell)
  const request = { username, name, ...daysOf(options) }
  const pulled = await callUseCase(shell, options, pullConnection, request, {
    onProgress: progress.update,
  }).finally(progress.stop)
  if (options.json) return printJson(shell, pulled)
  printPulledDays(shell, pulled.pulled_days, pulled.network)
  printConnection(shell, pulled)
  if (pulled.state === 'refused') printError(shell, 'adtally: the credentials were refused')
}
