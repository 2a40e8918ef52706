import { Icon } from '../../ui/Icon.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { plans } from './landing-content.ts';
import { Section } from './Section.tsx';

export function Pricing() {
  return (
    <Section
      id="pricing"
      title="Three plans, one product"
      lead="The price depends on how many organizations you look after. Tell us, and you get an offer in plain words."
      className="border-y border-line bg-surface"
    >
      <ul className="grid gap-5 lg:grid-cols-3">
        {plans.map((plan) => (
          <li key={plan.name} className="flex flex-col rounded-2xl border border-line bg-paper p-6">
            <h3 className="text-lg font-semibold">{plan.name}</h3>
            <p className="mt-1 text-[0.9375rem] text-ink-soft">{plan.audience}</p>
            <ul className="mt-5 mb-7 space-y-3 text-[0.9375rem]">
              {plan.contents.map((content) => (
                <li key={content} className="flex gap-2.5">
                  <Icon name="check" className="mt-0.5 stroke-2 text-primary" />
                  {content}
                </li>
              ))}
            </ul>
            <LinkButton to="/contact" className="mt-auto w-full" aria-label={`Contact Sales about ${plan.name}`}>
              Contact Sales
            </LinkButton>
          </li>
        ))}
      </ul>
    </Section>
  );
}
