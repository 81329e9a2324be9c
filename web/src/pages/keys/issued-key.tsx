import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { CopyButton } from '../../controls/copy-button.tsx'

export interface IssuedKeyProps {
  readonly value: string
  readonly children: ReactNode
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
        <CopyButton label="Copy the key" textOf={async () => value} />
        <Button className="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </div>
    </>
  )
}
