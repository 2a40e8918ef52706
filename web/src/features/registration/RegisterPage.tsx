import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call, CallFailed } from '../../kernel/call.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { RegistrationForm } from './RegistrationForm.tsx';
import { type FieldErrors, fieldErrorsOf, type RegistrationFields } from './registration-fields.ts';
import { type Invitation, useInvitation } from './use-invitation.ts';

type Kind = 'organization' | 'msp';

const words = {
  organization: {
    title: 'Register your organization',
    subtitle: 'See how safe your Google Workspace is, and keep the evidence in one place.',
    emailRequired: 'Email is required',
    question: 'Are you a MSP?',
    other: { to: '/register/msp', label: 'Register as an MSP' },
  },
  msp: {
    title: 'Register your MSP',
    subtitle: 'Look after every organization you serve from one place.',
    emailRequired: 'Email or phone is required',
    question: 'Are you an Org?',
    other: { to: '/register/org', label: 'Register an organization' },
  },
} as const;

const endpoints = {
  organization: registrationEndpoints.registerOrganization,
  msp: registrationEndpoints.registerMsp,
} as const;

const notices = {
  sign_in: 'Your account is ready. Please log in.',
  confirm_email: 'We sent you an e-mail. Open the link in it to confirm your address, then log in.',
  wait_for_approval: 'Your request was sent. You can log in once an administrator has approved it.',
} as const;

export function RegisterOrganizationPage() {
  return <RegisterPage kind="organization" />;
}

export function RegisterMspPage() {
  return <RegisterPage kind="msp" />;
}

/** /register/org and /register/msp, with or without an invitation (specification §2, 'Registration'). */
function RegisterPage({ kind }: { readonly kind: Kind }) {
  const { title, subtitle, emailRequired, question, other } = words[kind];
  usePageTitle(title);
  const invitation = useInvitation();
  const { failure, serverErrors, isPending, submit } = useRegister(kind, invitation.token);
  const invited = invitation.kind === 'invited' ? invitation : undefined;
  return (
    <Card className="p-6 sm:p-8">
      <h1 className="page-title mb-1">{invited === undefined ? title : `Join ${invited.inviter}`}</h1>
      <p className="mb-6 text-ink-soft">{subtitle}</p>
      {invited !== undefined && (
        <Banner tone="info" className="mb-5">
          You have been invited by {invited.inviter}.
        </Banner>
      )}
      {invitation.kind === 'looking' ? (
        <Skeleton className="h-96" />
      ) : (
        <RegistrationForm
          emailRequired={emailRequired}
          invitedEmail={invited?.email}
          isPending={isPending}
          failure={failure}
          serverErrors={serverErrors}
          submitLabel="Create account"
          closesWhenIncomplete={kind === 'organization'}
          onSubmit={submit}
        />
      )}
      <div className="mt-6 space-y-1 text-center text-ink-soft">
        <p>
          {question} <TextLink to={other.to}>{other.label}</TextLink>
        </p>
        <p>
          Already have an account? <TextLink to="/login">Log in</TextLink>
        </p>
      </div>
    </Card>
  );
}

function useRegister(kind: Kind, token: Invitation['token']) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const [isPending, setPending] = useState(false);
  const register = async ({ agreed: _, ...fields }: RegistrationFields) => {
    setPending(true);
    setFailure(undefined);
    setServerErrors({});
    try {
      const { next } = await call(endpoints[kind], { body: { ...fields, token } });
      await navigate('/login', { replace: true, state: { notice: notices[next] } });
    } catch (error) {
      setFailure(error instanceof CallFailed ? error.message : 'Registration failed');
      setServerErrors(error instanceof CallFailed ? fieldErrorsOf(error.issues) : {});
      setPending(false);
    }
  };
  return { failure, serverErrors, isPending, submit: (fields: RegistrationFields) => void register(fields) };
}
