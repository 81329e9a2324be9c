import { useAction } from '../../api/queries.ts'
import { CopyButton } from '../../controls/copy-button.tsx'

/** Saves the citation of the figures that are shown, and copies its short address. */
export function Cite({ citation }: { readonly citation: string }) {
  const saving = useAction('citations/save', 'nothing')
  const save = async () => {
    const saved = await saving.mutateAsync({ citation })
    return `${location.origin}${saved.citation}`
  }
  return <CopyButton label="Cite" textOf={save} />
}
