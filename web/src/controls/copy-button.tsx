import { useState } from 'react'
import { QuietButton } from './quiet-button.tsx'

const noticeMs = 2_000

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ label, textOf }: { label: string; textOf: () => Promise<string> }) {
  const [notice, setNotice] = useState<string | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await textOf())
      setNotice('Copied')
    } catch {
      setNotice('Not copied: the browser does not allow it')
    }
    setTimeout(() => setNotice(null), noticeMs)
  }
  return (
    <QuietButton onClick={copy}>
      <span aria-live="polite">{notice ?? label}</span>
    </QuietButton>
  )
}
