import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'

/** Asks once more before the key is replaced: programs that show the old one stop. */
export function RotateDialog({ onRotate }: { onRotate: () => Promise<void> }) {
  return (
    <DialogTrigger>
      <Button className="quiet">Replace the key</Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog">
            {({ close }) => (
              <>
                <Heading slot="title">Replace the API key?</Heading>
                <p>
                  The old key stops at once. Every program that shows it is refused until it is
                  given the new one.
                </p>
                <div className="actions">
                  <Button
                    className="danger"
                    onPress={async () => {
                      await onRotate()
                      close()
                    }}
                  >
                    Replace it
                  </Button>
                  <Button className="quiet" onPress={close} autoFocus>
                    Keep the old one
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
