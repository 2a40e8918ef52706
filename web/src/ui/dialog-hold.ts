import { createContext } from 'react';

/** Keeps the dialog around it open, or lets it go. */
export const DialogHold = createContext<(isHeld: boolean) => void>(() => undefined);
