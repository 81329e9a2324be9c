import { join } from 'node:path'

/** The folder of the checkout, or of the installed package, where all sources are in a few files of `dist/`. */
export const projectFolder = join(import.meta.dirname, '..')
