const options = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  dateTime: { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** Long US format on the organization's page (specification §2). */
  longUs: { year: 'numeric', month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateLook = keyof typeof options;

/** The reader's own locale and time zone, except where the specification fixes the format. */
export function formatDate(iso: string, look: DateLook): string {
  return new Intl.DateTimeFormat(look === 'longUs' ? 'en-US' : undefined, options[look]).format(new Date(iso));
}

/** To the second, with the name of the time zone. */
export function formatExactly(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
}
