import { registrationEndpoints } from '@sentrywell/contract/registration.ts';
import { lazy, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { call, CallFailed } from '../../kernel/call.ts';
import { failureWords, fieldWords } from '../../kernel/failure-words.ts';
import { wasSignedIn } from '../../kernel/sign-in-hint.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { fewMailsADay } from '../auth/few-mails-a-day.ts';
import { FormLoading } from '../auth/FormLoading.tsx';
import { PublicCard } from '../auth/PublicCard.tsx';
import { RegistrationForm } from './RegistrationForm.tsx';
import { type FieldErrors, fieldOfRefusal, type RegistrationFields, sentFields } from './registration-fields.ts';
import { invalidInvitation, type Invitation, useInvitation } from './use-invitation.ts';

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
  confirm_email: `We sent you an e-mail. Open the link in it to confirm your address, then log in. ${fewMailsADay}`,
  wait_for_approval: 'Your request was sent. You can log in once an administrator has approved it.',
  unanswered: 'Your account may be ready from the first try. If so, log in with the password that you chose.',
} as const;

const LoggedInAlready = lazy(() => import('./LoggedInAlready.tsx').then((m) => ({ default: m.LoggedInAlready })));

const never = () => () => undefined;

export function RegisterOrganizationPage() {
  return <Entrance key="organization" kind="organization" />;
}

export function RegisterMspPage() {
  return <Entrance key="msp" kind="msp" />;
}

/** Whoever opens an invitation while somebody is logged in is asked first: it makes an account of its own. */
function Entrance({ kind }: { readonly kind: Kind }) {
  const invitation = useInvitation();
  const mayHaveSession = useSyncExternalStore(never, wasSignedIn, () => false);
  const page = <RegisterPage kind={kind} invitation={invitation} />;
  if (invitation.kind === 'none' || !mayHaveSession) {
    return page;
  }
  return (
    <Suspense>
      <LoggedInAlready invitation={invitation}>{page}</LoggedInAlready>
    </Suspense>
  );
}

type Invited = Extract<Invitation, { readonly kind: 'invited' }>;

/** Which page an invitation belongs to. */
function kindFor(invitation: Invited): Kind {
  return invitation.invites === 'msp_member' ? 'msp' : 'organization';
}

/** Whoever is invited to a team joins it; an organization that is invited is registered, by its first person. */
function greeting(kind: Kind, invited: Invited | undefined): { readonly title: string; readonly subtitle: string } {
  const { title, subtitle } = words[kind];
  if (invited === undefined) {
    return { title, subtitle };
  }
  const { inviter, invites } = invited;
  return invites === 'organization'
    ? { title, subtitle: `You have been invited by ${inviter} to register your organization.` }
    : { title: `Join ${inviter}`, subtitle: `You have been invited by ${inviter}.` };
}

/** /register/org and /register/msp, with or without an invitation (specification §2, 'Registration'). */
function RegisterPage({ kind, invitation }: { readonly kind: Kind; readonly invitation: Invitation }) {
  const { title, emailRequired, question, other } = words[kind];
  const { failure, serverErrors, isPending, submit } = useRegister(kind, invitation);
  const invited = invitation.kind === 'invited' ? invitation : undefined;
  if (invitation.kind === 'invalid') {
    return <Navigate to="/error" replace state={{ message: invalidInvitation }} />;
  }
  if (invited !== undefined && kindFor(invited) !== kind) {
    return <Navigate to={other.to} replace state={{ token: invited.token }} />;
  }
  return (
    <PublicCard {...greeting(kind, invited)} documentTitle={title}>
      {invitation.kind === 'looking' ? (
        <FormLoading fields={4} />
      ) : (
        <RegistrationForm
          emailRequired={emailRequired}
          invitedEmail={invited?.email}
          isPending={isPending}
          failure={failure}
          serverErrors={serverErrors}
          submitLabel="Create account"
          closesWhenIncomplete={kind === 'organization'}
          checksAddress={kind === 'msp'}
          onSubmit={submit}
        />
      )}
      <div className="mt-6 space-y-1 text-center text-ink-soft">
        {invitation.kind === 'none' && (
          <p>
            {question}{' '}
            <TextLink to={other.to} className="inline-block">
              {other.label}
            </TextLink>
          </p>
        )}
        <p>
          Already have an account? <TextLink to="/login">Log in</TextLink>
        </p>
      </div>
    </PublicCard>
  );
}

function errorsOf(error: unknown): FieldErrors {
  const field = error instanceof CallFailed ? fieldOfRefusal(error.code) : undefined;
  return field === undefined ? fieldWords(error, sentFields) : { [field]: failureWords(error, '') };
}

function useRegister(kind: Kind, invitation: Invitation) {
  const navigate = useNavigate();
  const [failure, setFailure] = useState<string>();
  const [serverErrors, setServerErrors] = useState<FieldErrors>({});
  const [isPending, setPending] = useState(false);
  // A try without an answer may have used the invitation up.
  const wasUnanswered = useRef(false);
  const token = invitation.kind === 'none' ? '' : invitation.token;

  async function register({ agreed: _, ...fields }: RegistrationFields) {
    setPending(true);
    setFailure(undefined);
    setServerErrors({});
    try {
      const { next } = await call(endpoints[kind], { body: { ...fields, token } });
      await navigate('/login', { replace: true, state: { notice: notices[next], email: fields.email } });
    } catch (error) {
      const code = error instanceof CallFailed ? error.code : undefined;
      if (code === 'invitation.not_found') {
        const [to, state] = wasUnanswered.current
          ? ['/login', { notice: notices.unanswered, email: fields.email }]
          : ['/error', { message: invalidInvitation }];
        await navigate(to, { replace: true, state });
        return;
      }
      wasUnanswered.current ||= code === 'network.failed';
      const errors = errorsOf(error);
      // The banner of the organization page is specified (§8); of the MSP page it is not, and a sentence stands there once.
      const isSaid = kind === 'msp' && Object.keys(errors).length > 0;
      setFailure(isSaid ? undefined : failureWords(error, 'Registration failed'));
      setServerErrors(errors);
      setPending(false);
    }
  }

  return { failure, serverErrors, isPending, submit: (fields: RegistrationFields) => void register(fields) };
}
