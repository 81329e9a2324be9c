import { type FormEvent, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { countsText, useRateAction } from './use-rates.ts'

/** A dialog that shows what a file of the account's own rates would change, and stores it. */
export function AddRates() {
  const { currency } = useAccount()
  const formats = useFormats()
  const [given, setGiven] = useState<File | null>(null)
  const preview = useRateAction('add')
  const adding = useRateAction('add')
  const reset = (file: File | null = null) => {
    preview.reset()
    adding.reset()
    setGiven(file)
  }
  const submit = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    const body = { file: { name: given!.name, text: await given!.text() } }
    if (!preview.data) return preview.mutate({ ...body, dry_run: true })
    await adding.mutateAsync(body).then(close, () => undefined)
  }
  return (
    <FormDialog opener="Add own rates" title="Add own rates" onOpen={() => reset()}>
      {(close) => (
        <form onSubmit={submit(close)}>
          <p>
            A CSV with the header day,currency,rate: what one unit of the currency was worth in{' '}
            {currency}. Files of the European Central Bank work too. Figures that are already
            imported keep their rates.
          </p>
          <label className="field">
            File
            <input
              type="file"
              accept=".csv,.xml"
              required
              onChange={({ target }) => reset(target.files?.[0] ?? null)}
            />
          </label>
          {preview.data && (
            <p role="status">
              {countsText(preview.data, formats)}{' '}
              <DayRange from={preview.data.file.first_day} to={preview.data.file.last_day} />
            </p>
          )}
          <FormEnd
            error={preview.error ?? adding.error}
            isBusy={preview.isPending || adding.isPending}
            submit={preview.data ? 'Add' : 'Preview'}
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}
