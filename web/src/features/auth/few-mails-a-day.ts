/** Said to everybody who waits for a mail, for nobody may be told whether one was sent to an address. */
export const fewMailsADay = 'An address gets only a few such mails a day: if none comes, try again tomorrow.';
