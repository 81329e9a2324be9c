import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../../api/queries.ts'
import { type ApiError, post } from '../../api/request.ts'
import type { OpenInvitationAnswer } from '../../api/wire.ts'
import { Form } from '../../controls/form.tsx'
import { QuietButton } from '../../controls/quiet-button.tsx'
import { AloneCard } from '../../layout/alone-card.tsx'
import { Failure } from '../../layout/states.tsx'
import { roleTexts } from '../users/role-texts.ts'
import { NewPasswordField } from './new-password-field.tsx'
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
  // An invitation does not tell whether the invited already is a user. Names of accounts belong to users.
  const [signsIn, setSignsIn] = useState(!invitation.user.includes('@'))
  const accept = useMutation<void, ApiError, FormDataEntryValue | null>({
    mutationFn: async (password) => {
      await post('invitations/accept', { token, ...(password !== null && { password }) })
      await queries.resetQueries({ queryKey: ['account'] })
    },
    onSuccess: onClose,
    onError: ({ code }) => setSignsIn(code === 'sign_in_to_accept'),
  })
  const acceptSignedIn = () => accept.mutateAsync(null).catch(() => undefined)
  if (session.isPending) return null
  const isSignedIn = session.data?.user === invitation.user
  return (
    <>
      {session.data && !isSignedIn && (
        <p className="note">You are signed in as {session.data.user}. This session will end.</p>
      )}
      {signsIn && !isSignedIn ? (
        <SignInForm username={invitation.user} onSignedIn={acceptSignedIn} />
      ) : (
        <Form onSubmit={(fields) => accept.mutate(fields.get('password'))}>
          {!isSignedIn && (
            <>
              <input
                type="hidden"
                name="username"
                autoComplete="username"
                value={invitation.user}
              />
              <NewPasswordField
                label="Choose a password of at least 10 characters"
                name="password"
              />
            </>
          )}
          <button type="submit" className="primary" disabled={accept.isPending}>
            {join(invitation.account)}
          </button>
          {!isSignedIn && (
            <QuietButton onClick={() => setSignsIn(true)}>I have a password already</QuietButton>
          )}
        </Form>
      )}
      <Failure error={accept.error} />
      {!isSignedIn && <ProviderButton to={`/dashboard/invitation/${token}`} />}
    </>
  )
}

const join = (account: string) => `Join ${account}`
