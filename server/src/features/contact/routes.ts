import { contactEndpoints } from '@sentrywell/contract/contact.ts';
import { succeeded } from '@sentrywell/contract/shapes.ts';
import type { Kernel } from '../../kernel/kernel.ts';
import { openRoute } from '../../kernel/route.ts';
import { sendContactMessage } from './send-contact-message.ts';

export function contactRoutes(kernel: Kernel): void {
  openRoute(kernel, contactEndpoints.sendContactMessage, async ({ door, body }) => {
    await sendContactMessage(door, kernel, body);
    return succeeded;
  });
}
