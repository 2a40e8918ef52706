import { expect, test } from './fixture.ts';

/**
 * Every test of this folder fails on a violation (fixture.ts). These provoke some, so that it is known that the policy refuses and
 * that the fixture would notice.
 */
const attempts = [
  {
    name: 'a script written into the page',
    script: `try { const script = document.createElement('script'); script.text = 'window.wasRun = true'; document.head.append(script); } catch {}`,
  },
  {
    name: 'a style written into the page',
    script: `document.head.append(Object.assign(document.createElement('style'), { textContent: 'main { color: red }' }));`,
  },
  { name: 'text run as code', script: `try { setTimeout('window.wasRun = true', 0); } catch {}` },
  {
    name: 'text turned into elements',
    script: `try { document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.wasRun = true">'); } catch {}`,
  },
  {
    name: 'a picture from elsewhere',
    script: `document.body.append(Object.assign(new Image(), { src: 'https://pictures.example/portrait.png' }));`,
  },
  { name: 'a call to elsewhere', script: `fetch('https://elsewhere.example/').catch(() => undefined);` },
];

for (const { name, script } of attempts) {
  for (const path of ['/', '/msp/tenants']) {
    test(`${name} is refused and noticed on ${path}`, async ({ openAs, troubles }) => {
      troubles.allow(
        /securitypolicyviolation|Content Security Policy|Trusted|This document requires|violates the following/,
      );
      const page = await openAs('mspAdmin');
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      expect(troubles.found).toEqual([]);
      await page.evaluate(script);
      await expect.poll(() => troubles.found.join('\n')).toContain('securitypolicyviolation');
      expect(await page.evaluate('window.wasRun')).toBeUndefined();
    });
  }
}
