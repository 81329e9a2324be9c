import { useLocation, useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'

export interface AddressLinkProps {
  /** Path and query of a page. */
  readonly address: string
  readonly className?: string | undefined
  /** After the page was opened. */
  readonly onOpen?: () => void
  readonly children: ReactNode
}

/** A link to a page with the exact query that an address has. */
export function AddressLink({ address, className, onOpen, children }: AddressLinkProps) {
  const { history } = useRouter()
  // Renders again when the page changes.
  useLocation({ select: ({ href }) => href })
  const open = (event: MouseEvent) => {
    const isPlain = !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (event.defaultPrevented || event.button !== 0 || !isPlain) return
    event.preventDefault()
    history.push(address)
    onOpen?.()
  }
  const isHere = location.pathname + location.search === address
  return (
    <a href={address} className={className} aria-current={isHere || undefined} onClick={open}>
      {children}
    </a>
  )
}
