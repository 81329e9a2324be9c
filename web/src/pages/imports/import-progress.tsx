import { useFormats } from '../../figures/formats.ts'
import { visible } from '../../figures/visible.ts'
import { importsTexts } from '../../texts/en/imports.tsx'
import type { ImportState } from './import-state.ts'

type Working = Extract<ImportState, { step: 'working' }>

/** How far an import is. */
export function ImportProgress({ state, onCancel }: { state: Working; onCancel: () => void }) {
  const formats = useFormats()
  const { given, isDryRun, phase, share } = state
  const names = given.files.map(({ name }) => visible(name)).join(', ')
  return (
    <>
      <p>
        {isDryRun ? importsTexts.lookingAt : importsTexts.importing} <b>{names}</b>
      </p>
      <progress
        {...(share !== null && { value: share })}
        max={1}
        aria-label={importsTexts.phases[phase]}
      />
      <p className="note">
        <span role="status">{importsTexts.phases[phase]}</span>
        {share === null ? ' …' : `: ${formats.share(share.toFixed(3))}`}
      </p>
      {isDryRun ? (
        <div className="actions">
          <button type="button" className="quiet" onClick={onCancel}>
            {importsTexts.cancel}
          </button>
        </div>
      ) : (
        <p className="note">{importsTexts.goesOn}</p>
      )}
    </>
  )
}
