import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useSession } from '../../api/queries.ts'
import { type ApiError, post } from '../../api/request.ts'
import type { OpenInvitationAnswer } from '../../api/wire.ts'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { AloneCard } from '../../layout/alone-card.tsx'
import { roleTexts } from '../users/role-texts.ts'
import { ProviderButton } from './provider-button.tsx'
import { SignInForm } from './sign-in-form.tsx'

export interface InvitationProps {
  readonly token: string
  /** Shows the dashboard. */
  readonly onClose: () => void
}

/** Accepts an invitation: with a new password, or as a user who signs in. */
export default function Invitation({ token, onClose }: InvitationProps) {
  const { data: invitation, error } = useQuery({
    queryKey: ['invitation'],
    queryFn: () => post<OpenInvitationAnswer>('invitations/show', { token }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) {
    return (
      <AloneCard title="Invitation">
        <p role="alert">{error.message}</p>
        <button type="button" className="primary" onClick={onClose}>
          Go to the dashboard
        </button>
      </AloneCard>
    )
  }
  if (!invitation) return null
  const { account, role, apps, invited_by: invitedBy } = invitation
  return (
    <AloneCard title={join(account)}>
      <p>
        {invitedBy ?? 'The operator of this server'} invites <b>{invitation.user}</b> to the account{' '}
        <b>{account}</b> as {role}. {roleTexts[role]}
      </p>
      {apps && <p>Of its apps, you will see only: {apps.join(', ') || 'none'}.</p>}
      <Accept invitation={invitation} token={token} onClose={onClose} />
    </AloneCard>
  )
}

function Accept({
  invitation,
  token,
  onClose,
}: InvitationProps & { invitation: OpenInvitationAnswer }) {
  const queries = useQueryClient()
  const session = useSession()
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // An invitation does not tell whether the invited already is a user. Names of accounts belong to users.
  const [signsIn, setSignsIn] = useState(!invitation.user.includes('@'))
  const accept = async (password?: string) => {
    setBusy(true)
    try {
      await post('invitations/accept', { token, password })
      await queries.resetQueries({ queryKey: ['account'] })
      onClose()
    } catch (error) {
      const { code, message } = error as ApiError
      setFailure(message)
      setSignsIn(code === 'sign_in_to_accept')
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = new FormData(event.currentTarget).get('password')
    return accept(password === null ? undefined : String(password))
  }
  if (session.isPending) return null
  const isSignedIn = session.data?.user === invitation.user
  return (
    <>
      {session.data && !isSignedIn && (
        <p className="note">You are signed in as {session.data.user}. This session will end.</p>
      )}
      {signsIn && !isSignedIn ? (
        <SignInForm username={invitation.user} onSignedIn={() => accept()} />
      ) : (
        <form onSubmit={submit}>
          {!isSignedIn && <NewPassword user={invitation.user} />}
          <button type="submit" className="primary" disabled={isBusy}>
            {join(invitation.account)}
          </button>
          {!isSignedIn && (
            <QuietButton onClick={() => setSignsIn(true)}>I have a password already</QuietButton>
          )}
        </form>
      )}
      {failure !== null && (
        <p className="failure" role="alert">
          {failure}
        </p>
      )}
      {!isSignedIn && <ProviderButton to={`/dashboard/invitation/${token}`} />}
    </>
  )
}

function NewPassword({ user }: { user: string }) {
  return (
    <>
      <input type="hidden" name="username" autoComplete="username" value={user} />
      <label>
        Choose a password of at least 10 characters
        <input
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={10}
          maxLength={256}
        />
      </label>
    </>
  )
}

const join = (account: string) => `Join ${account}`
