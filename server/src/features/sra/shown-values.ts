/** A value of a setting as a person reads it in a table or on paper. */
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

/** The last part of a path such as `orgUnits/03ph8a2z`, or '-' (specification §2). */
export function lastSegment(path: string): string {
  const [last = ''] = path.split('/').slice(-1);
  return last === '' ? '-' : last;
}

/** 'drive_and_docs' → 'DRIVE AND DOCS' (specification §2, section titles). */
export function sectionTitle(area: string): string {
  return area.replaceAll('_', ' ').toUpperCase();
}
