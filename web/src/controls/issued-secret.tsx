import type { ReactNode } from 'react'
import { Button } from 'react-aria-components'
import { CopyButton } from './copy-button.tsx'

export interface IssuedSecretProps {
  readonly value: string
  /** Of the button that copies it. */
  readonly copy: string
  readonly children: ReactNode
  readonly onClose: () => void
}

/** Shows a key or another secret, and a way to copy it. */
export function IssuedSecret({ value, copy, children, onClose }: IssuedSecretProps) {
  return (
    <>
      <p>{children}</p>
      <p className="key">
        <code data-testid="issued-secret">{value}</code>
      </p>
      <div className="actions">
        <CopyButton label={copy} textOf={async () => value} />
        <Button className="primary" onPress={onClose} autoFocus>
          Done
        </Button>
      </div>
    </>
  )
}
