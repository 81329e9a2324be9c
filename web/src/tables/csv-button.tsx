import { QuietButton } from '../controls/quiet-button.tsx'
import { saveFile } from './save-file.ts'

/** Downloads a table. @param name of the file, without `adtally` and its ending */
export function CsvButton({ name, textOf }: { name: string; textOf: () => string }) {
  const save = () =>
    saveFile(`adtally-${name}.csv`, new Blob([textOf()], { type: 'text/csv;charset=utf-8' }))
  return <QuietButton onClick={save}>Download CSV</QuietButton>
}
