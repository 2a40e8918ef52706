import { browserChecks, csrf } from './browser.ts';
import { databaseCatalogue } from './catalogue.ts';
import { contentTypes } from './content-types.ts';
import { escalation } from './escalation.ts';
import { files } from './files.ts';
import { framing } from './framing.ts';
import { fuzz } from './fuzz.ts';
import { headers } from './headers.ts';
import { mutation, mutationUnnoticed } from './mutation.ts';
import { startSick } from './sick.ts';
import { sqlmap, wapiti } from './scanners.ts';
import { type Checker, type Findings, startDemo, type Target } from './target.ts';

/** In the order in which they run: what fills the database with junk comes last. */
const checkers: readonly Checker[] = [
  { name: 'headers', about: 'every call and page in every status', fault: 'headers taken away', run: headers },
  { name: 'files', about: 'no file but the web app’s', fault: 'a file of the project served', run: files },
  {
    name: 'content-types',
    about: 'only JSON, spelled our way',
    fault: 'types set right on the way',
    run: contentTypes,
  },
  { name: 'framing', about: 'raw bytes on the socket', fault: 'a server that reads what it likes', run: framing },
  { name: 'csrf', about: 'foreign pages in a real browser', fault: 'origin and type set right on the way', run: csrf },
  {
    name: 'browser',
    about: 'markup in names; policy; nobody else asked',
    fault: 'no policy and no escaping',
    run: browserChecks,
  },
  { name: 'sqlmap', about: 'injection, signed in', fault: 'a condition that is put into the query', run: sqlmap },
  { name: 'wapiti', about: 'a scanner of holes, signed in', fault: 'headers taken away', run: wapiti },
  { name: 'catalogue', about: 'the walls in the database', fault: '', run: databaseCatalogue },
  {
    name: 'escalation',
    about: 'random walks gain nothing',
    fault: 'an administrator’s session on each second call',
    run: escalation,
  },
  { name: 'fuzz', about: '10,000 malformed requests × 3 seeds', fault: 'a 500 for a quotation mark', run: fuzz },
  {
    name: 'mutation',
    about: 'small changes of who may are noticed',
    fault: 'a table that notices nothing',
    run: mutation,
  },
];

const port = Number(process.env['ATTACK_PORT'] ?? 23_400);
const given = process.argv.slice(2);
const proves = given.includes('--prove');
const wanted = given.filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !checkers.some((checker) => checker.name === name));
if (unknown.length > 0) {
  console.error(`No checker '${unknown.join("', '")}'. There are: ${checkers.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}

async function findingsOf({ run }: Checker, target: Target): Promise<Findings> {
  try {
    return await run(target);
  } catch (error) {
    return {
      checked: 0,
      of: '',
      defects: [`it could not run: ${error instanceof Error ? error.message : String(error)}`],
    };
  }
}

function tell(checker: Checker, findings: Findings, seconds: number): void {
  const { checked, of, defects, skipped } = findings;
  const word = skipped === undefined ? (defects.length === 0 ? 'ok' : 'FAILED') : 'left out';
  console.log(
    `${word.padEnd(9)}${checker.name.padEnd(15)}${seconds.toFixed(0).padStart(4)} s  ${checker.about}: ${skipped ?? `${checked} ${of}`}`,
  );
  for (const defect of defects.slice(0, 25)) {
    console.log(`         ${defect.replaceAll('\n', ' ').slice(0, 300)}`);
  }
}

/** Each checker against the healthy product. @returns whether all passed. */
async function attack(target: Target): Promise<boolean> {
  let good = true;
  for (const checker of checkers.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
    const began = performance.now();
    const findings = await findingsOf(checker, target);
    tell(checker, findings, (performance.now() - began) / 1_000);
    good &&= findings.defects.length === 0;
  }
  return good;
}

/** Each checker against a product with a planted fault: it must find something. @returns whether all did. */
async function prove(target: Target): Promise<boolean> {
  let good = true;
  const chosen = checkers.filter(({ name, fault }) => fault !== '' && (wanted.length === 0 || wanted.includes(name)));
  for (const checker of chosen) {
    const sick = await startSick(target, checker.name);
    const sickChecker = checker.name === 'mutation' ? { ...checker, run: mutationUnnoticed } : checker;
    const findings = await findingsOf(sickChecker, sick.target);
    await sick.stop();
    const found = findings.defects.length > 0 && !findings.defects.some((one) => one.startsWith('it could not run'));
    const word = findings.skipped === undefined ? (found ? 'seen' : 'NOT SEEN') : 'left out';
    console.log(
      `${word.padEnd(9)}${checker.name.padEnd(15)}${checker.fault}: ${(findings.skipped ?? findings.defects[0] ?? '').slice(0, 160)}`,
    );
    good &&= found || findings.skipped !== undefined;
  }
  return good;
}

const began = performance.now();
const { target, stop } = await startDemo(port);
let good = false;
try {
  good = await (proves ? prove(target) : attack(target));
} finally {
  await stop();
}
console.log(`attack: ${good ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
process.exit(good ? 0 : 1);
