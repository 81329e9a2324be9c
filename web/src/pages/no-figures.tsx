import { useAccount } from '../api/queries.ts'
import { Empty } from '../layout/states.tsx'
import { layoutTexts } from '../texts/en/layout.tsx'
import { PageLink } from '../view/page-link.tsx'

/** Tells an account without figures how to import some. */
export function NoFigures() {
  const { username, apps } = useAccount()
  return (
    <Empty title={layoutTexts.noFiguresYet}>
      <p>
        {layoutTexts.howToImport(
          <PageLink to="/dashboard/imports">{layoutTexts.imports}</PageLink>,
        )}
      </p>
      <pre>
        <code>
          {apps.length === 0
            ? `adtally import stats --create-apps ${username} report.csv`
            : 'adtally import stats report.csv'}
        </code>
      </pre>
      <p>{layoutTexts.formatsAreRecognised}</p>
    </Empty>
  )
}
