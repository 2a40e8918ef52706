import { secondFactorEndpoints } from '@sentrywell/contract/auth.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute } from '../../kernel/route.ts';
import {
  beginPasskeySignIn,
  findPending,
  signInByPasskey,
  signInByRecoveryCode,
  signInByTotp,
} from './second-factor.ts';

export function secondFactorRoutes(kernel: Kernel): void {
  openRoute(kernel, secondFactorEndpoints.pendingSecondFactor, async ({ door, cookie }) => ({
    secondFactor: await findPending(door, kernel, cookie.value),
  }));

  openRoute(kernel, secondFactorEndpoints.signInByTotp, async ({ door, body, cookie }) => {
    const { token, remembered, ...reply } = await signInByTotp(door, kernel, cookie.value, body.code);
    cookie.open(token, remembered);
    return reply;
  });

  openRoute(kernel, secondFactorEndpoints.signInByRecoveryCode, async ({ door, body, cookie }) => {
    const { token, remembered, ...reply } = await signInByRecoveryCode(door, kernel, cookie.value, body.code);
    cookie.open(token, remembered);
    return reply;
  });

  openRoute(
    kernel,
    secondFactorEndpoints.passkeySignInOptions,
    async ({ door, cookie }) => ({ publicKey: await beginPasskeySignIn(door, kernel, cookie.value) }),
    { unaudited: 'only a challenge is kept; what comes of it is recorded' },
  );

  openRoute(kernel, secondFactorEndpoints.signInByPasskey, async ({ door, body, cookie }) => {
    const { token, remembered, ...reply } = await signInByPasskey(door, kernel, cookie.value, body.credential);
    cookie.open(token, remembered);
    return reply;
  });
}
