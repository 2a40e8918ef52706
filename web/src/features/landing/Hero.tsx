import { LinkButton } from '../../ui/LinkButton.tsx';
import { ProductPicture } from './ProductPicture.tsx';

export function Hero() {
  return (
    <section id="home" aria-labelledby="home-title" className="pt-14 pb-16 sm:pt-20 sm:pb-24">
      <div className="mx-auto max-w-6xl px-5 sm:px-8">
        <div className="mx-auto max-w-3xl text-center">
          <h1 id="home-title" className="text-4xl/tight font-semibold tracking-tight sm:text-5xl/tight">
            See where every organization stands, and what to mend first
          </h1>
          <p className="mx-auto mt-5 max-w-[62ch] text-lg text-ink-soft">
            Sentrywell is the risk and compliance tool for healthcare organizations and the managed service providers
            who look after them. It reads the real security settings, compares them with best practice and keeps the
            proof.
          </p>
          <div className="mt-8 flex flex-wrap justify-center gap-3">
            <LinkButton to="/register/org" variant="primary" size="large">
              Get Started
            </LinkButton>
            <LinkButton to="/contact" size="large">
              Contact Sales
            </LinkButton>
          </div>
          <p className="mt-5 text-[0.9375rem] text-ink-soft">
            HIPAA and DFS compliance. Evidence collected once, reused for SOC 2, ISO 27001, PCI DSS and more.
          </p>
        </div>
        <ProductPicture />
      </div>
    </section>
  );
}
