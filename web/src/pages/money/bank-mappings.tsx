import { useAction, useAnswer } from '../../api/queries.ts'
import type { MappingAnswer } from '../../api/wire.ts'
import { networkName } from '../../figures/names.ts'
import { visible } from '../../figures/visible.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { column } from './columns.tsx'
import { SaveMapping } from './save-mapping.tsx'

/** How the files of banks are read. */
export function BankMappings() {
  const { data, error, refetch } = useAnswer('money/mappings')
  const deleting = useAction('money/mappings/delete')
  const columns: ListColumn<MappingAnswer>[] = [
    column('Name', ({ name }) => visible(name)),
    column('Columns', columnsText),
    column('Currency', ({ currency }) => currency),
    column('Payers', payersText),
  ]
  return (
    <section className="card" aria-labelledby="mappings-title">
      <header className="card-head">
        <h2 id="mappings-title">Files of banks</h2>
        {data && <SaveMapping />}
      </header>
      <p className="note">
        Which columns of a bank’s CSV are read, and which network pays. Other columns and lines are
        not stored.
      </p>
      <Failure error={error} onRetry={() => refetch()} />
      <Failure error={deleting.error} />
      {data && data.mappings.length > 0 && (
        <ListTable
          label="Files of banks"
          isCard={false}
          className=""
          rows={data.mappings}
          keyOf={({ name }) => name}
          attributesOf={({ name }) => ({ 'data-mapping': name })}
          columns={columns}
          actionsOf={(mapping) => (
            <>
              <SaveMapping mapping={mapping} />
              <ConfirmDialog
                label="Delete"
                about={mapping.name}
                title={`Delete ${mapping.name}?`}
                text="Statements that were imported with it stay."
                action="Delete"
                onConfirm={() => deleting.mutate({ name: mapping.name })}
              />
            </>
          )}
        />
      )}
    </section>
  )
}

const columnsText = ({ columns }: MappingAnswer): string =>
  Object.entries<string>(columns)
    .map(([role, column]) => `${role}: ${visible(column)}`)
    .join(', ')

const payersText = ({ payers }: MappingAnswer): string =>
  payers.map(({ contains, network }) => `${visible(contains)}: ${networkName(network)}`).join(', ')
