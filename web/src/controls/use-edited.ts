import { useState } from 'react'

/**
 * A text that can be edited. When the address gets another one, it replaces what was edited.
 *
 * @param known what the address has
 */
export function useEdited(known: string): [text: string, edit: (text: string) => void] {
  const [text, edit] = useState(known)
  const [followed, setFollowed] = useState(known)
  if (followed !== known) {
    setFollowed(known)
    edit(known)
  }
  return [text, edit]
}
