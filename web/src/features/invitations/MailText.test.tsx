import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MailText } from './MailText.tsx';

test('what is to be done about a mail that did not arrive can be read without a mouse', () => {
  const failed = renderToStaticMarkup(<MailText mail="failed" />);
  expect(failed).toMatch(/>The mail could not be delivered.* Check the address, then send it again\.</);
  expect(renderToStaticMarkup(<MailText mail="delayed" />)).toMatch(/>The mail server does not take it yet\./);
});
