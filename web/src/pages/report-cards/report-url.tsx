import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { useAccount } from '../../api/queries.ts'
import { type Parameters, queryOf } from '../../api/request.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import styles from './report-cards.module.css'

/** The address of the report endpoint that answers a question to a program. */
export function ReportUrl({ question }: { question: Parameters }) {
  const { username } = useAccount()
  const query = queryOf({ developer: username, ...question })
  // These need no escape, and are read more easily without one.
  const text = String(query).replaceAll('%2C', ',').replaceAll('%3A', ':')
  const url = `${location.origin}/api/v2/publisher/report?${text}`
  return (
    <DialogTrigger>
      <Button className="quiet">Report URL</Button>
      <Popover className="popover" placement="bottom end">
        <Dialog className={styles.address!} aria-label="Report URL">
          <p className="note">
            This address gives the same figures to a program. Send an API key with it:{' '}
            <code>Authorization: Bearer KEY</code>
          </p>
          <pre dir="ltr">
            <code data-testid="report-url">{url}</code>
          </pre>
          <div className="actions">
            <CopyButton label="Copy the URL" textOf={async () => url} />
            <CopyButton
              label="Copy as curl"
              textOf={async () =>
                `curl -H 'Authorization: Bearer KEY' '${url.replaceAll("'", '%27')}'`
              }
            />
            <a href="/docs">API reference</a>
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
