import type { Command } from 'commander'
import { localUrl } from '../config/local-url.ts'
import { readServeConfig } from '../config/serve.ts'
import { dataCommand } from './data-command.ts'
import { print } from './print.ts'
import { CommandError } from './report-failure.ts'
import type { Shell } from './shell.ts'

const answerTimeoutMs = 5_000

/** `adtally ready`: asks the server of these settings whether it is ready; health checks run it. */
export function readyCommand(shell: Shell): Command {
  return dataCommand({
    name: 'ready',
    summary: 'Ask the server whether it is ready; exits with 1 if not.',
    details:
      'Asks /readyz at the host and port of the settings. A port that is given to serve as a flag is not known here: use ADTALLY_PORT or the settings file.',
    examples: ['ready', 'ready --config /etc/adtally/adtally.toml'],
  }).action(async () => {
    const { host, port } = readServeConfig({}, shell.env)
    const url = `${localUrl(host, port)}/readyz`
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const answer = await fetch(url, { signal, redirect: 'error' }).catch(() => null)
    if (answer === null) throw new CommandError(`no server answers at ${url}`, [])
    if (!answer.ok) throw new CommandError(`${url} answered ${answer.status}`, [])
    print(shell, `${url} answered ${answer.status}`)
  })
}
