import { useAction } from '../../api/queries.ts'
import type { PartnerAnswer } from '../../api/wire.ts'
import { textsIn } from '../../controls/text-in.ts'
import { daysText } from '../../figures/counted.ts'
import { none, useFormats } from '../../figures/formats.ts'
import { Card } from '../../layout/card.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { AmountField, SelectField, TextField } from '../money/fields.tsx'
import { Totals } from './cells.tsx'

const newMonthsTexts = { provisional: 'Provisional', hidden: 'Hidden' } as const

/** What statements of a partner say, and when they are due. */
export function Settings({ partner }: { partner: PartnerAnswer }) {
  const formats = useFormats()
  const { net_days: days, minimum_payout: minimum, shows_gross: showsGross } = partner
  return (
    <Card title="Settings" actions={<ChangeSettings partner={partner} />}>
      <Totals
        of={{
          'New months': newMonthsTexts[partner.new_months as keyof typeof newMonthsTexts],
          'Due after': daysText(days, formats),
          'Smallest payout': minimum === '0' ? none : formats.figure('revenue', minimum),
          'Gross on statements': showsGross ? 'Shown' : 'Not shown',
        }}
      />
      {partner.tax_note !== null && <p className="note">{partner.tax_note}</p>}
    </Card>
  )
}

function ChangeSettings({ partner }: { partner: PartnerAnswer }) {
  const setting = useAction('partners/set')
  const submit = (form: FormData, close: () => void) => {
    const { net_days: days, ...texts } = textsIn(form)
    const body = {
      ...texts,
      partner: partner.partner,
      net_days: Number(days),
      shows_gross: form.has('shows_gross'),
    }
    setting.mutate(body, { onSuccess: close })
  }
  return (
    <FormDialog
      opener="Change"
      about="settings"
      title={`Settings of ${partner.name}`}
      sends={[setting]}
      onSubmit={submit}
      submit="Save"
    >
      <TextField label="Name on statements" name="name" defaultValue={partner.name} required />
      <SelectField
        label="Months without a state of their own"
        name="new_months"
        defaultValue={partner.new_months}
        of={Object.entries(newMonthsTexts)}
      />
      <TextField
        label="Days from the end of a month until its statement is due"
        name="net_days"
        type="number"
        min={0}
        max={365}
        defaultValue={partner.net_days}
        required
      />
      <AmountField
        label="Smallest payout"
        name="minimum_payout"
        defaultValue={partner.minimum_payout}
      />
      <label className="field">
        Tax note on statements
        <textarea
          name="tax_note"
          rows={2}
          maxLength={1_000}
          defaultValue={partner.tax_note ?? ''}
        />
      </label>
      <label className="field inline">
        <input type="checkbox" name="shows_gross" defaultChecked={partner.shows_gross} />
        Show the revenue before the share on statements
      </label>
    </FormDialog>
  )
}
