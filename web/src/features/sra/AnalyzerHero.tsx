import type { Assessment } from '@sentrywell/contract/assessment.ts';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

type Props = {
  /** undefined: no policies are loaded. */
  readonly assessment: Assessment | undefined;
  readonly organization: { readonly name: string; readonly domainName: string } | undefined;
  /** Whether there is an assessment is not known yet. */
  readonly isLoading: boolean;
  readonly onSignIn: () => void;
  /** The switch of the tiers. */
  readonly children: ReactNode;
};

/** The block that says what this is and starts it. 'Signin With Google' shows only while no policies are loaded (specification §2). */
export function AnalyzerHero({ assessment, organization, isLoading, onSignIn, children }: Props) {
  const isLoaded = assessment !== undefined;
  // The sentence names the organization: without the name it may be a line shorter, and all below would move when it came.
  const isToCome = isLoading || organization === undefined;
  return (
    <section className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-xl border border-line bg-surface p-5 shadow-card">
      <span className="hidden size-14 place-items-center rounded-2xl bg-primary-tint text-primary sm:grid">
        <Icon name="shieldCheck" className="size-8" />
      </span>
      <div className="min-w-0 flex-1 basis-80">
        <h2 className={isLoaded || isLoading ? 'card-title' : 'text-xl font-semibold tracking-tight'}>
          Google Workspace Policy Analyzer
        </h2>
        {/* As tall as what comes: two lines, on a phone four. */}
        {isToCome && <Skeleton className="mt-0.5 h-[2lh] w-96 max-w-full max-sm:h-[4lh]" />}
        {!isToCome && isLoaded && <WhenAndBy assessment={assessment} name={organization.name} />}
        {!isToCome && !isLoaded && <WhatHappens domainName={organization.domainName} />}
        <div className="mt-3 print:hidden">{children}</div>
      </div>
      <div className="flex flex-wrap items-center gap-3 max-sm:w-full max-sm:flex-col-reverse max-sm:items-stretch print:hidden">
        <LinkButton to="/#about" variant="quiet">
          Learn About Us
        </LinkButton>
        {isLoading ? (
          <Skeleton className="h-10 w-36" />
        ) : (
          <SignInButton isAgain={isLoaded} isReady={organization !== undefined} onSignIn={onSignIn} />
        )}
      </div>
    </section>
  );
}

type SignInButtonProps = { readonly isAgain: boolean; readonly isReady: boolean; readonly onSignIn: () => void };

function SignInButton({ isAgain, isReady, onSignIn }: SignInButtonProps) {
  return (
    <Button
      id="workspace-sign-in"
      variant={isAgain ? 'secondary' : 'primary'}
      size={isAgain ? 'medium' : 'large'}
      icon={isAgain ? 'refresh' : 'key'}
      disabled={!isReady}
      onClick={onSignIn}
    >
      {isAgain ? 'Assess again' : 'Signin With Google'}
    </Button>
  );
}

function WhatHappens({ domainName }: { readonly domainName: string }) {
  return (
    <p className="mt-1 max-w-[65ch] text-ink-soft">
      Sign in as a super administrator of {domainName}. The security settings are read once and held against best
      practice; no access is kept.
    </p>
  );
}

function WhenAndBy({ assessment, name }: { readonly assessment: Assessment; readonly name: string }) {
  return (
    <p className="mt-0.5 text-ink-soft">
      <span className="font-medium text-ink">{name}</span> assessed{' '}
      <DateText value={assessment.assessedAt} look="dateTime" /> by {assessment.assessedBy} with{' '}
      <span className="wrap-anywhere">{assessment.account}</span> · Catalogue {assessment.catalogueVersion}
      {assessment.includesTier2 && ' with tier 2'}
    </p>
  );
}
