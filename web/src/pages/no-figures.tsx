import { useAccount } from '../api/queries.ts'
import { Empty } from '../layout/states.tsx'
import { layoutTexts } from '../texts/en/layout.tsx'
import { PageLink } from '../view/page-link.tsx'

/** Tells an account without figures how to get some. */
export function NoFigures() {
  const { username, apps, permissions } = useAccount()
  return (
    <Empty title={layoutTexts.noFiguresYet}>
      {permissions.includes('manage') && (
        <p>
          {layoutTexts.connectANetwork(
            <PageLink to="/dashboard/connections">{layoutTexts.connections}</PageLink>,
          )}
        </p>
      )}
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
