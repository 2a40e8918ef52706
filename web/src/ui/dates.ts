const options = {
  date: { year: 'numeric', month: 'short', day: 'numeric' },
  dateTime: { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  /** Long US format on the organization's page (specification §2). */
  longUs: { year: 'numeric', month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateLook = keyof typeof options;

/** Making a format takes a hundred times as long as using it: a list of dates makes each once. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(name: string, locale: string | undefined, wanted: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const format = formats.get(name) ?? new Intl.DateTimeFormat(locale, wanted);
  formats.set(name, format);
  return format;
}

/** The reader's own locale and time zone, except where the specification fixes the format. */
export function formatDate(iso: string, look: DateLook): string {
  return formatFor(look, look === 'longUs' ? 'en-US' : undefined, options[look]).format(new Date(iso));
}

/** To the second, with the name of the time zone. */
export function formatExactly(iso: string): string {
  return formatFor('exact', undefined, { dateStyle: 'full', timeStyle: 'long' }).format(new Date(iso));
}
