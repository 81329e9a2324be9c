import type { Command } from 'commander'
import type { DataDirectory } from '../config/data-directory.ts'
import { wholeNumber } from '../config/settings.ts'

import { type DemoSize, demoDefaults } from '../demo/demo-size.ts'
import type { Call } from '../use-cases/use-case.ts'
import { dayOf } from '../values/day.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

/** The default folder of demo data, which keeps it apart from real data. */
export const demoDirectory = './demo-data'

interface DemoOptions extends DataOptions {
  readonly apps: string
  readonly days: string
  readonly seed: string
}

/** `adtally demo`: a realistic account to try things on. */
export function demoCommand(shell: Shell): Command {
  const { apps, days, seed } = demoDefaults
  return dataCommand(
    {
      name: 'demo',
      summary: 'Create demo data, or add the days since.',
      details:
        'Creates an account called demo, with figures up to yesterday, and a public network. The same apps, days and seed always give the same figures.',
      examples: ['demo', 'demo --apps 5 --days 90 --seed 7'],
    },
    demoDirectory,
  )
    .option('--apps <n>', 'number of apps, 1 to 500', String(apps))
    .option('--days <n>', 'number of days, 1 to 3660', String(days))
    .option('--seed <n>', 'seed of the random figures', String(seed))
    .action(async (options: DemoOptions) => {
      const directory = directoryOf(shell, options, demoDirectory)
      const changed = await prepareDemo(shell, directory, {
        apps: wholeNumber('--apps', options.apps, 1, 500),
        days: wholeNumber('--days', options.days, 1, 3_660),
        seed: wholeNumber('--seed', options.seed, 0, 2 ** 32 - 1),
      })
      print(
        shell,
        `${changed ? 'Demo data is ready' : 'The demo data is up to date'}. See it with:\n  adtally serve --demo --data-dir ${directory.root}`,
      )
    })
}

/** Creates or completes the demo in a directory. @returns whether it changed anything */
export async function prepareDemo(
  shell: Shell,
  directory: DataDirectory,
  size: DemoSize | null,
): Promise<boolean> {
  const { installDemo } = await import('../demo/install-demo.ts')
  const progress = await showProgress(shell)
  try {
    const install = (call: Call) =>
      installDemo(
        size,
        {
          call,
          notePath: directory.demo,
          workDirectory: directory.work,
          today: dayOf(Date.now()),
        },
        progress.update,
      )
    return await withCall(shell, directory, install, true)
  } finally {
    progress.stop()
  }
}
