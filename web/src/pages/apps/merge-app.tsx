import { type FormEvent, useState } from 'react'
import type { ManagedAppAnswer } from '../../api/wire.ts'
import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { FormDialog, FormEnd } from '../../layout/form-dialog.tsx'
import { appsTexts } from '../../texts/en/apps.tsx'
import { importsTexts } from '../../texts/en/imports.tsx'
import { useAppAction, useMergePreview } from './use-apps.ts'

export interface MergeAppProps {
  readonly app: ManagedAppAnswer
  /** Apps of the same platform. */
  readonly others: readonly ManagedAppAnswer[]
}

/** A dialog that shows what a merge of an app would move, and merges it. */
export function MergeApp({ app: { app_id, app_name }, others }: MergeAppProps) {
  const formats = useFormats()
  const [into, setInto] = useState('')
  const preview = useMergePreview()
  const merging = useAppAction('merge')
  const reset = (chosen = '') => {
    preview.reset()
    merging.reset()
    setInto(chosen)
  }
  const slices = (count: number) => importsTexts.slices(formats.count(count), count)
  const submit = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    const body = { app_id, into }
    if (!preview.data) return preview.mutate(body)
    await merging.mutateAsync(body).then(close, () => undefined)
  }
  return (
    <FormDialog
      opener={appsTexts.merge}
      title={appsTexts.mergeTheApp(visible(app_name))}
      onOpen={() => reset()}
    >
      {(close) => (
        <form onSubmit={submit(close)}>
          <p>{appsTexts.aboutMerge}</p>
          <label className="field">
            {appsTexts.into}
            <select value={into} onChange={({ target }) => reset(target.value)} required>
              <option value="">{appsTexts.chooseAnApp}</option>
              {others.map((one) => (
                <option key={one.app_id} value={one.app_id}>
                  {`${visible(one.app_name)} (${visible(one.app_id)})`}
                </option>
              ))}
            </select>
          </label>
          {preview.data && (
            <p role="status">
              {appsTexts.wouldMove(
                slices(preview.data.slices),
                formats.figure('revenue', preview.data.revenue),
                slices(preview.data.added_to_slices),
              )}
            </p>
          )}
          <FormEnd
            error={preview.error ?? merging.error}
            isBusy={preview.isPending || merging.isPending}
            submit={preview.data ? appsTexts.merge : appsTexts.preview}
            isDangerous={preview.data !== undefined}
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}
