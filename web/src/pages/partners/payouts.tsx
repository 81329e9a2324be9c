import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { BalanceAnswer } from '../../api/wire.ts'
import { DayField } from '../../controls/day-field.tsx'
import { textsIn } from '../../controls/text-in.ts'
import { useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { ConfirmDialog } from '../../layout/confirm-dialog.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { Failure } from '../../layout/states.tsx'
import { ListTable, type ListTableProps } from '../../tables/list-table.tsx'
import { Amount, numbers } from '../money/cells.tsx'
import { AmountField, TextField } from '../money/fields.tsx'

type Payout = BalanceAnswer['payouts'][number]

/** What a partner was paid. */
export function Payouts({ balance: { partner, payouts, open } }: { balance: BalanceAnswer }) {
  const removing = useAction('partners/payouts/remove')
  return (
    <Card title="Payouts" actions={<RecordPayout partner={partner} open={open} />}>
      <Failure error={removing.error} />
      <PayoutTable
        payouts={payouts}
        actionsOf={({ reference }) => (
          <ConfirmDialog
            label="Remove"
            about={reference}
            title={`Remove the payout “${reference}”?`}
            text="Its amount is open again. Remove only what was recorded by mistake."
            action="Remove payout"
            onConfirm={() => removing.mutate({ partner, reference })}
          />
        )}
      />
    </Card>
  )
}

export type PayoutTableProps = Pick<ListTableProps<Payout>, 'actionsOf'> & {
  readonly payouts: readonly Payout[]
}

/** Payouts, the newest first. */
export function PayoutTable({ payouts, ...rest }: PayoutTableProps) {
  const formats = useFormats()
  if (payouts.length === 0) return <p className="note">Nothing was paid yet.</p>
  return (
    <ListTable
      label="Recorded payouts"
      isCard={false}
      rows={payouts}
      keyOf={({ reference }) => reference}
      attributesOf={({ reference }) => ({ 'data-payout': reference })}
      columns={[
        { title: 'Day', cell: ({ date }) => formats.day(date, 'short') },
        { title: 'Reference', cell: ({ reference }) => <bdi>{reference}</bdi> },
        numbers('Amount', ({ amount }: Payout) => <Amount of={amount} />),
      ]}
      {...rest}
    />
  )
}

function RecordPayout({ partner, open }: { partner: string; open: string }) {
  const { today } = useAccount()
  const recording = useAction('partners/payouts/add')
  const [date, setDate] = useState(today)
  return (
    <FormDialog
      opener="Record a payout"
      title="Record a payout"
      onOpen={() => setDate(today)}
      sends={[recording]}
      onSubmit={(form, close) =>
        recording.mutate({ partner, ...textsIn(form), date }, { onSuccess: close })
      }
      submit="Record payout"
    >
      <AmountField label="Amount" name="amount" defaultValue={open.startsWith('-') ? '' : open} />
      <DayField label="Day" value={date} onChange={setDate} isRequired />
      <TextField label="Reference" name="reference" maxLength={200} required />
      <p className="note">The oldest statements are paid first.</p>
    </FormDialog>
  )
}
