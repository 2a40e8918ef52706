import { browserChecks, csrf } from './browser.ts';
import { catalogueWithHoles, databaseCatalogue } from './catalogue.ts';
import { contentTypes } from './content-types.ts';
import { escalation } from './escalation.ts';
import { files } from './files.ts';
import { framing } from './framing.ts';
import { fuzz } from './fuzz.ts';
import { headers } from './headers.ts';
import { mutation, mutationUnnoticed } from './mutation.ts';
import { sqlmap, wapiti } from './scanners.ts';
import type { Checker } from './target.ts';

/** Those that ask as fast as they are answered. In the order in which they run: walks may end in somebody's removal, so they come last. */
const busy: readonly Checker[] = [
  {
    name: 'headers',
    about: 'every call and page in every status',
    fault: 'headers taken away',
    run: headers,
  },
  { name: 'files', about: 'no file but the web app’s', fault: 'a file of the project served', run: files },
  {
    name: 'content-types',
    about: 'only JSON, spelled our way',
    fault: 'types set right on the way',
    run: contentTypes,
  },
  {
    name: 'fuzz',
    about: '10,000 malformed requests × 3 seeds',
    fault: 'a 500 for a quotation mark',
    run: fuzz,
  },
  {
    name: 'escalation',
    about: 'random walks gain nothing',
    fault: 'an administrator’s session on each second call',
    run: escalation,
  },
];

/** Those that wait for most of their time: for a connection to be cut off, for a browser, for somebody else's program. */
const patient: readonly Checker[] = [
  {
    name: 'framing',
    about: 'raw bytes on the socket',
    fault: 'a server that reads what it likes',
    run: framing,
  },
  {
    name: 'csrf',
    about: 'foreign pages in a real browser',
    fault: 'origin and type set right on the way',
    run: csrf,
  },
  {
    name: 'browser',
    about: 'markup in names; policy; nobody else asked',
    fault: 'no policy and no escaping',
    run: browserChecks,
  },
  {
    name: 'sqlmap',
    about: 'injection, signed in',
    fault: 'a condition that is put into the query',
    run: sqlmap,
  },
  { name: 'wapiti', about: 'a scanner of holes, signed in', fault: 'headers taken away', run: wapiti },
  {
    name: 'catalogue',
    about: 'the walls in the database',
    fault: 'a table without its wall, and a view',
    run: databaseCatalogue,
    runSick: catalogueWithHoles,
  },
  {
    name: 'mutation',
    about: 'small changes of who may are noticed',
    fault: 'a table that notices nothing, tests that are given the original',
    run: mutation,
    runSick: mutationUnnoticed,
  },
];

/** Side by side, each against a demo of its own. */
export const lanes: readonly (readonly Checker[])[] = [busy, patient];
