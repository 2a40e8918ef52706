// canary: walls settings-are-handed-in
import { settings } from '../../settings.ts';

export const port = settings.port;
