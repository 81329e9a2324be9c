import { keepPreviousData } from '@tanstack/react-query'
import { useAccount, useAnswer } from '../../api/queries.ts'
import { Paging } from '../../controls/paging.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failed, Skeleton } from '../../layout/states.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { FailedDays } from './failed-days.tsx'
import { FailedImports } from './failed-imports.tsx'
import { ImportFiles } from './import-files.tsx'
import { Ledger } from './ledger.tsx'
import { SetAside } from './set-aside.tsx'

const ownNames = ['before'] as const

/** Imports files, and lists imports, undos and refused imports of the account. */
export default function Imports() {
  const { permissions } = useAccount()
  const { own, change } = useOwnSearch(ownNames)
  const { data, error, isPending, refetch } = useAnswer('imports', own, {
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageTitle of="/dashboard/imports" />
      <ImportFiles />
      {error && <Failed error={error} onRetry={() => refetch()} />}
      {isPending && <Skeleton height={420} />}
      {data && data.failed.length > 0 && <FailedImports failed={data.failed} />}
      {data && data.failed_days.length > 0 && <FailedDays days={data.failed_days} />}
      {data && data.set_aside.length > 0 && <SetAside names={data.set_aside} />}
      {data && data.imports.length === 0 && (
        <Empty title="No imports yet">
          <p>Here you will see what each import changed, and can undo it.</p>
          <p>
            {permissions.includes('import')
              ? 'Drop a report above, or '
              : 'Ask an editor of this account, or '}
            import it on the server with <code>adtally import stats report.csv</code>, or drop it
            into the inbox (<code>adtally serve --inbox FOLDER</code>).
          </p>
        </Empty>
      )}
      {data && data.imports.length > 0 && <Ledger imports={data.imports} />}
      <Paging
        before={own.before ?? null}
        nextBefore={data && (data.next_before?.toString() ?? null)}
        earlier="Earlier imports"
        onChange={(before) => change({}, { before: before ?? undefined })}
      />
    </>
  )
}
