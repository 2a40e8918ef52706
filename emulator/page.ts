import { createHash } from 'node:crypto';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** @returns the text with everything that HTML would read as markup made harmless. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

const style = `
  :root { color-scheme: light dark; --ink: #1f1f1f; --soft: #5f6368; --line: #dadce0; --paper: #f0f4f9; --card: #fff; --blue: #0b57d0; --on-blue: #fff; --hover: #f1f3f4; --bad: #b3261e; --good: #146c2e; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e3e3e3; --soft: #a8abae; --line: #444746; --paper: #131314; --card: #1e1f20; --blue: #a8c7fa; --on-blue: #062e6f; --hover: #2b2c2d; --bad: #f2b8b5; --good: #7fd89b; } }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center; justify-content: center; background: var(--paper); color: var(--ink); font: 14px/1.5 'Inter', 'Segoe UI', Roboto, Arial, sans-serif; padding: 16px; }
  main { width: 100%; max-width: 460px; background: var(--card); border-radius: 24px; padding: 28px; }
  main.wide { max-width: 820px; }
  h1 { font-size: 22px; font-weight: 500; line-height: 1.25; margin: 14px 0 6px; }
  h2 { font-size: 15px; font-weight: 600; margin: 22px 0 6px; }
  p { margin: 0 0 12px; color: var(--soft); }
  .logo { display: flex; align-items: center; gap: 8px; font-weight: 600; color: var(--soft); }
  ul { list-style: none; margin: 12px 0; padding: 0; }
  li { border-top: 1px solid var(--line); }
  li:last-child { border-bottom: 1px solid var(--line); }
  .account { display: flex; width: 100%; gap: 12px; align-items: center; padding: 10px 8px; border: 0; background: none; color: inherit; font: inherit; text-align: left; cursor: pointer; text-decoration: none; }
  .account:hover { background: var(--hover); }
  .picture { flex: none; width: 32px; height: 32px; border-radius: 50%; display: grid; place-items: center; background: var(--blue); color: var(--on-blue); font-weight: 600; }
  .who { min-width: 0; overflow-wrap: anywhere; }
  .who small, .role { color: var(--soft); font-size: 12px; }
  .who small { display: block; }
  .role { margin-left: auto; flex: none; max-width: 40%; text-align: right; }
  .chip { display: inline-flex; gap: 8px; align-items: center; border: 1px solid var(--line); border-radius: 99px; padding: 3px 12px 3px 3px; overflow-wrap: anywhere; }
  .chip .picture { width: 24px; height: 24px; font-size: 12px; }
  .scope { display: flex; gap: 12px; padding: 10px 4px; align-items: flex-start; }
  .scope span { flex: 1; }
  .scope input { width: 20px; height: 20px; margin: 0; accent-color: var(--blue); }
  .buttons { display: flex; gap: 12px; justify-content: flex-end; margin-top: 18px; }
  .buttons button, .switch { border-radius: 99px; border: 1px solid var(--line); background: none; color: var(--blue); font: inherit; font-weight: 600; padding: 9px 24px; cursor: pointer; }
  .buttons .main { background: var(--blue); color: var(--on-blue); border-color: var(--blue); }
  .switch { padding: 4px 14px; }
  :focus-visible { outline: 3px solid var(--blue); outline-offset: 2px; }
  footer { color: var(--soft); font-size: 12px; margin-top: 12px; max-width: 460px; text-align: center; }
  table { width: 100%; border-collapse: collapse; }
  td, th { text-align: left; padding: 8px 6px; border-top: 1px solid var(--line); vertical-align: middle; }
  a { color: var(--blue); }
  .bad { color: var(--bad); } .good { color: var(--good); }
  input[type=text] { font: inherit; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px; background: none; color: inherit; width: 100%; max-width: 320px; }
  code { font-size: 12px; overflow-wrap: anywhere; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** No form-action: browsers apply it to the redirect that takes a person back to the product. */
export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/** @param content HTML whose texts are escaped already */
export function page(title: string, content: string, wide = false): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body>
<main${wide ? ' class="wide"' : ''}>
<div class="logo"><svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true"><circle cx="7" cy="7" r="5" fill="#4285f4"/><circle cx="14" cy="8" r="4" fill="#34a853"/><circle cx="9" cy="14" r="4" fill="#fbbc04"/></svg> Workspace sign-in</div>
${content}
</main>
<footer>A stand-in for Google Workspace on this computer. Nothing here reaches Google.</footer>
</body>
</html>`;
}

export function errorPage(code: string, explanation: string): string {
  return page(
    'Access blocked',
    `<h1>Access blocked: authorization error</h1><p>${escapeHtml(explanation)}</p><p>Error: <code>${escapeHtml(code)}</code></p>`,
  );
}
