export type Choice = {
  /** The account to pick on the first page. */
  readonly email: string;
  readonly decision?: 'allow' | 'cancel';
  /** Scopes whose box is unticked before allowing. */
  readonly untick?: readonly string[];
};

function valuesOf(html: string, name: string): readonly string[] {
  return [...html.matchAll(new RegExp(`name="${name}" value="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}

/**
 * Does what a person does in the popup: picks an account, reads the consent page, allows or cancels. For tests without
 * a browser.
 * @returns where the emulator sends the browser
 */
export async function consent(authUrl: string, { email, decision = 'allow', untick = [] }: Choice): Promise<URL> {
  const chooser = await fetch(authUrl);
  const html = await chooser.text();
  const [request] = valuesOf(html, 'request');
  if (!chooser.ok || request === undefined)
    throw new Error(`No account can be chosen (${chooser.status}): ${html.slice(-600)}`);
  const origin = new URL(authUrl).origin;
  const query = new URLSearchParams({ request, account: email });
  const page = await (await fetch(`${origin}/signin/consent?${query.toString()}`)).text();
  const scopes = valuesOf(page, 'scope').filter((scope) => !untick.includes(scope));
  const form = new URLSearchParams({ request, account: email, decision });
  for (const scope of scopes) form.append('scope', scope);
  const answer = await fetch(`${origin}/signin/decision`, { method: 'POST', body: form, redirect: 'manual' });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`The decision led nowhere (${answer.status})`);
  return new URL(location);
}
