import type { Command } from 'commander'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print, printError } from './print.ts'
import type { Shell } from './shell.ts'

/** `adtally accept-restore`: begins a new generation of the figures. */
export function acceptRestoreCommand(shell: Shell): Command {
  return dataCommand({
    name: 'accept-restore',
    summary: 'Accept stores that you restored yourself, without adtally restore.',
    details:
      'Run it once after you copied stores back yourself, while Adtally is stopped; adtally restore does it by itself. Cached answers and cursors from before the restore expire. If one store is older than the other, it keeps what it has: restore both from one backup where you can.',
    examples: ['accept-restore --data-dir /var/lib/adtally'],
  }).action(async (options: DataOptions) => {
    const { openInstallation } = await import('../compose/installation.ts')
    const installation = await openInstallation(directoryOf(shell, options), {
      use: 'command',
      acceptRestore: true,
      warn: (message) => printError(shell, `adtally: warning: ${message}`),
    })
    await installation.close()
    print(shell, 'Accepted. Cursors and cached answers from before the restore have expired.')
  })
}
