import { useMutation } from '@tanstack/react-query'
import { useAccount } from '../../api/queries.ts'
import { get } from '../../api/request.ts'
import type { AnswerTo, IssuedAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { saveFile } from '../../tables/save-file.ts'
import { Amount, monthText, numbers } from '../money/cells.tsx'

const mediaTypes = { html: 'text/html', csv: 'text/csv', json: 'application/json' }
type Format = keyof typeof mediaTypes
const formatsOfFiles = Object.keys(mediaTypes) as readonly Format[]

export interface StatementTableProps {
  readonly statements: readonly IssuedAnswer[]
  /** Whose they are; absent for those of the account itself. */
  readonly partner?: string
}

/** Statements that were issued, with their files. */
export function StatementTable({ statements, partner }: StatementTableProps) {
  const formats = useFormats()
  const saving = useStatementFiles(partner)
  return (
    <>
      <Failure error={saving.error} />
      <ListTable
        label="Issued statements"
        isCard={false}
        rows={statements}
        keyOf={({ number }) => number}
        attributesOf={({ month }) => ({ 'data-issued': month })}
        columns={[
          {
            title: 'Month',
            cell: ({ month, number }) => (
              <>
                {monthText(month, formats)} <small>{number}</small>
              </>
            ),
          },
          { title: 'State', cell: ({ state }) => (state === 'paid' ? 'Paid' : 'Approved') },
          numbers('Share', ({ net }: IssuedAnswer) => <Amount of={net} />),
          numbers('Total', ({ total }: IssuedAnswer) => <Amount of={total} />),
          numbers('Due', ({ due_on: due }: IssuedAnswer) => formats.day(due, 'short')),
        ]}
        actionsOf={({ number: statement }) =>
          formatsOfFiles.map((format) => (
            <QuietButton
              key={format}
              aria-label={`Download ${statement} as ${format.toUpperCase()}`}
              onClick={() => saving.mutate({ statement, format })}
            >
              {format.toUpperCase()}
            </QuietButton>
          ))
        }
      />
    </>
  )
}

/** Downloads statements, because a page of them would be shown with the rights of the dashboard. */
function useStatementFiles(partner: string | undefined) {
  const { username: account } = useAccount()
  const path = partner === undefined ? 'share/statement' : 'partners/statement'
  return useMutation({
    mutationFn: async (asked: { statement: string; format: Format }) => {
      const parameters = { ...asked, partner }
      const { text } = await get<AnswerTo<'GET /share/statement'>>(path, parameters, { account })
      const type = mediaTypes[asked.format]
      saveFile(`${asked.statement}.${asked.format}`, new Blob([text], { type }))
    },
  })
}
