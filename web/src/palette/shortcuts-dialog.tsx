import { Button, Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { usePreferences } from '../layout/preferences.tsx'
import { paletteTexts } from '../texts/en/palette.tsx'
import styles from './shortcuts-dialog.module.css'
import { isMac } from './use-shortcuts.ts'

const shortcuts = (): readonly (readonly [what: string, ...keys: string[]])[] => [
  [paletteTexts.findShortcut, isMac() ? '⌘' : 'Ctrl', 'K'],
  [paletteTexts.saveThisPage, 'S'],
  [paletteTexts.listTheShortcuts, '?'],
  [paletteTexts.chartDay, '←', '→'],
  [paletteTexts.chartWeek, paletteTexts.pageUp, paletteTexts.pageDown],
  [paletteTexts.chartEnds, paletteTexts.home, paletteTexts.end],
  [paletteTexts.chartNote, 'N'],
  [paletteTexts.closeADialogOrMenu, paletteTexts.esc],
]

/** Lists the keyboard shortcuts, and turns single keys off. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { hasSingleKeys, setSingleKeys } = usePreferences()
  return (
    <ModalOverlay
      className="veil"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Modal className="modal">
        <Dialog className={styles.dialog}>
          <Heading slot="title">{paletteTexts.keyboardShortcuts}</Heading>
          <dl className={styles.shortcuts}>
            {shortcuts().map(([what, ...keys]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <label className="field inline">
            <input
              type="checkbox"
              checked={hasSingleKeys}
              onChange={({ target }) => setSingleKeys(target.checked)}
            />
            {paletteTexts.singleKeys}
          </label>
          <div className="actions">
            <Button className="primary" onPress={onClose} autoFocus>
              {paletteTexts.close}
            </Button>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
