import type { Command } from 'commander'
import type { DataDirectory } from '../config/data-directory.ts'
import { readWholeNumber } from '../config/settings.ts'
import { demoCurrencies } from '../demo/demo-rates.ts'
import { type DemoSize, demoDefaults } from '../demo/demo-size.ts'
import type { Call } from '../use-cases/use-case.ts'
import { dayOf } from '../values/day.ts'
import { addOptions, fieldsOf, takes } from './command-fields.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'
import { type ProgressDisplay, showProgress } from './show-progress.ts'

/** The default folder of demo data, which keeps it apart from real data. */
export const demoDirectory = './demo-data'

const { apps, days, seed, currency } = demoDefaults

const numberFrom = (name: string, least: number, most: number, about: string) =>
  takes('<n>', about, { read: (text) => readWholeNumber(name, text, least, most) })

const ofDemo = {
  apps: numberFrom('--apps', 1, 500, `number of apps, 1 to 500 (default: ${apps})`),
  days: numberFrom('--days', 1, 3_660, `number of days, 1 to 3660 (default: ${days})`),
  seed: numberFrom('--seed', 0, 2 ** 32 - 1, `seed of the random figures (default: ${seed})`),
  currency: takes('<code>', `the account's currency (default: ${currency})`, {
    choices: demoCurrencies,
  }),
}

/** `adtally demo`: a realistic account to try things on. */
export function demoCommand(shell: Shell): Command {
  const demo = dataCommand(
    {
      name: 'demo',
      summary: 'Create demo data, or add the days since.',
      details:
        'Creates an account called demo, with figures up to yesterday, and a public network. Run it again later without options: it adds the days since. Refuses a directory with other accounts, and a size, seed or currency that differs from the existing demo. With the same apps and seed, a day always has the same figures.',
      examples: ['demo', 'demo --apps 5 --days 90 --seed 7'],
    },
    demoDirectory,
  )
  return addOptions(demo, ofDemo).action(async (options: DataOptions) => {
    const directory = directoryOf(shell, options, demoDirectory)
    const given = fieldsOf<Partial<DemoSize>>(ofDemo, options)
    // Without options, an existing demo keeps its size.
    const wanted = Object.keys(given).length === 0 ? null : { ...demoDefaults, ...given }
    const changed = await prepareDemo(shell, directory, wanted, showProgress(shell))
    print(
      shell,
      `${changed ? 'Demo data is ready' : 'The demo data is up to date'}. See it with:\n  adtally serve --demo --data-dir ${directory.root}`,
    )
  })
}

/**
 * Creates or completes the demo in a directory.
 *
 * @param progress shows how far it is
 * @returns whether it changed anything
 */
export async function prepareDemo(
  shell: Shell,
  directory: DataDirectory,
  size: DemoSize | null,
  progress: ProgressDisplay,
): Promise<boolean> {
  const { installDemo } = await import('../demo/install-demo.ts')
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
    return await withCall(shell, directory, install, { mayCreate: true, upgrades: true })
  } finally {
    progress.stop()
  }
}
