import { Type } from 'typebox'
import { refuse } from '../ledger/refusals.ts'
import { fileFacts } from './audit-facts.ts'
import { username, wholeNumber } from './fields.ts'
import { publicFileName } from './public-file-names.ts'
import { useCase } from './use-case.ts'

const largestId = 2 ** 31 - 1

/** Removes a failed import from the lists. Its files stay where they are. */
export const dismissFailedImport = useCase({
  name: 'dismiss-failed-import',
  request: {
    id: wholeNumber(1, largestId),
    /** The account that it was for; any when absent. */
    account: Type.Optional(username),
  },
  run: async ({ accounts, failedImports }, { id, account: name }) => {
    const owner = name === undefined ? null : await accounts.get(name)
    const failure = await failedImports.byId(id)
    if (!failure || (owner && failure.accountId !== owner.id)) {
      throw refuse('unknown_failed_import', { id })
    }
    await failedImports.remove([id])
    const all = await accounts.list()
    const account = all.find((one) => one.id === failure.accountId)?.username ?? null
    return { id, account, files: failure.files }
  },
  audit: (_request, { account, files }) => [
    {
      action: 'failed_import_dismissed',
      account,
      facts: fileFacts(files.map(publicFileName)),
    },
  ],
})
