import { useAction, useAnswer } from '../../api/queries.ts'
import type { StatementAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { Card } from '../../layout/card.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { useOwnSearch } from '../../view/use-own-search.ts'
import { BankMappings } from './bank-mappings.tsx'
import { numbers } from './cells.tsx'
import { ImportStatement } from './import-statement.tsx'
import { Lines } from './lines.tsx'

const ownNames = ['statement'] as const

/** Imports of statements and payments, and how files of banks are read. */
export default function Statements() {
  const statements = useAnswer('money/statements')
  const { own } = useOwnSearch(ownNames)
  return (
    <>
      <PageTitle of="/dashboard/money/statements" />
      <p className="under-title">What networks billed, deducted and paid, from their statements.</p>
      {statements.data && (
        <div>
          <ImportStatement />
        </div>
      )}
      {own.statement !== undefined && (
        <Card
          title={`Lines of ${own.statement}`}
          actions={<PageLink to="/dashboard/money/statements">Hide</PageLink>}
        >
          <Lines of={{ statement: own.statement }} empty="It has no lines." />
        </Card>
      )}
      <LoadedList
        query={statements}
        rowsOf={({ statements: all }) => all}
        empty="No statements yet"
        advice={<p>Import a statement or a payment, and you will see what is open.</p>}
      >
        {(all) => <StatementTable statements={all} />}
      </LoadedList>
      {statements.data && <BankMappings />}
    </>
  )
}

function StatementTable({ statements }: { statements: readonly StatementAnswer[] }) {
  const formats = useFormats()
  const { searchWith } = useOwnSearch(ownNames)
  const undoing = useAction('money/statements/undo')
  const columns: ListColumn<StatementAnswer>[] = [
    {
      title: 'Statement',
      cell: ({ id, file }) => (
        <>
          <PageLink to="/dashboard/money/statements" search={searchWith({ statement: id })}>
            {id}
          </PageLink>{' '}
          <small>{visible(file)}</small>
        </>
      ),
    },
    { title: 'Format', cell: ({ source }) => visible(source) },
    {
      title: 'Imported',
      cell: ({ imported_at: at, imported_by: by, undone_at: undone }) => (
        <>
          {formats.instant(at)} by <bdi>{by ?? 'the operator'}</bdi>{' '}
          {undone !== null && <small>Undone {formats.instant(undone)}</small>}
        </>
      ),
    },
    numbers('Lines', ({ lines }) => formats.count(lines)),
    numbers('Waiting', ({ waiting }) => formats.count(waiting)),
    numbers('Skipped', ({ skipped }) => formats.count(skipped)),
  ]
  return (
    <>
      <Failure error={undoing.error} isCard />
      <ListTable
        label="Statements"
        rows={statements}
        keyOf={({ id }) => id}
        attributesOf={({ id }) => ({ 'data-statement': id })}
        columns={columns}
        actionsOf={({ id, undone_at: undone }) =>
          undone === null && (
            <ConfirmDialog
              label="Undo"
              about={id}
              title={`Undo statement ${id}?`}
              text="Its lines no longer count, and what was assigned of them is lost. A statement that a closed month uses cannot be undone."
              action="Undo"
              onConfirm={() => undoing.mutate({ id })}
            />
          )
        }
      />
    </>
  )
}
