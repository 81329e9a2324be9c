import { type FormEvent, useState } from 'react'
import { useAccount } from '../../api/queries.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { useFormats } from '../../figures/formats.ts'
import { accountTexts } from '../../texts/en/account.tsx'
import styles from './explorer.module.css'
import { useKey } from './key-store.ts'
import { curlLine, exampleRequests } from './requests.ts'

interface Run {
  readonly path: string
  readonly status: string
  readonly tookMs: number
  readonly bytes: number
  readonly body: string
}

/** Longer answers are shown in part. */
const maxShownCharacters = 20_000

/** Sends requests to the three interfaces and shows the answers. */
export function Explorer() {
  const { username, today, apps } = useAccount()
  const examples = exampleRequests(username, today, apps[0]?.app_id)
  const [path, setPath] = useState(examples[0]!.path)
  const { shown, know } = useKey()
  const [run, setRun] = useState<Run | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isPrivate = !path.startsWith('/api/v1')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    setFailure(null)
    try {
      setRun(await runRequest(path, isPrivate ? await know() : null))
    } catch (error) {
      setRun(null)
      setFailure((error as Error).message)
    }
  }
  return (
    <section className="card" aria-labelledby="explorer-title">
      <h2 id="explorer-title">{accountTexts.tryTheInterfaces}</h2>
      <form className={styles.explorer} onSubmit={send}>
        <label>
          {accountTexts.example}
          <select
            value={examples.some((one) => one.path === path) ? path : ''}
            onChange={(event) => event.target.value && setPath(event.target.value)}
          >
            <option value="">{accountTexts.custom}</option>
            {examples.map((one) => (
              <option key={one.path} value={one.path}>
                {one.title}
              </option>
            ))}
          </select>
        </label>
        <label>
          {accountTexts.request}
          <input
            value={path}
            onChange={(event) => setPath(event.target.value)}
            pattern="/api/.*"
            title={accountTexts.pathOfRequest}
            spellCheck={false}
            required
            dir="ltr"
          />
        </label>
        <button type="submit" className="primary">
          {accountTexts.send}
        </button>
      </form>
      <div className={styles.curl}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
        <pre dir="ltr" tabIndex={0}>
          <code>{curlLine(location.origin, path, isPrivate ? (shown ?? 'KEY') : null)}</code>
        </pre>
        <CopyButton
          label={accountTexts.copyAsCurl}
          textOf={async () => curlLine(location.origin, path, isPrivate ? await know() : null)}
        />
      </div>
      {failure !== null && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {run && <Answer run={run} />}
    </section>
  )
}

function Answer({ run }: { run: Run }) {
  const formats = useFormats()
  return (
    <div className={styles.run} role="status">
      <p>
        <b className={run.status.startsWith('2') ? styles.runGood : styles.runBad}>{run.status}</b>
        {accountTexts.timeAndSize(formats.count(Math.round(run.tookMs)), formats.count(run.bytes))}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard */}
      <pre dir="ltr" tabIndex={0}>
        <code>{run.body}</code>
      </pre>
    </div>
  )
}

async function runRequest(path: string, key: string | null): Promise<Run> {
  const address = new URL(path, location.origin)
  // The key must never be sent to another server.
  if (address.origin !== location.origin || !address.pathname.startsWith('/api/')) {
    throw new Error(accountTexts.wrongPath)
  }
  const startedMs = performance.now()
  const answer = await fetch(address, {
    credentials: 'omit',
    cache: 'no-store',
    ...(key !== null && { headers: { authorization: `Bearer ${key}` } }),
  })
  const text = await answer.text()
  const tookMs = performance.now() - startedMs
  const body = readable(text)
  const cut = body.length > maxShownCharacters
  return {
    path,
    status: `${answer.status} ${answer.statusText}`.trim(),
    tookMs,
    bytes: new Blob([text]).size,
    body: cut
      ? accountTexts.moreCharacters(
          body.slice(0, maxShownCharacters),
          body.length - maxShownCharacters,
        )
      : body,
  }
}

/** Formats JSON; other text is not changed. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
