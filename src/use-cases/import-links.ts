import { linkColumns, linkRules } from '../publishers/link-columns.ts'
import { BadCells } from '../sources/bad-cells.ts'
import { withTables } from '../sources/readers/read-tables.ts'
import { limitExceeded } from '../sources/readers/reading.ts'
import { hashFiles, refuseRepeatedFiles } from '../sources/readers/repeated-files.ts'
import { checkCells } from '../values/cell-rule.ts'
import type { Platform } from '../values/platform.ts'
import { fileFacts } from './audit-facts.ts'
import { flag, inputFormat } from './fields.ts'
import { checkLinks, type StatedLink } from './link-apps.ts'
import { useCase } from './use-case.ts'
import { withDeadline } from './with-deadline.ts'

/** Links networks' app ids to apps from files: all of them or none. */
export const importLinks = useCase({
  name: 'import-links',
  request: {
    inputFormat,
    /** Replaces links to other apps. */
    replace: flag,
  },
  takesFiles: true,
  run: (services, request, { files, signal }) =>
    withDeadline(services.importLimits, signal, async (reading) => {
      await refuseRepeatedFiles(files, () => hashFiles(files, reading.signal))
      const bad = new BadCells()
      const links: StatedLink[] = []
      const tables = { ...services, ...reading }
      await withTables(files, request.inputFormat, linkColumns, tables, async (rows) => {
        for await (const { file, line, cells, fault } of rows) {
          const before = bad.count
          if (fault) bad.add({ file, line, ...fault })
          if (!cells) continue
          checkCells(cells, linkRules, (column, accepts) =>
            bad.add({ file, line, column, value: cells[column] ?? null, accepts }),
          )
          if (bad.count > before) continue
          const { network, network_app_id: networkAppId, app_id: appId, platform } = cells
          const stated = { network: network!, networkAppId: networkAppId!, appId: appId! }
          const { length } = links
          if (length >= tables.limits.apps) throw limitExceeded(file, 'apps', tables)
          links.push({ ...stated, ...(platform && { platform: platform as Platform }) })
        }
      })
      if (bad.count > 0) throw bad.refusal()
      await services.apps.link(await checkLinks(links, services, null), request.replace === true)
      return { files: files.map(({ name }) => name), linked: links.length }
    }),
  audit: (_request, { files, linked }) => [
    { action: 'links_imported', account: null, facts: { ...fileFacts(files), linked } },
  ],
})
