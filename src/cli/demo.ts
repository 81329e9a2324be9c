import type { Command } from 'commander'
import type { DataDirectory } from '../config/data-directory.ts'
import { ConfigError } from '../config/settings.ts'
import { type DemoSize, demoDefaults } from '../demo/demo-size.ts'
import { dayOf } from '../values/day.ts'
import { withCall } from './connect.ts'
import { type DataOptions, dataCommand, directoryOf } from './data-command.ts'
import { print } from './print.ts'
import type { Shell } from './shell.ts'
import { showProgress } from './show-progress.ts'

/** Demo data lies apart from real data unless told otherwise. */
export const demoDirectory = './demo-data'

interface DemoOptions extends DataOptions {
  readonly apps: string
  readonly days: string
  readonly seed: string
}

/** `adtally demo`: a realistic account to look at. */
export function demoCommand(shell: Shell): Command {
  const { apps, days, seed } = demoDefaults
  return dataCommand(
    'demo',
    `Make demo data: one account, "demo", whose figures end yesterday. It lies in ${demoDirectory} unless --data-dir or ADTALLY_DATA_DIR says otherwise. Equal numbers give equal figures.`,
    'demo --apps 5 --days 90 --seed 7',
  )
    .option('--apps <n>', 'apps, 1 to 500', String(apps))
    .option('--days <n>', 'days, 1 to 3660', String(days))
    .option('--seed <n>', 'what the figures are drawn from', String(seed))
    .action(async (options: DemoOptions) => {
      const directory = directoryOf(shell, options, demoDirectory)
      const done = await prepareDemo(shell, directory, {
        apps: wholeNumber('apps', options.apps, 1, 500),
        days: wholeNumber('days', options.days, 1, 3_660),
        seed: wholeNumber('seed', options.seed, 0, 2 ** 32 - 1),
      })
      print(
        shell,
        `${done ? 'Demo data is ready' : 'The demo data is up to date'}. See it with:\n  adtally serve --demo --data-dir ${directory.root}`,
      )
    })
}

/** Makes or completes the demo of a directory. @returns whether anything had to be done */
export async function prepareDemo(
  shell: Shell,
  directory: DataDirectory,
  size: DemoSize | null,
): Promise<boolean> {
  const { installDemo } = await import('../demo/install-demo.ts')
  const progress = await showProgress(shell)
  try {
    return await withCall(shell, directory, (call) =>
      installDemo(
        size,
        {
          call,
          notePath: directory.demo,
          workDirectory: directory.work,
          today: dayOf(Date.now()),
        },
        progress.update,
      ),
    )
  } finally {
    progress.stop()
  }
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw new ConfigError(`--${option}: "${text}" is not a whole number from ${least} to ${most}`)
}
