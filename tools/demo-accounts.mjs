// Who can be signed in as in the demo, for what looks at it from outside: journeys, attacks, benchmarks, screenshots.
// server/src/demo/ makes them; README.md says who they are.

export const demoPassword = 'demo-sentrywell';

export const demoAccounts = /** @type {const} */ ({
  root: 'root@sentrywell.example',
  mspAdmin: 'admin@harborview.example',
  mspUser: 'user@harborview.example',
  mspAuditor: 'auditor@harborview.example',
  orgAdmin: 'admin@cedarclinic.example',
  orgAuditor: 'auditor@cedarclinic.example',
  employee: 'employee@cedarclinic.example',
  vendor: 'vendor@cedarclinic.example',
  securityAnalyst: 'analyst@cedarclinic.example',
  complianceAnalyst: 'compliance@cedarclinic.example',
  foreignMspAdmin: 'admin@lakeside.example',
  independentAdmin: 'admin@birchdental.example',
});
