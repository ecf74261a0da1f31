// `npm run permissions` writes docs/permissions.md from the policy. With `--check` it writes nothing, and fails when the
// page is not what it would write.
import { readFileSync, writeFileSync } from 'node:fs'
import { policy } from '../domain/access/policy.ts'
import { conditions, roles, type Action, type Right } from '../domain/platform/rights.ts'

const FILE = 'docs/permissions.md'
const TITLES = { anybody: 'anybody', parent: 'parent', coach: 'coach', admin: 'club', ngo: 'scheme', api: 'API token' }

function cellOf(right: Right | undefined): string {
  if (right === undefined) return '–'
  const { on, feature, page, scope } = right
  return [
    on,
    ...(feature === undefined ? [] : [`flag \`${feature}\``]),
    ...(page === undefined ? [] : [`page \`${page}\``]),
    ...(scope === undefined ? [] : [`scope \`${scope}\``]),
  ].join(', ')
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const actions: [string, Action][] = Object.entries(policy)
const page = [
  '# Permissions',
  '',
  'Written by `npm run permissions` from `domain/access/policy.ts`; do not edit it by hand. Every route of the API names its action (`x-action` in the OpenAPI document), and `server/gate.ts` refuses callers without a right to it. A page in a right must be open for the client (`domain/tenants/pages.ts`). How to [add a right](guides/add-a-right.md).',
  '',
  row(['action', 'what', ...roles.map((role) => TITLES[role])]),
  row(['---', '---', ...roles.map(() => '---')]),
  ...actions.map(([name, { what, rights }]) =>
    row([`\`${name}\``, what, ...roles.map((role) => cellOf(rights[role]))]),
  ),
  '',
  'What a right is about:',
  '',
  row(['name', 'records']),
  row(['---', '---']),
  ...Object.entries(conditions).map(([name, records]) => row([name, records])),
  '',
].join('\n')

if (!process.argv.includes('--check')) writeFileSync(FILE, page)
else if (readFileSync(FILE, 'utf8') !== page) {
  console.error(`${FILE} is not what the policy says: npm run permissions`)
  process.exitCode = 1
}
