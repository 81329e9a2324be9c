import { sources } from '../sources/all-sources.ts'
import { importApps as importAppFiles } from './app-files.ts'
import { fileFacts } from './audit-facts.ts'
import { flag, inputFormat } from './fields.ts'
import { useCase } from './use-case.ts'
import { withDeadline } from './with-deadline.ts'

/** Networks whose own reports can be imported. */
const linkedNetworks = [...new Set([...sources.values()].map(({ network }) => network))].sort()

/** Adds or updates apps from files. */
export const importApps = useCase({
  name: 'import-apps',
  request: {
    inputFormat,
    /** Replaces links to other apps. */
    replace: flag,
  },
  takesFiles: true,
  run: (services, request, { files, signal }) =>
    withDeadline(services.importLimits, signal, (reading) =>
      importAppFiles(
        files,
        request.inputFormat,
        { ...services, ...reading, linkedNetworks },
        request.replace === true,
      ),
    ),
  audit: (_request, { files, added, updated }) => [
    { action: 'apps_imported', account: null, facts: { ...fileFacts(files), added, updated } },
  ],
})
