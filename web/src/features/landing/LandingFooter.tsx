import { Link } from 'react-router';
import { Logo } from '../../ui/Logo.tsx';

const links = [
  { to: '/register/org', label: 'Sign Up' },
  { to: '/register/msp', label: 'Sign up as an MSP' },
  { to: '/login', label: 'Login' },
  { to: '/contact', label: 'Contact' },
  { to: '/terms', label: 'Terms' },
] as const;

export function LandingFooter() {
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 py-8 text-[0.9375rem] sm:px-8">
        <Logo className="text-base" />
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map((link) => (
            <Link key={link.to} to={link.to} className="py-1 text-ink-soft hover:text-ink hover:underline">
              {link.label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
