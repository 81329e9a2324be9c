import { useAction } from '../../api/queries.ts'
import type { AppliedRatesAnswer } from '../../api/wire.ts'
import { slicesText } from '../../figures/counted.ts'
import { useFormats } from '../../figures/formats.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'

const shownDays = 5

/** A dialog that shows what corrected rates would change, and converts the figures again. */
export function ApplyRates() {
  const preview = useAction('rates/apply', 'nothing')
  const applying = useAction('rates/apply', 'all')
  const found = preview.data?.changes
  const submit = (_: FormData, close: () => void) =>
    found?.length === 0 ? close() : applying.mutate({}, { onSuccess: close })
  return (
    <FormDialog
      opener="Apply corrected rates"
      title="Apply corrected rates"
      onOpen={() => preview.mutate({ dry_run: true })}
      sends={[preview, applying]}
      onSubmit={submit}
      submit="Apply"
      isIncomplete={!found}
      isDangerous
    >
      <p>
        Converts money again whose rate was corrected since its import, or is now known of a closer
        day. Each source gets an entry in Imports, where it can be undone.
      </p>
      <div role="status">
        {preview.isPending && 'Comparing rates'}
        {found?.length === 0 && 'All money has the stored rates.'}
        {found && found.length > 0 && <ChangeList changes={found} />}
      </div>
    </FormDialog>
  )
}

function ChangeList({ changes }: { changes: AppliedRatesAnswer['changes'] }) {
  const formats = useFormats()
  const money = (amount: string) => formats.figure('revenue', amount)
  return (
    <ul>
      {changes.map((one) => (
        <li key={`${one.kind} ${one.source} ${one.report}`}>
          {one.kind && `${one.kind} of `}
          {one.report ?? one.source}: {slicesText(formats.count(one.slices), one.slices)},{' '}
          {money(one.revenue_before)} → {money(one.revenue_after)}
          <ul>
            {one.days.slice(0, shownDays).map(({ day, network, ...revenue }) => (
              <li key={`${day} ${network}`}>
                {formats.day(day, 'short')}, {network}: {money(revenue.revenue_before)} →{' '}
                {money(revenue.revenue_after)}
              </li>
            ))}
            {one.days.length + one.more_days > shownDays && (
              <li>and {one.days.length + one.more_days - shownDays} more</li>
            )}
          </ul>
        </li>
      ))}
    </ul>
  )
}
