import { Child } from './child.ts'
import type { WorkOf, WorkResults } from './work-process.ts'

/** A folder with the sources of Adtally and their packages. */
export interface Checkout {
  /** As tables name it. */
  readonly name: string
  readonly root: string
}

/** Has a checkout do something with its own stores, in a process of its own. */
export async function workIn<Task extends keyof WorkResults>(
  { root }: Checkout,
  work: WorkOf<Task>,
  env: Readonly<Record<string, string>> = {},
): Promise<WorkResults[Task]> {
  await using child = await Child.start('work-process.ts', [root], env)
  return (await child.ask(work)) as WorkResults[Task]
}
