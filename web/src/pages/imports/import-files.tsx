import { useState } from 'react'
import { Button, type DropItem, DropZone, FileTrigger, isFileDropItem } from 'react-aria-components'
import { useAccount } from '../../api/queries.ts'
import { type GivenOptions, givenImport } from './given-import.ts'
import { ImportFailure } from './import-failure.tsx'
import { ImportOptions } from './import-options.tsx'
import { ImportPreview } from './import-preview.tsx'
import { ImportProgress } from './import-progress.tsx'
import { useImportOfFiles } from './import-state.ts'
import { Imported } from './imported.tsx'
import styles from './imports.module.css'
import { LinkNetworkApps } from './link-network-apps.tsx'

/** Takes files by drag and drop or a button, shows what would change, and imports them. */
export function ImportFiles() {
  const mayImport = useAccount().permissions.includes('import')
  const [options, setOptions] = useState<GivenOptions>({})
  const { state, preview, run, reset } = useImportOfFiles()
  if (!mayImport) return null
  const previewFiles = (files: readonly File[]) => {
    if (files.length > 0) preview(givenImport(files, options))
  }
  return (
    <section className="card" aria-labelledby="import-title">
      <h2 id="import-title">Import reports</h2>
      {state.step === 'choosing' && (
        <>
          <DropFiles onFiles={previewFiles} />
          <ImportOptions options={options} onChange={setOptions} />
        </>
      )}
      {state.step === 'working' && <ImportProgress state={state} onCancel={reset} />}
      {state.step === 'previewed' && (
        <ImportPreview preview={state.preview} onImport={() => run(state.given)} onCancel={reset} />
      )}
      {state.step === 'imported' && <Imported summary={state.summary} onDone={reset} />}
      {state.step === 'failed' && (
        <ImportFailure
          message={state.message}
          isRefused={state.isRefused}
          files={state.given.files}
          hasForm={state.networkApps.length > 0}
          onAgain={() => preview({ ...state.given, options })}
          onDone={reset}
        >
          {state.networkApps.length > 0 && (
            <LinkNetworkApps
              networkApps={state.networkApps}
              onLinked={(creates) => {
                const next = { ...options, ...(creates && { create_apps: true }) }
                setOptions(next)
                preview({ ...state.given, options: next })
              }}
            />
          )}
          <ImportOptions
            options={options}
            onChange={setOptions}
            isOpen={state.networkApps.length === 0}
          />
        </ImportFailure>
      )}
    </section>
  )
}

function DropFiles({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [hasOther, setOther] = useState(false)
  const drop = async (items: readonly DropItem[]) => {
    const files = items.filter(isFileDropItem)
    setOther(files.length < items.length)
    onFiles(await Promise.all(files.map((item) => item.getFile())))
  }
  return (
    <DropZone
      className={styles.drop!}
      aria-label="Drop reports here"
      getDropOperation={() => 'copy'}
      onDrop={({ items }) => void drop(items)}
    >
      <p>
        Drop reports from networks or mediations here: CSV, JSON, Parquet or Excel files, also as
        .zip or .gz.
      </p>
      <FileTrigger allowsMultiple onSelect={(list) => onFiles([...(list ?? [])])}>
        <Button className="primary">Choose files</Button>
      </FileTrigger>
      {hasOther && (
        <p className="failure" role="alert">
          Only files can be dropped. Open the folder, and drop the files that are in it.
        </p>
      )}
      <p className="note">First you see what would change. Nothing is imported yet.</p>
    </DropZone>
  )
}
