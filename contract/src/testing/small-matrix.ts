import type { AssessmentMatrix } from '../assessment-matrix.ts';

const setting = (type: string, title: string, area: string) => ({
  type: `settings/${type}`,
  title,
  area,
  tier: 1,
  nonCompliant: 0,
  partial: 0,
  compliant: 0,
});
export const matrixOrganization = (id: number, name: string, cells: string) => ({
  id,
  name,
  domainName: `${name.toLowerCase()}.example`,
  assessmentId: cells.startsWith('-') ? null : id,
  assessedAt: null,
  score: null,
  nonCompliant: 0,
  partial: 0,
  cells,
});
/** Three settings of four organizations: what fails, what is accepted, what could not be read, and one that was never assessed. */
export const smallMatrix: AssessmentMatrix = {
  settings: [
    setting('gmail.imap_access', 'IMAP access', 'gmail'),
    setting('security.passkeys', 'Passkeys', 'security'),
    setting('drive_and_docs.sharing', 'Sharing', 'drive_and_docs'),
  ],
  organizations: [
    matrixOrganization(1, 'Cedar', 'nnc'),
    matrixOrganization(2, 'Oak', 'nPu'),
    matrixOrganization(3, 'Pine', 'ccl'),
    matrixOrganization(4, 'Birch', '---'),
  ],
};
