import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { Form } from '../controls/form.tsx'
import { ButtonDialog, type ButtonDialogProps } from './button-dialog.tsx'
import { Failure } from './states.tsx'

/** A request that a form sends. */
export interface Sending {
  readonly reset: () => void
  readonly error: Error | null
  readonly isPending: boolean
}

export interface DialogFormProps {
  /** The requests that the form sends. */
  readonly sends: readonly Sending[]
  readonly onSubmit: (form: FormData, close: () => void) => void
  /** The text of the button that submits it. */
  readonly submit: string
  readonly isIncomplete?: boolean
  readonly isDangerous?: boolean
  readonly children: ReactNode
}

/** A form in a dialog: its fields, why it was refused, and its buttons. */
export function DialogForm(props: DialogFormProps & { readonly onClose: () => void }) {
  const {
    sends,
    onSubmit,
    submit,
    isIncomplete = false,
    isDangerous = false,
    onClose,
    children,
  } = props
  return (
    <Form onSubmit={(fields) => onSubmit(fields, onClose)}>
      {children}
      <Failure error={sends.find(({ error }) => error)?.error} />
      <div className="actions">
        <button
          type="submit"
          className={isDangerous ? 'danger' : 'primary'}
          disabled={isIncomplete || sends.some(({ isPending }) => isPending)}
        >
          {submit}
        </button>
        <Button className="quiet" onPress={onClose} autoFocus={isDangerous}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}

export interface FormDialogProps extends DialogFormProps, Omit<ButtonDialogProps, 'children'> {
  /** Shown instead of the form once it has succeeded; nothing before. */
  readonly result?: (close: () => void) => ReactNode
}

/** A button, and a dialog with a form. */
export function FormDialog({ result, onOpen, ...props }: FormDialogProps) {
  const open = () => {
    for (const one of props.sends) one.reset()
    onOpen?.()
  }
  return (
    <ButtonDialog {...props} onOpen={open}>
      {(close) => result?.(close) || <DialogForm {...props} onClose={close} />}
    </ButtonDialog>
  )
}
