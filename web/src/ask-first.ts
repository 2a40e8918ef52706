// The first script of each document that belongs to a screen: small, so that it asks while the app is still being read.
import { askWhoIsThere } from './features/shell/who-is-there.ts';

askWhoIsThere();
