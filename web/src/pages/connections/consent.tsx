import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAccount } from '../../api/queries.ts'
import { post } from '../../api/request.ts'
import type { ConnectionTestAnswer, ConsentedAnswer } from '../../api/wire.ts'
import { PageTitle } from '../../layout/page-title.tsx'
import { Empty, Failure, Skeleton } from '../../layout/states.tsx'
import { PageLink } from '../../view/page-link.tsx'
import { TestResult } from './test-result.tsx'
import './connections.css'

/** Whether a network sent the browser here. The address loses what it sent once it was used. */
const isCallback = location.search !== ''

/** Where a network sends the browser back to, once the owner of its account has decided. */
export default function Consent() {
  const { username: account } = useAccount()
  const { data, error } = useQuery({
    queryKey: ['consent', account],
    enabled: isCallback,
    queryFn: () =>
      post<ConsentedAnswer>('connections/consent/finish', { query: location.search }, { account }),
    // It can be finished once.
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const name = data?.name
  const problem = isCallback ? error?.message : 'Begin on the page of a connection.'
  useEffect(() => {
    // The browser remembers addresses.
    if (name !== undefined) history.replaceState(null, '', '/dashboard/connections/consent')
  }, [name])
  if (problem !== undefined) {
    return (
      <>
        <PageTitle>Consent</PageTitle>
        <Empty title="There is no consent">
          <p role="alert">{problem}</p>
          <p>
            <PageLink to="/dashboard/networks">Go to the networks</PageLink>
          </p>
        </Empty>
      </>
    )
  }
  return (
    <>
      <PageTitle>Consent</PageTitle>
      {name === undefined ? <Skeleton height={220} /> : <Tested name={name} />}
    </>
  )
}

/** Tests the connection that can be used now. */
function Tested({ name }: { name: string }) {
  const { username: account } = useAccount()
  const { data, error } = useQuery({
    queryKey: ['consent', account, name],
    queryFn: () => post<ConnectionTestAnswer>('connections/test', { name }, { account }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  return (
    <section className="card" aria-label="Consent">
      <p role="status">
        The consent is stored, and “{name}” is fetched from now on.
        {!data && !error && ' Testing it. This can take a minute.'}
      </p>
      {data && <TestResult found={data} />}
      <Failure error={error} />
      <p>
        <PageLink to="/dashboard/connections/of/$name" params={{ name }}>
          See its days
        </PageLink>
      </p>
    </section>
  )
}
