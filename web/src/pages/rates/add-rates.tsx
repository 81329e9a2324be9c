import { useState } from 'react'
import { useAccount, useAction } from '../../api/queries.ts'
import { DayRange } from '../../figures/day-range.tsx'
import { useFormats } from '../../figures/formats.ts'
import { FormDialog } from '../../layout/form-dialog.tsx'
import { countsText } from './counts-text.ts'

/** A dialog that shows what a file of the account's own rates would change, and stores it. */
export function AddRates() {
  const { currency } = useAccount()
  const formats = useFormats()
  const [given, setGiven] = useState<File | null>(null)
  const preview = useAction('rates/add', 'nothing')
  const adding = useAction('rates/add', 'all')
  const choose = (file: File | null) => {
    preview.reset()
    adding.reset()
    setGiven(file)
  }
  const submit = async (_: FormData, close: () => void) => {
    const body = { file: { name: given!.name, text: await given!.text() } }
    if (preview.data) adding.mutate(body, { onSuccess: close })
    else preview.mutate({ ...body, dry_run: true })
  }
  return (
    <FormDialog
      opener="Add own rates"
      title="Add own rates"
      onOpen={() => setGiven(null)}
      sends={[preview, adding]}
      onSubmit={submit}
      submit={preview.data ? 'Add' : 'Preview'}
    >
      <p>
        A CSV with the header day,currency,rate: what one unit of the currency was worth in{' '}
        {currency}. Files of the European Central Bank work too. Figures that are already imported
        keep their rates.
      </p>
      <label className="field">
        File
        <input
          type="file"
          accept=".csv,.xml"
          required
          onChange={({ target }) => choose(target.files?.[0] ?? null)}
        />
      </label>
      {preview.data && (
        <p role="status">
          {countsText(preview.data, formats)}{' '}
          <DayRange from={preview.data.file.first_day} to={preview.data.file.last_day} />
        </p>
      )}
    </FormDialog>
  )
}
