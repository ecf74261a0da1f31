// The import directions of docs/architecture.md. Everything not listed as allowed is an error.
const test = { pathNot: '\\.test\\.tsx?$|/testing/' }
const only = (from, allowed, more = {}) => ({
  name: `${from} → ${allowed.length === 0 ? 'nothing' : allowed.join(', ')}`,
  severity: 'error',
  from: { path: `^${from}/`, pathNot: test.pathNot, ...more.from },
  to: {
    path: '^(contract|domain|server|web|db|cli|demo|bench|e2e|scripts)/',
    pathNot: [from, ...allowed].map((dir) => `^${dir}/`),
  },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    only('domain', []),
    only('contract', ['domain']),
    only('server', ['contract', 'domain']),
    only('web/ui', []),
    only('web/api', ['contract', 'domain']),
    only('web/offline', ['web/api', 'contract', 'domain']),
    only('web/shell', ['web/api', 'web/ui', 'contract', 'domain']),
    only('web/features', ['web/ui', 'contract', 'domain']),
    ...['parent', 'coach', 'club', 'scheme'].map((portal) =>
      only(`web/portals/${portal}`, [
        'web/ui',
        'web/api',
        'web/shell',
        'web/features',
        'contract',
        'domain',
        ...(portal === 'coach' ? ['web/offline'] : []),
      ]),
    ),
    {
      name: 'domain has no library',
      severity: 'error',
      from: { path: '^domain/', ...test },
      to: { dependencyTypes: ['npm', 'npm-dev', 'core'] },
    },
    {
      name: 'web/offline has no React',
      severity: 'error',
      from: { path: '^web/offline/' },
      to: { path: 'node_modules/react' },
    },
    {
      name: 'no feature imports another',
      severity: 'error',
      from: { path: '^web/features/([^/]+)' },
      to: { path: '^web/features/', pathNot: '^web/features/$1' },
    },
    {
      name: 'routes.ts is imported by app.ts alone',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/app\\.ts$' },
      to: { path: '^server/.+/routes\\.ts$' },
    },
    {
      name: 'no circles',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$' },
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'every import resolves',
      severity: 'error',
      from: { pathNot: test.pathNot },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(node_modules|dist)/|\\.css$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'browser', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
