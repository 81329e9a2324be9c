import { Button } from 'react-aria-components'
import { CopyButton } from '../../controls/copy-button.tsx'
import { keysTexts } from '../../texts/en/keys.tsx'

export interface IssuedKeyProps {
  readonly value: string
  readonly children: string
  readonly onClose: () => void
}

/** Shows a key and a way to copy it. */
export function IssuedKey({ value, children, onClose }: IssuedKeyProps) {
  return (
    <>
      <p>{children}</p>
      <p className="key">
        <code data-testid="issued-key">{value}</code>
      </p>
      <div className="actions">
        <CopyButton label={keysTexts.copyTheKey} textOf={async () => value} />
        <Button className="primary" onPress={onClose} autoFocus>
          {keysTexts.done}
        </Button>
      </div>
    </>
  )
}
