import type { FormEvent } from 'react'
import { FormDialog, FormEnd } from './form-dialog.tsx'

export interface RevokeDialogProps {
  readonly name: string
  /** The text of the button that opens it. */
  readonly opener: string
  readonly title: string
  /** The effect, in words. */
  readonly text: string
  /** Of the button that confirms. */
  readonly action: string
  readonly revoking: {
    readonly mutate: (body: { readonly name: string }) => void
    readonly reset: () => void
    readonly error: Error | null
    readonly isPending: boolean
  }
}

/** A button, and a dialog that revokes something once that is confirmed. */
export function RevokeDialog(props: RevokeDialogProps) {
  const { name, opener, title, text, action, revoking } = props
  const revoke = (event: FormEvent) => {
    event.preventDefault()
    revoking.mutate({ name })
  }
  return (
    <FormDialog opener={opener} title={title} onOpen={() => revoking.reset()}>
      {(close) => (
        <form onSubmit={revoke}>
          <p>{text}</p>
          <FormEnd
            error={revoking.error}
            isBusy={revoking.isPending}
            submit={action}
            isDangerous
            onCancel={close}
          />
        </form>
      )}
    </FormDialog>
  )
}
