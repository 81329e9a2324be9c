import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import type { TermsAnswer } from '../../api/wire.ts'
import { AppPicker } from '../../controls/app-picker.tsx'
import { textsIn } from '../../controls/text-in.ts'
import { networkName } from '../../figures/names.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { AmountField, CurrencyField, MonthField, NetworkField, TextField } from './fields.tsx'
import styles from './money.module.css'

export interface SetTermsProps {
  /** The network; one is chosen when absent. */
  readonly network?: string
  /** The terms that hold now. */
  readonly terms?: TermsAnswer
}

/** A dialog that sets how a network pays from a month on. */
export function SetTerms({ network, terms }: SetTermsProps) {
  const { currency, today } = useAccount()
  const setting = useAction('money/terms/set')
  const [apps, setApps] = useState<readonly string[]>([])
  const about = network && networkName(network)
  const submit = (form: FormData, close: () => void) => {
    const { net_days: days, currency: code, ...fields } = textsIn(form)
    const body = {
      network,
      ...fields,
      net_days: Number(days),
      currency: code!.toUpperCase(),
      apps: apps.length === 0 ? null : apps,
    }
    setting.mutate(body, { onSuccess: close })
  }
  return (
    <FormDialog
      opener={terms ? 'Change' : 'Set terms'}
      about={about}
      isPrimary={network === undefined}
      title={about === undefined ? 'Set terms' : `Terms of ${about}`}
      onOpen={() => setApps(terms?.apps ?? [])}
      sends={[setting]}
      onSubmit={submit}
      submit="Set terms"
    >
      {network === undefined && <NetworkField name="network" />}
      <div className={styles.fields}>
        <MonthField
          label="From the month on"
          name="from"
          defaultValue={terms?.from ?? today.slice(0, 7)}
        />
        <TextField
          label="Net days"
          name="net_days"
          type="number"
          min={0}
          max={365}
          defaultValue={terms?.net_days ?? 30}
          required
        />
        <CurrencyField label="Currency" defaultValue={terms?.currency ?? currency} />
        <AmountField label="Smallest payment" name="minimum" defaultValue={terms?.minimum ?? '0'} />
        <AmountField label="Fee in %" name="fee_percent" defaultValue={terms?.fee_percent ?? '0'} />
        <AmountField
          label="Fee per payment"
          name="fixed_fee"
          defaultValue={terms?.fixed_fee ?? '0'}
        />
        <AmountField
          label="Withheld tax in %"
          name="withholding_percent"
          defaultValue={terms?.withholding_percent ?? '0'}
        />
      </div>
      <AppPicker chosen={apps} onChange={setApps} among={null} />
      <p className="note">
        Net days count from the end of a month to its payment. Earlier months keep their terms.
      </p>
    </FormDialog>
  )
}
