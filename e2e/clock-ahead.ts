import { systemClock } from '../server/src/kernel/clock.ts';

/**
 * Loaded into a server before its own program (`node --import`): its clock goes ahead by CLOCK_AHEAD_DAYS. The product
 * itself has nothing that moves its clock.
 */
const milliseconds = Number(process.env['CLOCK_AHEAD_DAYS']) * 86_400_000;
Object.assign(systemClock, { now: () => new Date(Date.now() + milliseconds) });
