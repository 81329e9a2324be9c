import { Button } from 'react-aria-components'
import { OpenDialog } from '../layout/button-dialog.tsx'
import { usePreferences } from '../layout/preferences.tsx'
import styles from './shortcuts-dialog.module.css'
import { isMac } from './use-shortcuts.ts'

const shortcuts: readonly (readonly [what: string, ...keys: string[]])[] = [
  ['Find a page, app, network or days', isMac() ? '⌘' : 'Ctrl', 'K'],
  ['Save this page as a view', 'S'],
  ['List the shortcuts', '?'],
  ['In a chart: the day before or after', '←', '→'],
  ['In a chart: a week earlier or later', 'Page Up', 'Page Down'],
  ['In a chart: the first or the last day', 'Home', 'End'],
  ['In a chart: add a note to the day', 'N'],
  ['Close a dialog or menu', 'Esc'],
]

/** Lists the keyboard shortcuts, and turns single keys off. */
export default function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { hasSingleKeys, setSingleKeys } = usePreferences()
  return (
    <OpenDialog title="Keyboard shortcuts" isDismissable onClose={onClose}>
      <dl className={styles.shortcuts}>
        {shortcuts.map(([what, ...keys]) => (
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
        Single keys (S, N and ?) are shortcuts
      </label>
      <div className="actions">
        <Button className="primary" onPress={onClose} autoFocus>
          Close
        </Button>
      </div>
    </OpenDialog>
  )
}
