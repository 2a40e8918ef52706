import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What of tokens.css is seen on what, as the screens use it. */
const grounds = ['surface', 'paper', 'surface-sunken', 'surface-hover', 'primary-tint'];
const tones = ['good', 'warning', 'bad', 'info', 'violet'];
const avatars = [1, 2, 3, 4, 5, 6];

type Pairs = ReadonlyArray<readonly [mark: string, ground: string]>;
const across = (marks: readonly string[], on: readonly string[]): Pairs =>
  marks.flatMap((mark) => on.map((ground) => [mark, ground] as const));

const texts: Pairs = [
  ...across(['ink', 'ink-soft', 'primary', 'primary-hover'], grounds),
  // Words without a badge around them: scores, errors of fields.
  ...across(['good-ink', 'warning-ink', 'bad-ink', 'info-ink', 'violet-ink'], grounds),
  ...tones.flatMap((tone) => across([`${tone}-ink`, 'ink', 'ink-soft'], [`${tone}-tint`])),
  ...avatars.flatMap((number) => across([`avatar-${number}-ink`], [`avatar-${number}`])),
  ...across(['on-night', 'on-night-soft'], ['night', 'night-raised']),
  ...across(['on-primary'], ['primary-fill', 'primary-fill-hover', 'bad-fill', 'bad-fill-hover']),
];

const marks: Pairs = [
  // Borders of fields and boxes; a chosen row of a list has a border of its own.
  ...across(['line-strong'], ['surface', 'paper', 'surface-sunken', 'surface-hover']),
  // Focus rings, icons, and the borders of fields with an error.
  ...across(['primary', 'good', 'warning', 'bad', 'info'], grounds),
  ...tones.flatMap((tone) => across(['primary'], [`${tone}-tint`])),
  ...across(['mark'], ['night', 'night-raised']),
  // A box that is checked, and the mark in it.
  ...across(['primary-fill'], ['surface']),
  ...across(['check'], ['primary-fill']),
  // How strong a password is, against the part of the bar that it has not reached.
  ...across(['good', 'warning', 'bad'], ['line']),
  ...across(
    avatars.map((number) => `chart-${number}`),
    ['surface'],
  ),
];

/** Edges and shadows that nobody has to see, and the edge of the sidebar's parts. */
const decoration = new Set(['night-line', 'shade', 'shadow-colour']);

const source = readFileSync(new URL('src/ui/tokens.css', import.meta.url), 'utf8');
const root = source.slice(0, source.indexOf('\n}'));
const tokens = new Map(
  [...root.matchAll(/--([\w-]+): (?:light-dark\((.+), (.+)\)|(#\w{6}));/g)].map(([, name = '', light, dark, both]) => [
    name,
    { light: light ?? both ?? '', dark: dark ?? both ?? '' },
  ]),
);

/** WCAG 2.2, 'relative luminance'. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\da-f]{2}/g) ?? [])
    .map((part) => Number.parseInt(part, 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function tooWeak(pairs: Pairs, theme: 'light' | 'dark', atLeast: number): readonly string[] {
  return pairs.flatMap(([mark, ground]) => {
    const ratio = contrast(tokens.get(mark)?.[theme] ?? '', tokens.get(ground)?.[theme] ?? '');
    return ratio < atLeast ? [`${mark} on ${ground}: ${ratio.toFixed(2)}`] : [];
  });
}

test.each(['light', 'dark'] as const)(
  'in the %s theme every text has 4.5:1, and every mark that says something 3:1',
  (theme) => {
    expect(tooWeak(texts, theme, 4.5)).toEqual([]);
    expect(tooWeak(marks, theme, 3)).toEqual([]);
  },
);

/** There the ground is the system's, and what is drawn keeps the colours of the theme that goes with it. */
test.each([
  ['light', '#ffffff'],
  ['dark', '#000000'],
] as const)('in a %s contrast theme of the system every part of a chart has 3:1', (theme, ground) => {
  const weak = avatars.filter((number) => contrast(tokens.get(`chart-${number}`)?.[theme] ?? '', ground) < 3);
  expect(weak).toEqual([]);
});

test('every colour is held against what it is seen on, or is decoration', () => {
  const judged = new Set([...texts, ...marks].flat());
  const others = [...tokens.keys()].filter((name) => !judged.has(name) && !decoration.has(name));
  expect(others).toEqual([]);
  expect([...judged].filter((name) => !tokens.has(name))).toEqual([]);
});
