import type { Locator, Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { expectSelected } from './in-page.ts';
import { oneTimeCode } from './one-time-codes.ts';
import { readQrCode } from './qr-code.ts';
import {
  expectBanner,
  freshMsp,
  freshOrganization,
  freshPage,
  logIn,
  loseAnswers,
  messages,
  newPassword,
  test,
} from './world.ts';

/** The recovery codes, which are shown once. */
async function keepRecoveryCodes(page: Page): Promise<readonly string[]> {
  const shown = page.getByRole('alertdialog', { name: 'Keep your recovery codes' });
  await expect(shown.getByRole('listitem')).toHaveCount(10);
  const codes = await shown.getByRole('listitem').allTextContents();
  await shown.getByRole('button', { name: 'I have kept them' }).click();
  return codes;
}

async function beginApp(page: Page): Promise<Locator> {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Set up' }).click();
  return page.getByRole('dialog', { name: 'Set up an authenticator app' });
}

async function readKey(dialog: Locator): Promise<string> {
  const summary = dialog.getByText('Can’t scan it?');
  expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(24);
  await summary.click();
  return dialog.getByLabel('Type or paste this key into the app').inputValue();
}

async function finishApp(page: Page, dialog: Locator, secret: string): Promise<readonly string[]> {
  await dialog.getByLabel('2. Enter the code that the app shows').fill(oneTimeCode(secret));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  return keepRecoveryCodes(page);
}

test('an authenticator app is set up, asked for at the next sign-in, and a recovery code works once', async ({
  browser,
}) => {
  const { page, email, id } = await freshOrganization(browser);
  const dialog = await beginApp(page);
  const secret = await readKey(dialog);
  const code = dialog.getByLabel('2. Enter the code that the app shows');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('Please enter the code')).toBeVisible();
  // A code of yesterday.
  await code.fill(oneTimeCode(secret, -2880));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await expect(dialog.getByText('That did not work. Please check the code and try again.')).toBeVisible();
  await expectSelected(code);
  const [recoveryCode = ''] = await finishApp(page, dialog, secret);
  await expect(page.getByText('10 left')).toBeVisible();

  const other = await freshPage(browser);
  await other.goto(`/org/${id}/team`);
  await expect(other).toHaveURL(/\/login$/);
  await logIn(other, email);
  await expect(other).toHaveURL(/\/login\/second-factor$/);
  // The password alone opens nothing, and a reload goes on with the second step.
  await other.reload();
  await other.getByLabel('Code from your authenticator app').fill(oneTimeCode(secret, -2880));
  await other.getByRole('button', { name: 'Log in' }).click();
  await expectBanner(other, 'That did not work. Please check the code and try again.');
  await expectSelected(other.getByLabel('Code from your authenticator app'));
  await other.getByLabel('Code from your authenticator app').fill(oneTimeCode(secret, 1));
  await other.getByRole('button', { name: 'Log in' }).click();
  await expect(other).toHaveURL(new RegExp(`/org/${id}/team$`));

  for (const outcome of ['works', 'is used up']) {
    const third = await freshPage(browser);
    await third.goto('/login');
    await logIn(third, email);
    await third.getByRole('button', { name: 'Use a recovery code' }).click();
    await third.getByLabel('Recovery code').fill(recoveryCode);
    await third.getByRole('button', { name: 'Log in' }).click();
    if (outcome === 'works') {
      await expect(third).toHaveURL(/\/dashboard$/);
    } else {
      await expectBanner(third, 'That did not work. Please check the code and try again.');
    }
    await third.context().close();
  }

  await page.reload();
  await expect(page.getByText('9 left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove app' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You removed the authenticator app.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

for (const theme of ['light', 'dark'] as const) {
  test(`the QR code that is painted in the ${theme} theme is read as the address that the app needs`, async ({
    browser,
  }) => {
    const { page, email } = await freshOrganization(browser);
    await page.emulateMedia({ colorScheme: theme });
    const dialog = await beginApp(page);
    const read = new URL(await readQrCode(dialog.getByRole('img', { name: 'QR code for your authenticator app' })));
    expect(`${read.protocol}//${read.host}`).toBe('otpauth://totp');
    expect(decodeURIComponent(read.pathname)).toBe(`/Sentrywell:${email}`);
    expect(read.searchParams.get('issuer')).toBe('Sentrywell');

    // A phone that scanned it shows the codes that are asked for.
    await finishApp(page, dialog, read.searchParams.get('secret') ?? '');
  });
}

/** A device that makes passkeys and says yes to everything. */
async function haveDevice(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a passkey is added, signs the person in, and can be removed', async ({ browser }) => {
  const { page, email } = await freshOrganization(browser);
  await haveDevice(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await keepRecoveryCodes(page);
  await expect(page.getByText('Work laptop')).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await logIn(page, email);
  await expect(page).toHaveURL(/\/login\/second-factor$/);
  // By keyboard: each way takes the focus along, and none is pressed by a key that is held down.
  await page.getByRole('button', { name: 'Use a recovery code' }).press('Enter');
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.getByRole('button', { name: 'Use a passkey' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeFocused();
  await page.getByRole('button', { name: 'Use your passkey' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);

  await page.goto('/settings');
  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('You removed the passkey Work laptop.')).toBeVisible();
  await expect(page.getByText('Work laptop', { exact: true })).toHaveCount(0);
});

test('the question for the password is typed into at once, also over another dialog', async ({ browser }) => {
  const { page } = await freshOrganization(browser);
  await haveDevice(page);
  // As if the password had been given long ago.
  await page.route(
    '**/api/auth/account/passkeys/begin',
    (route) =>
      route.fulfill({ status: 403, json: { message: 'Confirm your password', code: 'access.step_up_needed' } }),
    { times: 1 },
  );
  await page.goto('/settings');
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter');
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(question.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(newPassword);
  await page.keyboard.press('Enter');
  await keepRecoveryCodes(page);
  await expect(page.getByText('Work laptop')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a passkey' })).toBeFocused();
});

test('a passkey whose answer was lost stands in the list once the dialog is given up', async ({ browser }) => {
  const { page } = await freshOrganization(browser);
  await haveDevice(page);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await loseAnswers(page, '**/api/auth/account/passkeys/confirm');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByText('The server could not be reached.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Work laptop')).toBeVisible();
  await expect(page.getByText('10 left')).toBeVisible();
});

test('an MSP requires a second factor of the people of one organization, whose administrator cannot lift it', async ({
  browser,
}) => {
  const msp = await freshMsp(browser);
  const clinic = await freshOrganization(browser, msp);
  await msp.page.goto(`/org/${clinic.id}/team`);
  await expect(msp.page.getByText('0 of 1 person has a second factor.')).toBeVisible();
  const box = msp.page.getByRole('checkbox', { name: 'Require a second factor of everybody in this organization' });
  await box.click();
  await expect(messages(msp.page)).toContainText('A second factor is required now.');
  await msp.page.reload();
  await expect(box).toBeChecked();

  await clinic.page.goto(`/org/${clinic.id}/team`);
  await expect(clinic.page).toHaveURL(/\/settings$/);
  await expect(clinic.page.getByText('requires a second factor. Set one up below')).toBeVisible();

  const dialog = await beginApp(clinic.page);
  await finishApp(clinic.page, dialog, await readKey(dialog));
  const own = clinic.page.getByRole('checkbox', { name: 'Require a second factor of everybody in this organization' });
  await expect(clinic.page.getByText('Your provider requires this, and only your provider can lift it.')).toBeVisible();
  await expect(own).toBeChecked();
  await expect(own).toBeDisabled();

  await box.click();
  await expect(messages(msp.page)).toContainText('A second factor is no longer required.');
  await clinic.page.reload();
  await own.click();
  await expect(messages(clinic.page)).toContainText('A second factor is required now.');
  await msp.page.reload();
  await expect(msp.page.getByText('The organization requires this itself, and can lift it.')).toBeVisible();
  await expect(box).not.toBeChecked();

  // What the provider decides meanwhile shows on a page that is open since before, as soon as somebody tries otherwise.
  await box.click();
  await expect(messages(msp.page)).toContainText('A second factor is required now.');
  await expect(own).toBeEnabled();
  await own.click();
  await expect(messages(clinic.page)).toContainText('Your provider requires a second factor of everybody here.');
  await expect(own).toBeDisabled();
  await expect(own).toBeChecked();
  await box.click();
  await expect(box).not.toBeChecked();
  await clinic.page.reload();

  await own.click();
  await expect(messages(clinic.page)).toContainText('A second factor is no longer required.');
  await clinic.page.goto(`/org/${clinic.id}/team`);
  await expect(clinic.page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  // The organization's own administrator finds the same in their settings, not here.
  await expect(clinic.page.getByRole('checkbox')).toHaveCount(0);
});

test('an authenticator app whose answer was lost is not off: trying again shows the recovery codes, giving up that it is on', async ({
  browser,
}) => {
  for (const then of ['tries again', 'gives up']) {
    const { page } = await freshOrganization(browser);
    const dialog = await beginApp(page);
    const secret = await readKey(dialog);
    await loseAnswers(page, '**/api/auth/account/totp/confirm');
    await dialog.getByLabel('2. Enter the code that the app shows').fill(oneTimeCode(secret));
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    await expect(dialog.getByText('The server could not be reached.')).toBeVisible();
    await page.unroute('**/api/auth/account/totp/confirm');
    if (then === 'tries again') {
      await dialog.getByRole('button', { name: 'Turn on' }).click();
      await keepRecoveryCodes(page);
    } else {
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    await expect(page.getByRole('button', { name: 'Remove app' })).toBeVisible();
    await expect(page.getByText('10 left')).toBeVisible();
  }
});

test('a second factor whose removal had no answer is not shown as on', async ({ browser }) => {
  const { page } = await freshOrganization(browser);
  const dialog = await beginApp(page);
  await finishApp(page, dialog, await readKey(dialog));
  await page.getByRole('button', { name: 'Remove app' }).click();
  await loseAnswers(page, '**/api/auth/account/totp/remove');
  const question = page.getByRole('alertdialog', { name: 'Remove the authenticator app?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(messages(page)).toContainText('The server could not be reached.');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Set up' })).toBeVisible();
});

test('a root user requires a second factor of an organization without an MSP, which hears of no provider', async ({
  browser,
  openAs,
}) => {
  const clinic = await freshOrganization(browser);
  const root = await openAs('root');
  await root.goto(`/org/${clinic.id}/team`);
  await root.getByRole('checkbox', { name: 'Require a second factor of everybody in this organization' }).click();
  await expect(messages(root)).toContainText('A second factor is required now.');

  await clinic.page.goto('/settings');
  const dialog = await beginApp(clinic.page);
  await finishApp(clinic.page, dialog, await readKey(dialog));
  await expect(
    clinic.page.getByText('The operator of Sentrywell requires this, and only the operator can lift it.'),
  ).toBeVisible();
  await expect(clinic.page.getByText(/your provider/i)).toHaveCount(0);
});

test('the dialog of a passkey stays until the device has answered, and says what the device said', async ({
  browser,
}) => {
  const { page } = await freshOrganization(browser);
  // A device that says no when it is told to.
  await page.addInitScript(() => {
    // From the beginning: it may be told before it is asked.
    const answers = new Promise((resolve) => addEventListener('device-answers', resolve));
    navigator.credentials.create = async () => {
      await answers;
      throw new DOMException('No', 'NotAllowedError');
    };
  });
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Work laptop');
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(dialog.getByRole('button', { name: 'Waiting for your device...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new Event('device-answers')));
  await expect(dialog.getByText('No passkey was made. Please try again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});
