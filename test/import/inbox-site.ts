import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { wordForInbox } from '../../src/cli/word-for-inbox.ts'
import type { GivenFile } from '../../src/sources/readers/input-file.ts'
import type { ImportSummary } from '../../src/staging/import-summary.ts'
import { Inbox, type InboxReport } from '../../src/use-cases/inbox/inbox.ts'
import { type InboxDefaults, inboxRequest } from '../../src/use-cases/inbox/settings.ts'
import { csv, type ImportSite, openSite } from './import-site.ts'

/** A file of figures, and what they are once it is imported. */
export const march = csv(['2026-03-01,zap-ios,ownnet,video,US,100,1.5'])
export const marchFigures = ['2026-03-01 zap-ios ownnet video US 100 0 0 1500000']

/** The folders of an empty inbox. */
export const folders = ['done', 'failed', 'working']

interface InboxOptions {
  readonly defaults?: InboxDefaults
  /** What is done in place of an import of the files. */
  readonly importFiles?: (site: ImportSite, files: readonly GivenFile[]) => Promise<ImportSummary>
  /** How many looks have to find a file unchanged. */
  readonly unchangedLooks?: number
}

/** An inbox of a site. A file is imported once it is unchanged between two looks. */
export async function openInbox({
  defaults = {},
  importFiles,
  unchangedLooks = 1,
}: InboxOptions = {}) {
  const site = await openSite()
  const folder = join(site.root, 'inbox')
  const reports: InboxReport[] = []
  const warnings: string[] = []
  /** The next imports end with these. */
  const faults: Error[] = []
  const inbox = new Inbox(
    folder,
    async (files, settings) => {
      const fault = faults.pop()
      if (fault) throw fault
      if (importFiles) return importFiles(site, files)
      return site.importStats(files, inboxRequest(defaults, settings))
    },
    { report: (one) => reports.push(one), warn: (one) => warnings.push(one), word: wordForInbox },
    unchangedLooks,
  )
  await inbox.open()
  const at = (...names: string[]) => join(folder, ...names)
  const drop = async (path: string, content: string | object) => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), typeof content === 'string' ? content : JSON.stringify(content))
  }
  const look = async (times = 2) => {
    for (let time = 0; time < times; time++) await inbox.look()
  }
  const list = async (name = '') => (await readdir(at(name))).sort()
  /** Every file in the inbox, by its path. */
  const files = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
      .sort()
  }
  const message = () => (reports.at(-1) as { message?: string } | undefined)?.message
  return { site, folder, inbox, reports, warnings, faults, at, drop, look, list, files, message }
}
