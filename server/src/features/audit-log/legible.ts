// Control characters, and marks and overrides of writing direction: with them a text shows as another one than it is.
const misleading = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const eachMisleading = new RegExp(misleading, 'g');

/**
 * A text of the log as it is shown (security rule 26), its line breaks as spaces; what is stored, hashed and exported with the
 * chain stays as it is.
 */
export function legible(text: string): string {
  // Of nearly all texts there is nothing to leave out: a page of fifty entries looks at two hundred.
  return misleading.test(text) ? text.replaceAll(/[\t\n\r]/g, ' ').replaceAll(eachMisleading, '') : text;
}
