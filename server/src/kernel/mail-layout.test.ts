import { describe, expect, test } from 'vitest';
import { mailLayout } from './mail-layout.ts';

describe('the layout of mails', () => {
  test('text and HTML say the same and carry the link', () => {
    const url = 'https://app.example.com/reset-password?token=2.abc&x=1';
    const { text, html } = mailLayout({
      heading: 'Choose a new password',
      paragraphs: ['Somebody asked for it.', 'The link works for one hour.'],
      action: { label: 'Choose a new password', url },
      footer: 'You can ignore this mail.',
    });
    for (const sentence of ['Somebody asked for it.', 'The link works for one hour.', 'You can ignore this mail.']) {
      expect(text).toContain(sentence);
      expect(html).toContain(sentence);
    }
    expect(text).toContain(`\n${url}\n`);
    expect(html).toContain('href="https://app.example.com/reset-password?token=2.abc&amp;x=1"');
  });

  test('a word that is longer than a phone is wide is broken, in every part of the mail', () => {
    const word = 'W'.repeat(80);
    const { html } = mailLayout({ heading: word, paragraphs: [word], footer: word });
    const styles = [...html.matchAll(/style="([^"]*)">W{80}/g)].map(([, style = '']) => style);
    expect(styles).toHaveLength(3);
    expect(styles.filter((style) => !style.includes('word-break:break-word'))).toEqual([]);
  });

  test('what people wrote stays text and on one line', () => {
    const { text, html } = mailLayout({
      heading: '<b>Mallory</b>\r\nBcc: x@y.example',
      paragraphs: ["\"><script>alert(1)</script> & 'friends'"],
    });
    expect(html).not.toMatch(/<script|<b>/);
    expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;friends&#39;');
    expect(text.split('\n')[0]).toBe('<b>Mallory</b> Bcc: x@y.example');
  });
});
