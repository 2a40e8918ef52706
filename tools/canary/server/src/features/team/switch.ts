// canary: lint typescript/switch-exhaustiveness-check
export function name(kind: 'msp' | 'organization'): string {
  let text = '';
  switch (kind) {
    case 'msp':
      text = 'MSP';
  }
  return text;
}
