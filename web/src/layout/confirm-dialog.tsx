import { FormDialog } from './form-dialog.tsx'

export interface ConfirmDialogProps {
  /** Of the button that opens the dialog. */
  readonly label: string
  /** Names the button for screen readers, where several have the same label. */
  readonly about?: string
  readonly title: string
  readonly text: string
  /** Of the button that confirms. */
  readonly action: string
  /** The page shows whether it succeeds. */
  readonly onConfirm: () => void
}

/** A button whose action has to be confirmed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { label, about, title, text, action, onConfirm } = props
  return (
    <FormDialog
      opener={label}
      about={about}
      title={title}
      sends={[]}
      onSubmit={(_, close) => {
        onConfirm()
        close()
      }}
      submit={action}
      isAlert
      isDangerous
    >
      <p>{text}</p>
    </FormDialog>
  )
}
