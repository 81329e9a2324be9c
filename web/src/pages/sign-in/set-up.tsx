import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { post } from '../../api/request.ts'
import type { SetUpAnswer } from '../../api/wire.ts'
import { CopyButton } from '../../controls/copy-button.tsx'
import { AloneCard } from '../../layout/alone-card.tsx'
import { SetUpForm } from './set-up-form.tsx'

/** Sets up a server without accounts: the first account and its owner, who is signed in then. */
export default function SetUp({ token }: { token: string }) {
  const [done, setDone] = useState<SetUpAnswer | null>(null)
  const { error, isPending } = useQuery({
    queryKey: ['set-up'],
    queryFn: async () => (await post('set-up/check', { token })) ?? null,
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  // Another link that is pasted into the same tab differs in its fragment only.
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('hashchange', reload)
    return () => removeEventListener('hashchange', reload)
  }, [])
  if (done) return <Done made={done} />
  if (token !== '' && isPending) return null
  const problem =
    token === ''
      ? 'This page needs the link that a server without accounts prints when it starts. To print a new one on the server, run adtally setup-link.'
      : error?.message
  return (
    <AloneCard title="Set up this server">
      {problem === undefined ? (
        <SetUpForm
          token={token}
          onDone={(answer) => {
            // A reload shows the dashboard: the link is over.
            history.replaceState(null, '', '/dashboard/home')
            setDone(answer)
          }}
        />
      ) : (
        <>
          <p role="alert">{problem}</p>
          <p>
            <a href="/dashboard/home">Go to the dashboard</a>
          </p>
        </>
      )}
    </AloneCard>
  )
}

function Done({ made: { account, user, key } }: { made: SetUpAnswer }) {
  return (
    <AloneCard title={`${account} is ready`}>
      <p>
        You are signed in as <b>{user}</b>, the owner.
      </p>
      <p>
        Programs read the figures of <b>{account}</b> with this API key. Copy it now; later, owners
        find it on the page Keys.
      </p>
      <p>
        <code data-testid="issued-secret">{key}</code>
      </p>
      <CopyButton label="Copy the key" textOf={async () => key} />
      <a className="primary" href="/dashboard/networks">
        Add your first connection
      </a>
      <a className="quiet" href="/dashboard/imports">
        Upload your first file
      </a>
    </AloneCard>
  )
}
