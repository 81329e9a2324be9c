import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'

export interface ConfirmDialogProps {
  /** Of the button that opens the dialog. */
  readonly label: string
  /** Names the button for screen readers, where several have the same label. */
  readonly about?: string
  readonly title: string
  readonly text: string
  /** Of the button that confirms. */
  readonly action: string
  /** The dialog closes when it is done. */
  readonly onConfirm: () => void | Promise<void>
}

/** A button whose action has to be confirmed. */
export function ConfirmDialog({
  label,
  about,
  title,
  text,
  action,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <DialogTrigger>
      <Button className="quiet" aria-label={about === undefined ? label : `${label} ${about}`}>
        {label}
      </Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog">
            {({ close }) => (
              <>
                <Heading slot="title">{title}</Heading>
                <p>{text}</p>
                <div className="actions">
                  <Button
                    className="danger"
                    onPress={async () => {
                      await onConfirm()
                      close()
                    }}
                  >
                    {action}
                  </Button>
                  <Button className="quiet" onPress={close} autoFocus>
                    Cancel
                  </Button>
                </div>
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  )
}
