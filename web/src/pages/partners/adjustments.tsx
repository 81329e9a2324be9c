import { useAction, useAnswer } from '../../api/queries.ts'
import type { AdjustmentAnswer } from '../../api/wire.ts'
import { textsIn } from '../../controls/text-in.ts'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { Amount, monthText, numbers } from '../money/cells.tsx'
import { AmountField, MonthField, SelectField, TextField } from '../money/fields.tsx'
import type { OfPartner } from './months.tsx'

const kindTexts: Readonly<Record<AdjustmentAnswer['kind'], string>> = {
  adjustment: 'Added',
  minimum: 'Minimum of the month',
}

/** Amounts that statements add to shares. */
export function Adjustments({ partner: { partner }, balance: { statements } }: OfPartner) {
  const formats = useFormats()
  const { data, error, refetch } = useAnswer('partners/adjustments', { partner })
  const removing = useAction('partners/unadjust')
  const isIssued = (month: string) => statements.some((one) => one.month === month)
  const all = data?.adjustments ?? []
  return (
    <Card title="Adjustments" actions={<AddAdjustment partner={partner} />}>
      <Failure error={removing.error ?? error} {...(error && { onRetry: () => refetch() })} />
      {data && all.length === 0 && <p className="note">Nothing is added to its share.</p>}
      {all.length > 0 && (
        <ListTable
          label="Added amounts"
          isCard={false}
          rows={all}
          keyOf={({ id }) => id}
          attributesOf={({ id }) => ({ 'data-adjustment': id })}
          columns={[
            { title: 'Month', cell: ({ month }) => monthText(month, formats) },
            { title: 'Kind', cell: ({ kind }) => kindTexts[kind] },
            { title: 'Reason', cell: ({ reason }) => <bdi>{reason}</bdi> },
            numbers('Amount', ({ amount }: AdjustmentAnswer) => <Amount of={amount} />),
          ]}
          actionsOf={({ id, month, reason }) =>
            !isIssued(month) && (
              <ConfirmDialog
                label="Remove"
                about={reason}
                title={`Remove “${reason}”?`}
                text={`The statement of ${monthText(month, formats)} will not have it.`}
                action="Remove adjustment"
                onConfirm={() => removing.mutate({ partner, id })}
              />
            )
          }
        />
      )}
    </Card>
  )
}

function AddAdjustment({ partner }: { partner: string }) {
  const adding = useAction('partners/adjust')
  return (
    <FormDialog
      opener="Add an adjustment"
      title="Add an adjustment"
      sends={[adding]}
      onSubmit={(form, close) => adding.mutate({ partner, ...textsIn(form) }, { onSuccess: close })}
      submit="Add adjustment"
    >
      <SelectField label="Kind" name="kind" of={Object.entries(kindTexts)} />
      <MonthField label="Month" name="month" />
      <AmountField label="Amount" name="amount" placeholder="-12.50" />
      <TextField label="Reason" name="reason" maxLength={200} required />
      <p className="note">A minimum is the least that the shares of the month come to.</p>
    </FormDialog>
  )
}
