// What a picture is described by, and the ways to bring a screen about.
import { demoAccounts } from '../demo-accounts.mjs';

/** @typedef {import('@playwright/test').Page} Page */
/** Organizations of the demo: Cedar Clinic, and one that was never assessed. @typedef {{ cedar: number, fresh: number }} Places */
/** @typedef {(page: Page) => Promise<unknown>} Step */
/**
 * @typedef {object} Screen
 * @property {string} name
 * @property {string} [person] who looks; nobody is signed in without one
 * @property {(places: Places) => string} path
 * @property {Step} [before] what is arranged before the page is opened, such as what the server answers
 * @property {Step} [prepare] what to press when it is open
 * @property {boolean} [isWindow] the picture is of the window, not of the whole page
 * @property {boolean} [isWaiting] answers are held back, so the network never falls silent
 * @property {string} [only] the one look that there is to it
 */

export const { root: rootUser, mspAdmin, mspUser, orgAdmin, vendor, independentAdmin } = demoAccounts;

/** @param {string} to */
export const at = (to) => () => to;

/** @param {string} page what follows /org/{id} of Cedar Clinic @returns {(places: Places) => string} */
export const ofCedar =
  (page) =>
  ({ cedar }) =>
    `/org/${cedar}/${page}`;

/** @param {...Step} all @returns {Step} */
export const steps =
  (...all) =>
  async (page) => {
    for (const step of all) await step(page);
  };

/** @param {string | RegExp} name @returns {Step} */
export const press = (name) => (page) => page.getByRole('button', { name, disabled: false }).first().click();

/** @param {string} label @param {string} text @returns {Step} */
export const fill = (label, text) => (page) => page.getByLabel(label, { exact: true }).last().fill(text);

/** @param {string | RegExp} name @returns {Step} */
export const openTab = (name) => (page) => page.getByRole('tab', { name }).click();

/** Every call about what is shown on a page of the shell, but not those that say who is there. */
const anyData = /\/api\/(msp-service|organization-service|auth\/account)\b/;

/** No answer comes. @param {string | RegExp} [calls] @returns {Step} */
export const unanswered =
  (calls = anyData) =>
  (page) =>
    page.route(calls, () => undefined);

/** @param {string | RegExp} [calls] @returns {Step} */
export const failing = (calls = anyData) =>
  answered(calls, { code: 'server.failed', message: 'Something went wrong on our side. Please try again.' }, 500);

/** @param {string | RegExp} calls @param {object} json @param {number} [status] @returns {Step} */
export function answered(calls, json, status = 200) {
  return (page) => page.route(calls, (route) => route.fulfill({ status, json }));
}

/** A refusal as the server words it. @param {string | RegExp} calls @param {number} status @param {string} code @param {string} message */
export const refused = (calls, status, code, message) => answered(calls, { code, message }, status);

/** The real answer with changes. @param {string | RegExp} calls @param {object} changes @returns {Step} */
export const altered = (calls, changes) => (page) =>
  page.route(calls, async (route) => {
    const response = await route.fetch();
    /** @type {object} */
    const json = await response.json();
    await route.fulfill({ response, json: { ...json, ...changes } });
  });
