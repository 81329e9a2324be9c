import type { ReactNode } from 'react'
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'
import styles from './button-dialog.module.css'

export interface ButtonDialogProps {
  /** The text of the button that opens it. */
  readonly opener: string
  /** Names the button for screen readers, where several have the same text. */
  readonly about?: string | undefined
  readonly isPrimary?: boolean
  readonly title: string
  /** Whether it only asks to confirm an action. */
  readonly isAlert?: boolean
  readonly onOpen?: () => void
  readonly children: (close: () => void) => ReactNode
}

/** A button and the dialog that it opens. */
export function ButtonDialog(props: ButtonDialogProps) {
  const { opener, about, isPrimary = false, title, isAlert = false, onOpen, children } = props
  return (
    <DialogTrigger onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <Button
        className={isPrimary ? 'primary' : 'quiet'}
        aria-label={about === undefined ? opener : `${opener} ${about}`}
      >
        {opener}
      </Button>
      <ModalOverlay className="veil" isDismissable={isAlert}>
        <DialogWindow title={title} isAlert={isAlert}>
          {children}
        </DialogWindow>
      </ModalOverlay>
    </DialogTrigger>
  )
}

export interface OpenDialogProps {
  readonly title: string
  /** Whether a click beside it closes it. */
  readonly isDismissable?: boolean
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A dialog that is open until it is closed. */
export function OpenDialog({ title, isDismissable = false, onClose, children }: OpenDialogProps) {
  return (
    <ModalOverlay className="veil" isOpen isDismissable={isDismissable} onOpenChange={onClose}>
      <DialogWindow title={title}>{() => children}</DialogWindow>
    </ModalOverlay>
  )
}

function DialogWindow({
  title,
  isAlert = false,
  children,
}: Pick<ButtonDialogProps, 'title' | 'isAlert' | 'children'>) {
  return (
    <Modal className="modal">
      <Dialog role={isAlert ? 'alertdialog' : 'dialog'} className={isAlert ? '' : styles.dialog}>
        {({ close }) => (
          <>
            <Heading slot="title">{title}</Heading>
            {children(close)}
          </>
        )}
      </Dialog>
    </Modal>
  )
}
