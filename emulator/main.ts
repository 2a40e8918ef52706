import { startGoogleWorkspaceEmulator } from './google-workspace.ts';

const port = Number(process.env['EMULATOR_PORT'] ?? '9090');
const emulator = await startGoogleWorkspaceEmulator({ port });
console.log(`A Google Workspace stands at ${emulator.url}`);
console.log(`GOOGLE_ISSUER=${emulator.issuer} GOOGLE_API_ROOT=${emulator.apiRoot}`);
console.log(`GOOGLE_CLIENT_ID=${emulator.clientId} GOOGLE_CLIENT_SECRET=${emulator.clientSecret}`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void emulator.stop());
