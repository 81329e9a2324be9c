import { formatInstant } from '../../values/instant.ts'
import { publicFileName, withPublicFileNames } from '../public-file-names.ts'
import { toDoKind } from './to-do-kind.ts'

const maxFailures = 50

/** A refused import whose files were not imported since. */
export const failedImport = toDoKind({
  name: 'failed_import',
  needs: 'import',
  ofAllApps: true,
  find: async ({ principal, services }) => {
    const failed = await services.failedImports.ofAccount(principal.account.id, maxFailures)
    return failed.map(({ id, failedAtMs, files, why }) => ({
      network: null,
      connection: null,
      days: [],
      moneyMicros: null,
      page: '/dashboard/imports',
      facts: {
        id,
        failed_at: formatInstant(failedAtMs),
        files: files.map(publicFileName),
        why: withPublicFileNames(why, files),
      },
    }))
  },
})
