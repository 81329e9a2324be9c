import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './form-dialog.module.css'

export interface FormDialogProps {
  /** The text of the button that opens it. */
  readonly opener: string
  readonly isPrimary?: boolean
  readonly title: string
  readonly onOpen?: () => void
  readonly children: (close: () => void) => ReactNode
}

/** A button and the dialog that it opens. */
export function FormDialog({
  opener,
  isPrimary = false,
  title,
  onOpen = () => undefined,
  children,
}: FormDialogProps) {
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && onOpen()}>
      <Button className={isPrimary ? 'primary' : 'quiet'}>{opener}</Button>
      <ModalOverlay className="veil">
        <Modal className="modal">
          <Dialog className={styles.formDialog}>
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                {children(close)}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}

/** The last row of a form in a dialog, below why it was refused. */
export function FormEnd({
  error,
  isBusy,
  submit,
  isDangerous = false,
  onCancel,
}: {
  readonly error: Error | null
  readonly isBusy: boolean
  readonly submit: string
  readonly isDangerous?: boolean
  readonly onCancel: () => void
}) {
  return (
    <>
      {error && (
        <p className="failure" role="alert">
          {error.message}
        </p>
      )}
      <div className="actions">
        <button type="submit" className={isDangerous ? 'danger' : 'primary'} disabled={isBusy}>
          {submit}
        </button>
        <Button className="quiet" onPress={onCancel} autoFocus={isDangerous}>
          Cancel
        </Button>
      </div>
    </>
  )
}
