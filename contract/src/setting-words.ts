// How settings are written for people: on the page and in the report alike.

/** A value of a setting as a person reads it. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') {
    return value === '' ? '(empty)' : value;
  }
  if (value === undefined) {
    return '-';
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? '(none)' : value.map(shownValue).join(', ');
  }
  return JSON.stringify(value);
}

const units = [
  [86_400, 'day'],
  [3_600, 'hour'],
  [60, 'minute'],
] as const;

/** How long Google writes a session that never expires. */
const endless = '63072000s';

const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/;

/** The same with what it means: '1209600s' → '1209600s (14 days)', what Google writes for 'never', an instant as `2026-11-21 18:30 UTC`. */
export function explained(value: unknown): string {
  const text = shownValue(value);
  if (text === endless || text.startsWith('1970-01-01T')) {
    return `${text} (never)`;
  }
  const [, day, minute] = instant.exec(text) ?? [];
  if (day !== undefined && minute !== undefined) {
    return `${day} ${minute} UTC`;
  }
  const seconds = Number(/^(\d+)s$/.exec(text)?.[1] ?? 0);
  const unit = units.find(([length]) => seconds >= length && seconds % length === 0);
  if (unit === undefined) {
    return text;
  }
  const count = seconds / unit[0];
  return `${text} (${count} ${unit[1]}${count === 1 ? '' : 's'})`;
}

/** What Google's keys write like a word, and people in capitals. */
const abbreviations = new Set(['api', 'id', 'imap', 'ip', 'pop', 'sdk', 'smtp', 'sso']);

/** A word within a key. */
function shownWord(word: string): string {
  const lower = word.toLowerCase();
  return /^[A-Z\d]{2,}$/.test(word) || abbreviations.has(lower) ? word.toUpperCase() : lower;
}

/** 'warnOnInvite' → 'Warn on invite', 'allowPOPAccess' → 'Allow POP access', 'enableImapAccess' → 'Enable IMAP access'. */
export function shownName(name: string): string {
  const words = name
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(' ')
    .map(shownWord)
    .join(' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The last part of a path such as `orgUnits/03ph8a2z`, or '-' (specification §2). */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1) || '-';
}

/** The place that a row or a finding is about. Google's Policy API names units and groups by their ids alone. */
export function placeName(target: string): string {
  if (target === '') {
    return 'Whole organization';
  }
  return `${target.startsWith('groups/') ? 'Group' : 'Organization Unit'} ${lastSegment(target)}`;
}

/** 'drive_and_docs' → 'DRIVE AND DOCS' (specification §2). */
export function sectionTitle(area: string): string {
  return area.replaceAll('_', ' ').toUpperCase();
}

/** The remedy's steps: it comes as one string, joined by commas (specification §3). */
export function stepsOf(remedy: string): readonly string[] {
  return remedy
    .split(', ')
    .map((step) => step.trim())
    .filter((step) => step !== '');
}
