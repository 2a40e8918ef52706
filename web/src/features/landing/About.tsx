import { LinkButton } from '../../ui/LinkButton.tsx';
import { Section } from './Section.tsx';

export function About() {
  return (
    <Section
      id="about"
      title="About Sentrywell"
      lead={
        <>
          <p>
            Small healthcare organizations carry the same duty of care for their patients’ data as large ones, with a
            fraction of the staff. Sentrywell is made for them and for the providers they trust with it.
          </p>
          <p className="mt-4">
            It says what is, what should be and how to get there. It shows no figure that it did not measure, keeps no
            access to your workspace once an assessment is done, and tells no outside service who visits.
          </p>
        </>
      }
    >
      <div className="flex flex-wrap gap-3">
        <LinkButton to="/register/org" variant="primary" size="large" className="max-sm:px-4">
          Register your organization
        </LinkButton>
        <LinkButton to="/register/msp" size="large">
          Register as an MSP
        </LinkButton>
      </div>
    </Section>
  );
}
