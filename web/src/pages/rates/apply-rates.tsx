import type { FormEvent } from 'react'
import type { AppliedRatesAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { importsTexts } from '../../texts/en/imports.tsx'
import { ratesTexts } from '../../texts/en/rates.tsx'
import { useRateAction } from './use-rates.ts'

const shownDays = 5

/** A dialog that shows what corrected rates would change, and converts the figures again. */
export function ApplyRates() {
  const preview = useRateAction('apply')
  const applying = useRateAction('apply')
  const found = preview.data?.changes
  const submit = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    if (found?.length === 0) return close()
    await applying.mutateAsync({}).then(close, () => undefined)
  }
  return (
    <FormDialog
      opener={ratesTexts.apply}
      title={ratesTexts.apply}
      onOpen={() => {
        applying.reset()
        preview.mutate({ dry_run: true })
      }}
    >
      {(close) => (
        <form onSubmit={submit(close)}>
          <p>{ratesTexts.aboutApply}</p>
          <div role="status">
            {preview.isPending && ratesTexts.comparing}
            {found?.length === 0 && ratesTexts.nothingToApply}
            {found && found.length > 0 && <ChangeList changes={found} />}
          </div>
          <FormEnd
            error={preview.error ?? applying.error}
            isBusy={!found || applying.isPending}
            submit={ratesTexts.applyNow}
            isDangerous
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}

function ChangeList({ changes }: { changes: AppliedRatesAnswer['changes'] }) {
  const formats = useFormats()
  const money = (amount: string) => formats.figure('revenue', amount)
  return (
    <ul>
      {changes.map((one) => (
        <li key={`${one.source} ${one.report}`}>
          {ratesTexts.change(
            one.report ?? one.source,
            importsTexts.slices(formats.count(one.slices), one.slices),
            money(one.revenue_before),
            money(one.revenue_after),
          )}
          <ul>
            {one.days.slice(0, shownDays).map(({ day, network, ...revenue }) => (
              <li key={`${day} ${network}`}>
                {ratesTexts.dayChange(
                  formats.day(day, 'short'),
                  network,
                  money(revenue.revenue_before),
                  money(revenue.revenue_after),
                )}
              </li>
            ))}
            {one.days.length + one.more_days > shownDays && (
              <li>{ratesTexts.moreDays(one.days.length + one.more_days - shownDays)}</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}
