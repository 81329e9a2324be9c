import { fileFacts } from './audit-facts.ts'
import {
  importCommunity as importRecords,
  type RecordKindName,
  recordKinds,
} from './community/import-community.ts'
import { flag, inputFormat, oneOf } from './fields.ts'
import { useCase } from './use-case.ts'
import { withDeadline } from './with-deadline.ts'

/** Adds or replaces games, users or activity of the public network from files. */
export const importCommunity = useCase({
  name: 'import-community',
  request: {
    kind: oneOf(Object.keys(recordKinds) as RecordKindName[]),
    inputFormat,
    /** Skips bad rows instead of refusing the import. */
    skipBadRows: flag,
  },
  takesFiles: true,
  run: (services, { kind, ...options }, { files, onProgress, signal }) =>
    withDeadline(services.importLimits, signal, (reading) =>
      importRecords(kind, files, options, { ...services, ...reading }, onProgress),
    ),
  audit: (_request, { kind, files, added, updated }) => [
    {
      action: 'community_imported',
      account: null,
      facts: { kind, ...fileFacts(files), added, updated },
    },
  ],
})
