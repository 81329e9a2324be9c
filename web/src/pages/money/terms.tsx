import { useAction, useAnswer } from '../../api/queries.ts'
import type { TermsAnswer } from '../../api/wire.ts'
import { appsText } from '../../controls/app-picker.tsx'
import { type Formats, none, useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { PageTitle } from '../../layout/page-title.tsx'
import { Failure, LoadedList } from '../../layout/states.tsx'
import { type ListColumn, ListTable } from '../../tables/list-table.tsx'
import { amountIn, monthText, networkColumn, numbers } from './cells.tsx'
import { SetTerms } from './set-terms.tsx'

/** How and when networks pay. */
export default function Terms() {
  const terms = useAnswer('money/terms')
  return (
    <>
      <PageTitle of="/dashboard/money/terms" />
      <p className="under-title">
        How networks pay. Terms hold from a month on; earlier months keep theirs.
      </p>
      {terms.data && (
        <div>
          <SetTerms />
        </div>
      )}
      <LoadedList
        query={terms}
        rowsOf={({ terms: all }) => all}
        empty="No terms yet"
        advice={<p>Set the terms of each network, and you will see when it pays.</p>}
      >
        {(all) => <TermsTable terms={all} />}
      </LoadedList>
    </>
  )
}

const isUsual = ({ from }: TermsAnswer): boolean => from === null

function TermsTable({ terms }: { terms: readonly TermsAnswer[] }) {
  const formats = useFormats()
  const removing = useAction('money/terms/remove')
  const columns: ListColumn<TermsAnswer>[] = [
    networkColumn,
    {
      title: 'From',
      cell: ({ from }) => (from === null ? 'Usual terms' : monthText(from, formats)),
    },
    numbers('Net days', ({ net_days: days }) => formats.count(days)),
    numbers('Smallest payment', ({ currency, minimum }) =>
      minimum === '0' ? none : amountIn(currency, minimum, formats),
    ),
    numbers('Fees', (one) => feesOf(one, formats)),
    numbers('Withheld tax', ({ withholding_percent: percent }) => percentOr(percent)),
    { title: 'Apps', cell: ({ apps }) => appsText(apps) },
  ]
  return (
    <>
      <Failure error={removing.error} isCard />
      <ListTable
        label="Terms"
        rows={terms.toSorted((a, b) => a.network.localeCompare(b.network))}
        keyOf={({ network, from }) => `${network} ${from}`}
        attributesOf={({ network }) => ({ 'data-terms': network })}
        columns={columns}
        actionsOf={(one) => (
          <>
            <SetTerms network={one.network} terms={one} />
            {!isUsual(one) && (
              <ConfirmDialog
                label="Remove"
                about={`${networkName(one.network)}, ${monthText(one.from!, formats)}`}
                title={`Remove the terms of ${networkName(one.network)}?`}
                text={`The terms before ${monthText(one.from!, formats)} hold again.`}
                action="Remove terms"
                onConfirm={() => removing.mutate({ network: one.network, from: one.from })}
              />
            )}
          </>
        )}
      />
    </>
  )
}

const percentOr = (percent: string): string => (percent === '0' ? none : `${percent} %`)

function feesOf(
  { fee_percent: percent, fixed_fee: fixed, currency }: TermsAnswer,
  formats: Formats,
) {
  const parts = [
    percent !== '0' && `${percent} %`,
    fixed !== '0' && amountIn(currency, fixed, formats),
  ]
  return parts.filter(Boolean).join(' + ') || none
}
