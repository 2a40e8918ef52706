/**
 * Every feature of the product, with the features that it may use. A feature that is not named here may use none,
 * so a new one is walled in from its first file. The same table holds for web/ and server/.
 */
const mayUse = {
  auth: ['access-requests'],
  registration: ['invitations', 'access-requests', 'auth', 'forgetting'],
  invitations: [],
  organizations: ['invitations'],
  team: ['invitations', 'access-requests', 'account', 'auth'],
  'access-requests': [],
  'audit-log': ['organizations', 'sra'],
  sra: ['organizations'],
  dashboard: ['organizations', 'sra', 'billing'],
  billing: [],
  forgetting: [],
  sealing: [],
  contact: [],
  search: ['audit-log'],
  account: ['auth'],
  landing: [],
  shell: ['auth', 'search'],
  errors: [],
};

const anyFeature = '^(server|web)/src/features/([^/]+)/';

const featureWalls = Object.entries(mayUse).map(([feature, others]) => ({
  name: `feature-${feature}-keeps-to-its-edges`,
  comment: others.length === 0 ? `${feature} uses no other feature` : `${feature} may use only: ${others.join(', ')}`,
  severity: 'error',
  from: { path: `^(server|web)/src/features/${feature}/` },
  to: { path: '^$1/src/features/', pathNot: `^$1/src/features/(${[feature, ...others].join('|')})/` },
}));

const walls = [
  { name: 'no-cycles', from: {}, to: { circular: true } },
  { name: 'every-import-is-found', from: {}, to: { couldNotResolve: true } },
  {
    name: 'web-and-server-meet-only-in-contract',
    from: { path: '^(web|server)/' },
    to: { path: '^(web|server)/', pathNot: '^$1/' },
  },
  {
    name: 'contract-needs-only-zod',
    from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
    to: { pathNot: '^contract/|node_modules/zod/' },
  },
  {
    name: 'kernel-knows-no-feature',
    from: { path: '^(server|web)/src/kernel/' },
    to: { path: '^(server|web)/src/features/' },
  },
  {
    name: 'sql-lives-in-queries',
    from: { path: '^server/', pathNot: '^server/src/(kernel|testing)/|[/-]queries\\.ts$|\\.test\\.ts$' },
    to: { path: '^server/src/kernel/sql\\.ts$' },
  },
  {
    name: 'queries-know-no-operation',
    from: { path: '[/-]queries\\.ts$' },
    to: { path: '^server/src/features/', pathNot: '[/-]queries\\.ts$|[/-]types\\.ts$' },
  },
  {
    name: 'only-the-kernel-opens-the-database',
    from: {
      path: '^(server|web|contract|emulator|catalogue)/',
      pathNot: '^server/src/(kernel|testing)/|^server/src/(start-database\\.ts$|demo/)|\\.test\\.ts$',
    },
    to: { path: 'node_modules/(pg|pg-[a-z-]+)/|^pg$' },
  },
  {
    name: 'only-tests-use-testing',
    from: { pathNot: '\\.test\\.tsx?$|/testing/|^(bench|attack|e2e|tools)/|^vitest\\.config\\.ts$' },
    to: { path: '/testing/' },
  },
  { name: 'nothing-imports-a-test', from: {}, to: { path: '\\.test\\.(tsx?|mjs)$' } },
  {
    name: 'only-main-wires-the-app',
    from: {
      path: '^(server|emulator|catalogue|contract)/',
      pathNot: '^server/src/(main|app)\\.ts$|^server/src/testing/',
    },
    to: { path: '^server/src/(app|main)\\.ts$' },
  },
  {
    name: 'the-product-knows-no-demo',
    from: {
      path: '^(server|web|contract|emulator|catalogue)/',
      pathNot: '^server/src/(main\\.ts$|demo/|testing/)|\\.test\\.ts$',
    },
    to: { path: '^server/src/demo/' },
  },
  {
    name: 'settings-are-handed-in',
    comment: 'kernel and features get the values they need; they may name the types',
    from: { path: '^server/src/(kernel|features)/', pathNot: '\\.test\\.ts$' },
    to: { path: '^server/src/settings\\.ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'the-emulator-stands-alone',
    from: { path: '^emulator/', pathNot: '\\.test\\.ts$' },
    to: { path: '^(server|web)/' },
  },
  {
    name: 'the-emulator-belongs-to-the-demo',
    from: {
      path: '^(server|web|contract|catalogue)/',
      pathNot: '^server/src/(main\\.ts$|demo/)|\\.test\\.ts$|/testing/',
    },
    to: { path: '^emulator/' },
  },
  {
    name: 'ui-knows-no-feature-and-no-endpoint',
    from: { path: '^web/src/ui/' },
    to: { path: '^web/src/features/|^contract/' },
  },
  {
    name: 'what-no-first-draw-waits-for',
    comment: 'what is made with React Aria is fetched when the first page stands (decision record 0013)',
    from: { path: '^web/src/', pathNot: '^web/src/ui/controls/' },
    to: { path: 'node_modules/react-aria|^react-aria' },
  },
  {
    name: 'controls-come-later',
    comment: 'ui/use-controls.ts fetches them; others may name the types',
    from: { path: '^web/src/', pathNot: '^web/src/ui/controls/' },
    to: { path: '^web/src/ui/controls/', dependencyTypesNot: ['type-only', 'dynamic-import'] },
  },
  {
    name: 'web-runs-in-the-browser',
    from: { path: '^web/src/', pathNot: '\\.test\\.tsx?$' },
    to: { dependencyTypes: ['core'] },
  },
];

module.exports = {
  forbidden: [
    ...walls.map((wall) => ({ severity: 'error', ...wall })),
    ...featureWalls,
    {
      name: 'unlisted-features-stand-alone',
      severity: 'error',
      from: { path: anyFeature, pathNot: `/features/(${Object.keys(mayUse).join('|')})/` },
      to: { path: '^$1/src/features/', pathNot: '^$1/src/features/$2/' },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface: without this parser not one module would be read.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^tools/canary/|^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css'],
    },
  },
};
