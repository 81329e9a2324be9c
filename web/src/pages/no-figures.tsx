import { useAccount } from '../api/questions.ts'
import { Empty } from '../layout/states.tsx'

/** For an account that has no figures yet: how to bring some. */
export function NoFigures() {
  const { username, apps } = useAccount()
  return (
    <Empty title="No figures yet">
      <p>
        Figures come from the reports that networks let you download. On the server, import one:
      </p>
      <pre>
        <code>
          {apps.length === 0
            ? `adtally import stats --create-apps ${username} report.csv`
            : 'adtally import stats report.csv'}
        </code>
      </pre>
      <p>Networks’ own formats are recognised. The figures show here as soon as they are in.</p>
    </Empty>
  )
}
