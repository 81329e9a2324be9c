import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'

/** Asks for confirmation, because programs with the old key stop working. */
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
                  The old key stops working at once. Every program that uses it needs the new key.
                </p>
                <div className="actions">
                  <Button
                    className="danger"
                    onPress={async () => {
                      await onRotate()
                      close()
                    }}
                  >
                    Replace key
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
