import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

/** /terms: what a person agrees to when they register, in plain words. */
export function TermsPage() {
  usePageTitle('Terms and conditions');
  return (
    <Card className="p-6 sm:p-8">
      <h1 className="page-title mb-2">Terms and conditions</h1>
      <p className="text-ink-soft">
        What you agree to when you register on this installation of Sentrywell, in plain words.
      </p>
      <Part title="Who runs this installation">
        <p>
          Sentrywell is software. The people who run this installation, the operator, decide who may use it and are
          answerable for it: for the data in it, for its security and its backups. If you belong to an MSP or to an
          organization that has an agreement with the operator, that agreement counts before this page.
        </p>
      </Part>
      <Part title="Your account">
        <p>
          An account belongs to one person. Register with your own name and an address that you read, choose a password
          that you use nowhere else, and tell your administrator when somebody else may know it. Your administrator can
          change your role and deactivate your account.
        </p>
      </Part>
      <Part title="What is recorded">
        <p>
          Sign-ins, changes, exports and assessments are written to an audit log with your name, the time and the
          network address they came from. Nobody can change or delete entries of this log, and they are kept for six
          years. People with the right role in your MSP or organization can read them.
        </p>
      </Part>
      <Part title="Security assessments">
        <p>
          An assessment reads the policy settings of a workspace, and only when an administrator of that workspace signs
          in and allows it. It reads settings, not mail or files, changes nothing, and keeps no access afterwards. Only
          assess a workspace that you are allowed to assess.
        </p>
      </Part>
      <Part title="What Sentrywell does not promise">
        <p>
          A score shows how settings compare with recommended ones on the day they were read. It is not legal advice,
          not a certificate and not proof that a regulation is met. Do not enter patient data: this product does not
          need any.
        </p>
      </Part>
      <Part title="Fair use">
        <p>
          Do not try to reach what was not shared with you, and do not disturb others by overloading the service. The
          operator may stop accounts that do.
        </p>
      </Part>
      <Part title="Questions">
        <p>
          <TextLink to="/contact">Write to the operator</TextLink>, also when you want to know what is stored about you
          or want your account closed.
        </p>
      </Part>
    </Card>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="mt-6">
      <h2 className="mb-1 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
