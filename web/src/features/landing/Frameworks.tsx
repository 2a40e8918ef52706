import { frameworks } from './landing-content.ts';
import { Section } from './Section.tsx';

export function Frameworks() {
  return (
    <Section
      id="frameworks"
      title="Collect evidence once, use it everywhere"
      lead="Most frameworks ask for the same things in different words. A setting that is proven for HIPAA counts for the others that share the control."
    >
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {frameworks.map((framework) => (
          <li key={framework.name} className="rounded-xl border border-line bg-surface p-5">
            <h3 className="font-semibold">{framework.name}</h3>
            <p className="mt-1 text-[0.9375rem] text-ink-soft">{framework.detail}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
