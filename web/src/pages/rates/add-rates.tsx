import { type FormEvent, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { ratesTexts } from '../../texts/en/rates.tsx'
import { useRateAction } from './use-rates.ts'

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
    <FormDialog opener={ratesTexts.addRates} title={ratesTexts.addRates} onOpen={() => reset()}>
      {(close) => (
        <form onSubmit={submit(close)}>
          <p>{ratesTexts.aboutOwn(currency)}</p>
          <label className="field">
            {ratesTexts.file}
            <input
              type="file"
              accept=".csv,.xml"
              required
              onChange={({ target }) => reset(target.files?.[0] ?? null)}
            />
          </label>
          {preview.data && (
            <p role="status">
              {ratesTexts.wouldStore(
                ratesTexts.counts(
                  formats.count(preview.data.added),
                  formats.count(preview.data.corrected),
                  formats.count(preview.data.unchanged),
                ),
                <DayRange from={preview.data.file.first_day} to={preview.data.file.last_day} />,
              )}
            </p>
          )}
          <FormEnd
            error={preview.error ?? adding.error}
            isBusy={preview.isPending || adding.isPending}
            submit={preview.data ? ratesTexts.store : ratesTexts.preview}
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}
