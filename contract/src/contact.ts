import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { done, email, line, nothing, paragraph, requiredLine } from './shapes.ts';

/** The contact page: a message to whoever runs this installation. */
export const longestMessage = 4_000;

const contactMessage = z.strictObject({
  name: requiredLine(100, 'Name is required'),
  email,
  organization: line(100),
  message: paragraph(longestMessage, 'Message is required'),
  /** A field that people do not see and programs fill in: with anything in it the message is dropped in silence. */
  website: z.string().max(500),
});
export type ContactMessage = z.output<typeof contactMessage>;

export const contactEndpoints = {
  sendContactMessage: endpoint({
    method: 'POST',
    path: '/api/auth/contact',
    summary: 'Leave a message for the people who run this installation',
    access: { kind: 'open' },
    params: nothing,
    query: nothing,
    body: contactMessage,
    reply: done,
    refusals: ['contact.too_many'],
  }),
};
