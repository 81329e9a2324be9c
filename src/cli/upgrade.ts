import type { Command } from 'commander'
import { withOwner } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'

/** `adtally upgrade`: brings the data of an earlier release up to date. */
export function upgradeCommand(shell: Shell): Command {
  return dataCommand({
    name: 'upgrade',
    summary: 'Bring the data of an earlier release up to date, as a starting server does.',
    details:
      'Copies each file first. Other commands refuse data of an earlier release, and change nothing.',
    examples: ['upgrade --data-dir /var/lib/adtally'],
  }).action(async (options: DataOptions) => {
    const directory = directoryOf(shell, options)
    const done = { through: async () => undefined, alone: async () => undefined }
    await withOwner(shell, directory, done, { upgrades: true })
    print(shell, `The data in ${directory.root} is of this release.`)
  })
}
