import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A new folder that is removed with everything in it at the end of its scope: `await using folder = await …`.
 *
 * @param parent is made where it is missing
 */
export async function temporaryFolder(
  parent: string,
  prefix: string,
): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(parent, { recursive: true })
  return mkdtempDisposable(join(parent, prefix))
}
