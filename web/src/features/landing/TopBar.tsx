import { useRef } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../ui/Icon.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { sections } from './landing-content.ts';

export function TopBar() {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-paper">
      <div className="mx-auto flex min-h-16 max-w-6xl flex-wrap items-center gap-x-3 gap-y-1 px-5 py-1 lg:px-8">
        <Link to="/" className="mr-auto rounded-lg">
          <Logo />
        </Link>
        <nav aria-label="Sections" className="hidden items-center gap-1 text-sm md:flex">
          {sections.map((section) => (
            <a
              key={section.id}
              href={`#${section.id}`}
              className="rounded-lg px-2 py-2 font-medium text-ink-soft hover:bg-hover hover:text-ink lg:px-3"
            >
              {section.label}
            </a>
          ))}
        </nav>
        <LinkButton to="/login" variant="quiet" className="max-[24rem]:hidden md:ml-3">
          Login
        </LinkButton>
        <LinkButton to="/register/org" variant="primary" className="max-sm:px-3">
          Sign Up
        </LinkButton>
        <SectionMenu />
      </div>
    </header>
  );
}

/** The section links on a small screen. A `<details>`, so that it opens without JavaScript too. */
function SectionMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  return (
    <details ref={menu} className="relative md:hidden">
      <summary className="grid size-10 list-none place-items-center rounded-lg hover:bg-hover [&::-webkit-details-marker]:hidden">
        <Icon name="menu" label="Sections" />
      </summary>
      <nav
        aria-label="Sections"
        className="absolute top-12 right-0 w-52 rounded-xl border border-line bg-surface p-1.5 shadow-raised"
      >
        {sections.map((section) => (
          <a
            key={section.id}
            href={`#${section.id}`}
            onClick={() => menu.current?.removeAttribute('open')}
            className="block rounded-lg px-3 py-2.5 font-medium hover:bg-hover"
          >
            {section.label}
          </a>
        ))}
        <Link to="/login" className="block rounded-lg px-3 py-2.5 font-medium hover:bg-hover min-[24rem]:hidden">
          Login
        </Link>
      </nav>
    </details>
  );
}
