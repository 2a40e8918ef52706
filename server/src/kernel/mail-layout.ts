type Action = { readonly label: string; readonly url: string };

/** What a mail says. Every text is escaped; links go only to the address of the product (security rule 21). */
export type MailContent = {
  readonly heading: string;
  /** Plain sentences, one paragraph each. */
  readonly paragraphs: readonly string[];
  /** The one thing to do, or those of which one is to be done. Its address is shown in full as well, for readers whose program shows no buttons. */
  readonly action?: Action | readonly Action[];
  /** Why the person got this mail, in small print. */
  readonly footer?: string;
};

const productName = 'Sentrywell';

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Names come from people: a line break in one must not begin a paragraph of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

const font = "font-family:'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** A name may be a word that is longer than a phone is wide. */
const breaks = 'word-break:break-word';
const style = {
  page: `margin:0;padding:24px 12px;background:#f6f8f8;${font};color:#0b1f24`,
  card: 'max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #e0e7e6;border-radius:12px;padding:32px',
  brand: 'margin:0 0 24px;font-size:15px;font-weight:700;color:#0f766e',
  heading: `margin:0 0 16px;font-size:22px;line-height:1.3;color:#0b1f24;${breaks}`,
  paragraph: `margin:0 0 16px;font-size:16px;line-height:1.55;color:#0b1f24;${breaks}`,
  button:
    'display:inline-block;background:#0f766e;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;padding:12px 24px;border-radius:8px',
  address: 'margin:0 0 16px;font-size:13px;line-height:1.5;color:#4b5f64;word-break:break-all',
  footer: `max-width:560px;margin:16px auto 0;font-size:13px;line-height:1.5;color:#4b5f64;${breaks}`,
};

function actionHtml({ label, url }: Action): string {
  const address = escaped(url);
  return [
    `<p style="margin:24px 0"><a href="${address}" style="${style.button}">${escaped(oneLine(label))}</a></p>`,
    `<p style="${style.address}">If the button does not work, open this address: <a href="${address}" style="color:#0f766e">${address}</a></p>`,
  ].join('\n');
}

/** The shared look of all mails, as plain text and as HTML without images, scripts or anything loaded from outside. */
export function mailLayout(content: MailContent): { readonly text: string; readonly html: string } {
  const heading = oneLine(content.heading);
  const paragraphs = content.paragraphs.map(oneLine);
  const actions = [content.action ?? []].flat();
  const footer = content.footer === undefined ? undefined : oneLine(content.footer);
  const text = [
    heading,
    ...paragraphs,
    ...actions.map(({ label, url }) => `${oneLine(label)}:\n${url}`),
    `-- \n${productName}${footer === undefined ? '' : `\n${footer}`}`,
  ].join('\n\n');
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(heading)}</title></head>`,
    `<body style="${style.page}">`,
    `<div style="${style.card}">`,
    `<p style="${style.brand}">${productName}</p>`,
    `<h1 style="${style.heading}">${escaped(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p style="${style.paragraph}">${escaped(paragraph)}</p>`),
    ...actions.map(actionHtml),
    '</div>',
    ...(footer === undefined ? [] : [`<p style="${style.footer}">${escaped(footer)}</p>`]),
    '</body></html>',
  ].join('\n');
  return { text: `${text}\n`, html };
}
