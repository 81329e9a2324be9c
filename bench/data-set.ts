import { createHash } from 'node:crypto'
import {
  constants,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Checkout, workIn } from './checkout.ts'
import { type Size, sizeFor } from './figures-shape.ts'
import { benchDirectory, type TemporaryFolder, temporaryFolder } from './temporary-folder.ts'

/** An installation with a year of figures, whose only account has all apps. */
export interface DataSet extends Size {
  /** The data directory. */
  readonly root: string
}

/**
 * Finds the data set of about this many rows, or has the checkout import it, a month at a time. It is kept until
 * its shape or the tables change.
 */
export async function ensureDataSet(wantedRows: number, checkout: Checkout): Promise<DataSet> {
  const size = sizeFor(wantedRows)
  const { appCount } = size
  const root = join(benchDirectory, `${appCount}-apps-${fingerprint(checkout)}`)
  const dataSet = { ...size, root }
  const mark = join(root, 'built')
  if (existsSync(mark)) return dataSet
  process.stderr.write(`Building ${shownSize(dataSet)} in ${root}; they are kept.\n`)
  rmSync(root, { recursive: true, force: true })
  mkdirSync(root, { recursive: true })
  await workIn(checkout, { task: 'fill', root, appCount })
  writeFileSync(mark, '')
  return dataSet
}

/** For a process that writes to it. */
export function copyDataSet({ root }: DataSet): TemporaryFolder {
  const copy = temporaryFolder('copy-')
  cpSync(root, copy.path, { recursive: true, mode: constants.COPYFILE_FICLONE })
  return copy
}

export const shownSize = ({ rowCount, appCount }: Size): string =>
  `${(rowCount / 1e6).toFixed(1)} M rows of ${appCount} apps`

/** Changes with the shape of the data set, and with the tables of the checkout. */
function fingerprint({ root }: Checkout): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(import.meta.dirname, 'figures-shape.ts')))
  hash.update(globSync('src/**/migrations/*.ts', { cwd: root }).sort().join())
  return hash.digest('hex').slice(0, 12)
}
