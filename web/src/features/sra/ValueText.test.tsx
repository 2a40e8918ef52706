import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ValueText } from './ValueText.tsx';

test('a value may break behind its signs and reads the same', () => {
  const shown = renderToStaticMarkup(<ValueText>CLASSES_IN_DOMAIN</ValueText>);
  expect(shown).toBe('CLASSES_<wbr/>IN_<wbr/>DOMAIN');
  expect(renderToStaticMarkup(<ValueText>true</ValueText>)).toBe('true');
});
