// `npm run pictures [-- PREFIX…]` takes pictures of all portals at three widths, in light and dark mode, into
// .pictures/; with prefixes, those of the screens whose names begin with one of them.
import { mkdir } from 'node:fs/promises'
import { openBrowser } from '#e2e/browser.ts'
import { RunningServer } from '#e2e/running-server.ts'

const widths = [390, 820, 1440] as const
const modes = ['light', 'dark'] as const

interface Screen {
  name: string
  portal: string
  /** The demo user who logs in; null = nobody. */
  login: string | null
  /** The path of the screen. */
  path?: string
  /** The names of links to follow one after another, from `path`, or from the portal's first screen. */
  follow?: string[]
  /** A text that is there when the page has loaded; without it, the heading of the page is waited for. */
  shows?: string
}

const screens: Screen[] = [
  { name: 'parent-login', portal: 'parent', login: null, shows: 'Log in' },
  { name: 'parent-forgotten', portal: 'parent', login: null, path: '/reset-password', shows: 'Send the link' },
  {
    name: 'parent-invalid-link',
    portal: 'parent',
    login: null,
    path: '/set-password#token=x',
    shows: 'Ask for a new link',
  },
  { name: 'parent-overview', portal: 'parent', login: 'parent', shows: 'to go' },
  { name: 'parent-none', portal: 'parent', login: 'newparent', shows: 'Your child' },
  { name: 'parent-practise', portal: 'parent', login: 'parent', path: '/overview?curriculum=', shows: 'Comes next' },
  { name: 'parent-account', portal: 'parent', login: 'parent', path: '/account', shows: 'Children linked to you' },
  { name: 'parent-help', portal: 'parent', login: 'parent', path: '/help', shows: 'Whom to ask' },
  { name: 'parent-about', portal: 'parent', login: 'parent', path: '/about', shows: 'Version' },
  { name: 'coach-login', portal: 'coach', login: null, shows: 'Log in' },
  { name: 'coach-groups', portal: 'coach', login: 'coach', shows: 'Dolphins' },
  { name: 'coach-group', portal: 'coach', login: 'coach', follow: ['Dolphins'], shows: 'Amara Okafor' },
  { name: 'coach-register', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Register'], shows: 'All present' },
  { name: 'coach-by-member', portal: 'coach', login: 'coach', follow: ['Dolphins', 'By member'], shows: 'Undo' },
  { name: 'coach-by-skill', portal: 'coach', login: 'coach', follow: ['Dolphins', 'By skill'], shows: 'Amara Okafor' },
  { name: 'coach-grid', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Grid'], shows: 'To go' },
  {
    name: 'coach-history',
    portal: 'coach',
    login: 'coach',
    follow: ['Dolphins', 'Amara Okafor', 'History'],
    shows: 'Counts now',
  },
  { name: 'coach-handover', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Handover'], shows: 'Next: ' },
  { name: 'coach-sheet', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Blank sheet'], shows: 'Stage 4' },
  { name: 'coach-after-lesson', portal: 'coach', login: 'coach', path: '/after-lesson', shows: 'Start with' },
  { name: 'coach-switch-user', portal: 'coach', login: 'coach', path: '/switch-user', shows: 'Dewi Lloyd' },
  { name: 'coach-offline', portal: 'coach', login: 'coach', path: '/offline', shows: 'On this tablet' },
  { name: 'club-undo', portal: 'club', login: 'admin', path: '/undo', shows: 'Every administrator' },
  { name: 'club-security', portal: 'club', login: 'admin', path: '/account', shows: 'Turn on' },
  { name: 'club-members', portal: 'club', login: 'admin', shows: 'Rows per page' },
  {
    name: 'club-member',
    portal: 'club',
    login: 'admin',
    path: "/members?search=o'con",
    follow: ["O'Connor, Siân"],
    shows: 'to go',
  },
  { name: 'club-today', portal: 'club', login: 'admin', path: '/today', shows: 'Registers' },
  { name: 'club-badges', portal: 'club', login: 'admin', path: '/today?view=badges', shows: 'to order and hand over' },
  { name: 'club-duplicates', portal: 'club', login: 'admin', path: '/members/duplicates', shows: 'Duplicates' },
  { name: 'club-import', portal: 'club', login: 'admin', path: '/members/import', shows: 'Drop a CSV file' },
  { name: 'club-sessions', portal: 'club', login: 'admin', path: '/sessions', shows: 'places taken' },
  { name: 'club-term', portal: 'club', login: 'admin', path: '/groups/term', shows: 'left to decide' },
  { name: 'club-reports', portal: 'club', login: 'admin', path: '/reports', shows: 'marked were present' },
  { name: 'club-groups', portal: 'club', login: 'admin', path: '/groups', follow: ['Dolphins'], shows: 'places' },
  { name: 'scheme-list', portal: 'scheme', login: 'scheme', shows: 'Water safety' },
  { name: 'club-settings', portal: 'club', login: 'admin', path: '/settings', shows: 'Import an archive' },
  { name: 'scheme-settings', portal: 'scheme', login: 'scheme', path: '/settings', shows: 'A coach can pass' },
  { name: 'scheme-languages', portal: 'scheme', login: 'scheme', path: '/languages', shows: 'All texts' },
  { name: 'scheme-level', portal: 'scheme', login: 'scheme', path: '/scheme/swim/stage-4', shows: 'never changes' },
  {
    name: 'scheme-skill',
    portal: 'scheme',
    login: 'scheme',
    path: '/scheme/swim/stage-4/tread-water-30-s',
    shows: 'never changes',
  },
  { name: 'coach-alerts', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Alerts'] },
  { name: 'coach-badges', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Badges'] },
  { name: 'coach-members', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Members'], shows: 'Amara Okafor' },
  { name: 'coach-session-plan', portal: 'coach', login: 'coach', follow: ['Dolphins', 'Session plan'] },
  { name: 'coach-planning', portal: 'coach', login: 'coach', path: '/planning' },
  { name: 'coach-scheme', portal: 'coach', login: 'coach', path: '/scheme/swim', shows: 'Stage 4' },
  { name: 'coach-reports', portal: 'coach', login: 'coach', path: '/reports', shows: 'marked were present' },
  { name: 'club-guests', portal: 'club', login: 'admin', path: '/members/guests' },
  { name: 'club-users', portal: 'club', login: 'admin', path: '/users', shows: 'Pritchard' },
  { name: 'club-documents', portal: 'club', login: 'admin', path: '/documents' },
  { name: 'club-log', portal: 'club', login: 'admin', path: '/log' },
  { name: 'club-new-member', portal: 'club', login: 'admin', path: '/members?member=new', shows: 'Date of birth' },
  { name: 'club-new-group', portal: 'club', login: 'admin', path: '/groups?group=new', shows: 'Days of the week' },
  { name: 'scheme-history', portal: 'scheme', login: 'scheme', path: '/overview/swim/history' },
  { name: 'scheme-of', portal: 'scheme', login: 'scheme', path: '/overview/swim' },
  { name: 'scheme-reports', portal: 'scheme', login: 'scheme', path: '/reports' },
  { name: 'scheme-clubs', portal: 'scheme', login: 'scheme', path: '/clubs' },
  { name: 'scheme-users', portal: 'scheme', login: 'scheme', path: '/users' },
  { name: 'scheme-members', portal: 'scheme', login: 'scheme', path: '/members' },
  { name: 'scheme-attention', portal: 'scheme', login: 'scheme', path: '/attention' },
  { name: 'scheme-tasks', portal: 'scheme', login: 'scheme', path: '/tasks' },
  { name: 'scheme-audit', portal: 'scheme', login: 'scheme', path: '/audit' },
  { name: 'scheme-sharing', portal: 'scheme', login: 'scheme', path: '/sharing' },
  { name: 'scheme-documents', portal: 'scheme', login: 'scheme', path: '/documents' },
  { name: 'scheme-files', portal: 'scheme', login: 'scheme', path: '/stored-files' },
  { name: 'scheme-notifications', portal: 'scheme', login: 'scheme', path: '/notifications' },
  { name: 'scheme-tags', portal: 'scheme', login: 'scheme', path: '/tags' },
  { name: 'scheme-assessments', portal: 'scheme', login: 'scheme', path: '/assessments' },
  { name: 'scheme-award', portal: 'scheme', login: 'scheme', path: '/award-mail' },
  { name: 'scheme-retention', portal: 'scheme', login: 'scheme', path: '/retention' },
  { name: 'scheme-maintenance', portal: 'scheme', login: 'scheme', path: '/maintenance' },
]

/** Only the screens whose names begin with one of the arguments; all screens without arguments. */
const prefixes = process.argv.slice(2)
const chosen = screens.filter(({ name }) => prefixes.length === 0 || prefixes.some((prefix) => name.startsWith(prefix)))

const server = await RunningServer.create()
await server.start()
const browser = await openBrowser()
await mkdir('.pictures', { recursive: true })

async function takePictures(screen: Screen): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 820, height: 1100 } })
  try {
    const page = await context.newPage()
    await page.goto(server.url(screen.portal))
    if (screen.login !== null) {
      await page.getByLabel('E-mail').fill(`${screen.login}@aquila.example`)
      await page.getByLabel('Password', { exact: true }).fill('Rungs-demo-1!')
      await page.getByRole('button', { name: 'Log in' }).click()
      // declines cookies, whose question would cover the page
      await page.getByRole('button', { name: 'Decline' }).click()
      await page.waitForURL((url) => url.pathname !== '/login')
    }
    if (screen.path !== undefined) await page.goto(server.url(screen.portal, screen.path))
    for (const name of screen.follow ?? []) await page.getByRole('link', { name }).first().click()
    const loaded = screen.shows === undefined ? page.getByRole('heading', { level: 1 }) : page.getByText(screen.shows)
    await loaded.first().waitFor()
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await page.evaluate('document.fonts.ready')
    for (const colorScheme of modes) {
      await page.emulateMedia({ colorScheme })
      for (const width of widths) {
        await page.setViewportSize({ width, height: width === 390 ? 844 : 1100 })
        await page.screenshot({ path: `.pictures/${screen.name}-${width}-${colorScheme}.png`, fullPage: true })
      }
    }
  } finally {
    await context.close()
  }
}

const missing: string[] = []
try {
  for (const screen of chosen)
    await takePictures(screen).catch((error: unknown) => missing.push(`${screen.name}: ${String(error)}`))
} finally {
  await browser.close()
  await server.stop()
}
console.log(`${(chosen.length - missing.length) * widths.length * modes.length} pictures in .pictures/`)
if (missing.length > 0) {
  console.error(`Not taken:\n${missing.join('\n')}`)
  process.exitCode = 1
}
