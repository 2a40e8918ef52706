import { searchable } from '@sentrywell/contract/search.ts';
import { type Fragment, fragment } from './sql.ts';

/**
 * A text of the database in the form that `searchable` gives one. Each i and each sigma is written in one way, because lower() leaves
 * them in several: by the locale of the database, and by whether its PostgreSQL knows letters that become two.
 */
function comparable(text: Fragment): Fragment {
  return fragment`replace(translate(lower(${text}), 'İIıΣς', 'iiiσσ'), 'i\u0307', 'i')`;
}

/** Where words stand that hold letters which a database of the locale C has no small ones for: as typed, or in capitals. */
function placeInC(text: Fragment, words: string): Fragment {
  const typed = words.normalize('NFC');
  const [asTyped, inCapitals] = [typed, typed.toUpperCase()].map(
    // A query of its own: PostgreSQL asks it once, and not for every row.
    (spelling) => fragment`strpos(${comparable(text)}, (select ${comparable(fragment`${spelling}::text`)}))`,
  );
  return fragment`coalesce(nullif(${asTyped}, 0), ${inCapitals})`;
}

/**
 * Where words stand in a text of the database, from 1; 0 where they do not. As lists in the browser find them: whatever their case, and
 * no character stands for others. A database of the locale C, whose lower() knows no letters but A to Z, finds others as they were
 * typed, in small letters or in capitals.
 *
 * @param text in NFC, as everything is that people enter (`contract/src/shapes.ts`)
 */
export function placeOfWords(text: Fragment, words: string): Fragment {
  const small = searchable(words);
  const place = fragment`strpos(${comparable(text)}, ${small})`;
  const isAscii = /^[\u0000-\u007f]*$/.test(small);
  const everyPlace = isAscii
    ? place
    : // What the planner can answer, so that other databases do not look three times.
      fragment`coalesce(nullif(${place}, 0), case when lower('É') = 'é' then 0 else ${placeInC(text, words)} end)`;
  // Most names have nothing but ASCII in them, and a sixth of the work is enough for those.
  return fragment`case when octet_length(${text}) = length(${text}) then strpos(lower((${text}) collate "C"), ${small})
    else ${everyPlace} end`;
}
