import { importApps as importAppFiles } from '../publishers/import-apps.ts'
import { fileFacts } from './audit-facts.ts'
import { inputFormat } from './fields.ts'
import { useCase } from './use-case.ts'
import { withDeadline } from './with-deadline.ts'

/** Adds or updates apps from files. */
export const importApps = useCase({
  name: 'import-apps',
  request: { inputFormat },
  takesFiles: true,
  run: (services, request, { files, signal }) =>
    withDeadline(services.importLimits, signal, (reading) =>
      importAppFiles(files, request.inputFormat, { ...services, ...reading }),
    ),
  audit: (_request, { files, added, updated }) => [
    { action: 'apps_imported', account: null, facts: { ...fileFacts(files), added, updated } },
  ],
})
