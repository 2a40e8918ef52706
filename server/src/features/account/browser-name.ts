type Sign = readonly [RegExp, string];

// In this order: each of the later ones is named by the earlier ones as well.
const browsers: readonly Sign[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly Sign[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const named = (signs: readonly Sign[], userAgent: string) => signs.find(([sign]) => sign.test(userAgent))?.[1];

/** What a person calls the program behind a user-agent text: 'Firefox on Windows'. */
export function browserName(userAgent: string): string {
  const browser = named(browsers, userAgent);
  const system = named(systems, userAgent);
  if (browser === undefined) {
    return system === undefined ? 'Unknown browser' : `Unknown browser on ${system}`;
  }
  return system === undefined ? browser : `${browser} on ${system}`;
}
