import { useState } from 'react'
import { useAction } from '../../api/queries.ts'
import type { AnswerTo, PartnerAnswer, ShareRuleAnswer } from '../../api/wire.ts'
import { DayField } from '../../controls/day-field.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { networkName } from '../../figures/names.ts'
import { Card } from '../../layout/card.tsx'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { ListTable } from '../../tables/list-table.tsx'
import { Amount, monthText } from '../money/cells.tsx'
import { AmountField, NetworkField, SelectField, TextField } from '../money/fields.tsx'
import { boundsText } from './cells.tsx'
import { filledIn } from './filled-in.ts'
import styles from './partners.module.css'

/** The rules for what a partner gets. */
export function Shares({ partner }: { partner: PartnerAnswer }) {
  const formats = useFormats()
  return (
    <Card title="Shares" actions={<AddShare partner={partner} />}>
      <p className="note">The share with the most conditions holds.</p>
      <ListTable
        label="Current shares"
        isCard={false}
        rows={partner.shares}
        keyOf={({ number }) => number}
        attributesOf={({ number }) => ({ 'data-share': number })}
        columns={[
          { title: 'Share', cell: ({ share }) => share },
          { title: 'Of', cell: (rule) => <bdi>{conditionsText(rule)}</bdi> },
          { title: 'Days', cell: (rule) => boundsText(rule, formats) },
          { title: 'Reason', cell: ({ reason }) => reason !== null && <bdi>{reason}</bdi> },
        ]}
        actionsOf={(rule) => <EndShare partner={partner.partner} rule={rule} />}
      />
    </Card>
  )
}

function conditionsText({ app_id: app, network, country, ad_format: format }: ShareRuleAnswer) {
  const conditions = [app, network && networkName(network), country, format].filter(Boolean)
  return conditions.length === 0 ? 'All revenue' : conditions.join(', ')
}

const kinds = {
  percent: 'A percentage of revenue',
  floor: 'A percentage, and at least an eCPM',
  ecpm: 'A fixed eCPM',
} as const
type Kind = keyof typeof kinds

/** A dialog that shows which months a share would change, and adds it. */
function AddShare({ partner: { partner, apps } }: { partner: PartnerAnswer }) {
  const [kind, setKind] = useState<Kind>('percent')
  const preview = useAction('partners/shares/add', 'nothing')
  const adding = useAction('partners/shares/add')
  const { data: found } = preview
  const submit = (form: FormData, close: () => void) => {
    const body = { partner, ...filledIn(form), replace: form.has('replace') }
    if (found) adding.mutate(body, { onSuccess: close })
    else preview.mutate({ ...body, dry_run: true })
  }
  const change = () => {
    preview.reset()
    adding.reset()
  }
  return (
    <FormDialog
      opener="Add a share"
      title="Add a share"
      onOpen={() => setKind('percent')}
      sends={[preview, adding]}
      onSubmit={submit}
      submit={found ? 'Add share' : 'Preview'}
    >
      {/* Its values are sent again once they were previewed. */}
      <div hidden={found !== undefined}>
        <div className={styles.fields}>
          <SelectField
            label="Kind"
            value={kind}
            onChange={({ target }) => setKind(target.value as Kind)}
            of={Object.entries(kinds)}
          />
          {kind !== 'ecpm' && <AmountField label="Percentage" name="percent" placeholder="70" />}
          {kind !== 'percent' && <AmountField label="eCPM" name="ecpm" placeholder="2.50" />}
          <SelectField
            label="App"
            name="app_id"
            of={[...new Map(apps.map(({ app_id: id, name }) => [id, name]))]}
          >
            <option value="">All apps</option>
          </SelectField>
          <NetworkField name="network" required={false} />
          <TextField
            label="Country"
            name="country"
            pattern="[A-Z]{2}"
            title="Two letters such as US"
          />
          <TextField label="Format" name="format" placeholder="rewarded_video" />
          <DayField label="From" name="from" />
          <DayField label="To" name="to" />
          <TextField label="Reason" name="reason" maxLength={200} />
        </div>
        <label className="field inline">
          <input type="checkbox" name="replace" />
          Replace a share with the same conditions on these days
        </label>
        <p className="note">Conditions that are empty match everything.</p>
      </div>
      <div role="status">
        {preview.isPending && 'Reading the figures'}
        {found && <ChangedMonths months={found.months ?? []} />}
      </div>
      {found && (
        <div>
          <QuietButton onClick={change}>Change it</QuietButton>
        </div>
      )}
    </FormDialog>
  )
}

/** A dialog that shows which months the end of a share would change, and ends it. */
function EndShare({ partner, rule }: { partner: string; rule: ShareRuleAnswer }) {
  const preview = useAction('partners/shares/end', 'nothing')
  const ending = useAction('partners/shares/end')
  const { number, share } = rule
  const { data: found } = preview
  return (
    <FormDialog
      opener="End"
      about={`${share}, ${conditionsText(rule)}`}
      title={`End the share of ${share}`}
      onOpen={() => preview.mutate({ partner, number, dry_run: true })}
      sends={[preview, ending]}
      onSubmit={(_, close) => ending.mutate({ partner, number }, { onSuccess: close })}
      submit="End share"
      isIncomplete={!found}
      isDangerous
    >
      <p>It ends as if it never had been, except in approved months.</p>
      <div role="status">
        {preview.isPending && 'Reading the figures'}
        {found && <ChangedMonths months={found.months ?? []} />}
      </div>
    </FormDialog>
  )
}

type ChangedMonthsAnswer = NonNullable<AnswerTo<'POST /partners/shares/add'>['months']>

function ChangedMonths({ months }: { months: ChangedMonthsAnswer }) {
  const formats = useFormats()
  if (months.length === 0) return <p>No month changes.</p>
  return (
    <>
      <p>
        <b>Nothing is changed yet.</b> The partner’s share would become:
      </p>
      <ul>
        {months.map(({ month, net_before: before, net_after: after }) => (
          <li key={month} data-changed={month}>
            {monthText(month, formats)}: <Amount of={before} /> → <Amount of={after} />
          </li>
        ))}
      </ul>
    </>
  )
}
