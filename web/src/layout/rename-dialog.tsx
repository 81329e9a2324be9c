import { type FormEvent, useState } from 'react'
import { FormDialog, FormEnd } from './form-dialog.tsx'

export interface RenameDialogProps {
  readonly name: string
  readonly title: string
  readonly maxLength: number
  /** @param name without blanks around it */
  readonly onRename: (name: string) => Promise<unknown>
  readonly renaming: {
    readonly reset: () => void
    readonly error: Error | null
    readonly isPending: boolean
  }
}

/** A button, and a dialog that gives something another name. */
export function RenameDialog({ name, title, maxLength, onRename, renaming }: RenameDialogProps) {
  const [wanted, setWanted] = useState(name)
  const reset = () => {
    renaming.reset()
    setWanted(name)
  }
  const rename = (close: () => void) => async (event: FormEvent) => {
    event.preventDefault()
    await onRename(wanted.trim()).then(close, () => undefined)
  }
  return (
    <FormDialog opener="Rename" title={title} onOpen={reset}>
      {(close) => (
        <form onSubmit={rename(close)}>
          <label className="field">
            Name
            <input
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
              maxLength={maxLength}
              required
            />
          </label>
          <FormEnd
            error={renaming.error}
            isBusy={renaming.isPending}
            submit="Rename"
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}
