import { useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Form } from '../../ui/Form.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { type ContactErrors, type ContactFields, emptyContact, missingContact } from './contact-fields.ts';

/** /contact: a message to the people who run this installation. */
export function ContactPage() {
  usePageTitle('Contact');
  const [isSent, setSent] = useState(false);
  return (
    <Card className="p-6 sm:p-8">
      <h1 className="page-title mb-1">Contact us</h1>
      {isSent ? (
        <>
          <Banner tone="good" takesFocus className="my-5">
            Thank you. Your message has arrived; we answer by e-mail.
          </Banner>
          <LinkButton to="/">Back to the start page</LinkButton>
        </>
      ) : (
        <>
          <p className="mb-6 text-ink-soft">Tell us what you look after and what you need. A person reads it.</p>
          <ContactForm onSent={() => setSent(true)} />
        </>
      )}
    </Card>
  );
}

function ContactForm({ onSent }: { readonly onSent: () => void }) {
  const [fields, setFields] = useState<ContactFields>(emptyContact);
  const [errors, setErrors] = useState<ContactErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isSending, setSending] = useState(false);

  async function send() {
    setSending(true);
    setFailure(undefined);
    // Fetched with the first message: the page itself shows without it.
    const { sendContactMessage } = await import('./send-contact-message.ts');
    const problem = await sendContactMessage(fields);
    if (problem === undefined) {
      onSent();
    } else {
      setErrors(problem.errors);
      setFailure(problem.failure);
      setSending(false);
    }
  }

  function submit() {
    const missing = missingContact(fields);
    setErrors(missing);
    if (Object.keys(missing).length === 0 && !isSending) {
      void send();
    }
  }

  return (
    <Form onSubmit={submit}>
      {failure !== undefined && <Banner tone="bad">{failure}</Banner>}
      <ContactInputs fields={fields} errors={errors} onChange={(change) => setFields({ ...fields, ...change })} />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        pending={isSending}
        pendingLabel="Sending..."
      >
        Send message
      </Button>
    </Form>
  );
}

type InputsProps = {
  readonly fields: ContactFields;
  readonly errors: ContactErrors;
  readonly onChange: (change: Partial<ContactFields>) => void;
};

function ContactInputs({ fields, errors, onChange }: InputsProps) {
  return (
    <>
      <TextField
        label="Name"
        autoComplete="name"
        maxLength={100}
        value={fields.name}
        onValue={(name) => onChange({ name })}
        error={errors.name}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={254}
        value={fields.email}
        onValue={(email) => onChange({ email })}
        error={errors.email}
      />
      <TextField
        label="Organization"
        autoComplete="organization"
        maxLength={100}
        value={fields.organization}
        onValue={(organization) => onChange({ organization })}
        help="If you write for one."
        error={errors.organization}
      />
      <TextArea
        label="Message"
        rows={6}
        maxLength={4000}
        value={fields.message}
        onValue={(message) => onChange({ message })}
        error={errors.message}
      />
      {/* Programs fill this in; people never meet it. */}
      <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
        <label>
          Website
          <input
            tabIndex={-1}
            autoComplete="off"
            value={fields.website}
            onChange={(event) => onChange({ website: event.target.value })}
          />
        </label>
      </div>
    </>
  );
}
