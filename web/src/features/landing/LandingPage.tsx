import { MainRegion } from '../../ui/MainRegion.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { Features } from './Features.tsx';
import { Frameworks } from './Frameworks.tsx';
import { Hero } from './Hero.tsx';
import { LandingFooter } from './LandingFooter.tsx';
import { Pricing } from './Pricing.tsx';
import { TopBar } from './TopBar.tsx';
import { About } from './About.tsx';

/** What the product is and for whom. Rendered at build time, so that it reads without JavaScript. */
export function LandingPage() {
  usePageTitle('Risk and compliance for healthcare and MSPs');
  return (
    <div className="text-base">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-surface px-4 py-2 font-medium focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <TopBar />
      <MainRegion>
        <Hero />
        <Features />
        <Frameworks />
        <Pricing />
        <About />
      </MainRegion>
      <LandingFooter />
    </div>
  );
}
