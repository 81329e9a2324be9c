import { openInstallation } from '../src/compose/installation.ts'
import { setPassword } from '../src/use-cases/set-password.ts'
import type { DataSet } from './data-set.ts'
import { usernameOf } from './figures-shape.ts'

export const password = 'a password for the bench'

/** Lets the first account of a data set sign in. */
export async function givePassword({ directory }: DataSet): Promise<void> {
  const { call, close } = await openInstallation(directory, { use: 'command' })
  await call(setPassword, { username: usernameOf(0), password })
  await close()
}
