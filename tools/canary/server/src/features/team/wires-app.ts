// canary: walls only-main-wires-the-app
import { app } from '../../app.ts';

export const wired = app;
