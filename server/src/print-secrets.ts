import { generateSecretTexts } from './kernel/secrets.ts';

// npm run secrets: a fresh set for SECRETS_FILE.
process.stdout.write(`${JSON.stringify(generateSecretTexts(), null, 2)}\n`);
