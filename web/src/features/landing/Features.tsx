import { Badge } from '../../ui/Badge.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { features } from './landing-content.ts';
import { Section } from './Section.tsx';

export function Features() {
  return (
    <Section
      id="features"
      title="The whole of compliance, without the spreadsheets"
      lead="For the person who runs a clinic’s office, and for the technician who looks after fifty of them."
      className="border-y border-line bg-surface"
    >
      <ul className="grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {features.map((feature) => (
          <li key={feature.title}>
            <span className="grid size-11 place-items-center rounded-xl bg-primary-tint text-primary">
              <Icon name={feature.icon} className="size-6" />
            </span>
            <h3 className="mt-4 flex flex-wrap items-center gap-2 font-semibold">
              {feature.title}
              {feature.isSoon === true && (
                <Badge tone="neutral" icon="clock">
                  Soon
                </Badge>
              )}
            </h3>
            <p className="mt-1.5 text-ink-soft">{feature.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
