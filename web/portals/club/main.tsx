import {
  CalendarCheck,
  CalendarClock,
  CalendarDays,
  ChartColumn,
  FileText,
  Info,
  ScrollText,
  Settings2,
  ShieldCheck,
  Undo2,
  UserCog,
  Users,
} from 'lucide-react'
import { DeskFrame } from '#web/desk/desk-frame.tsx'
import { deskWords } from '#web/desk/desk-words.ts'
import { paletteWords } from '#web/desk/palette/palette-words.ts'
import { entryWords } from '#web/shell/login/entry-words.ts'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { startPortal } from '#web/shell/start/start-portal.tsx'
import { lazyPart } from './lazy-part.ts'
import { MembersPage } from './members/members-page.tsx'
import { ReloadOnChange } from './reload-on-change.tsx'

// fetched in advance in this order: what an office opens most often comes first
const TodayPage = lazyPart(() => import('./today/today-page.tsx').then((module) => module.TodayPage))
const GroupsPage = lazyPart(() => import('./groups/groups-page.tsx').then((module) => module.GroupsPage))
const SessionsPage = lazyPart(() => import('./sessions/sessions-page.tsx').then((module) => module.SessionsPage))
const ClubPalette = lazyPart(() => import('./club-palette.tsx').then((module) => module.ClubPalette), paletteWords)
const ClubNotices = lazyWithRetry(() => import('./club-notices.tsx').then((module) => module.ClubNotices))
const ReportsPage = lazyPart(() => import('./reports/reports-page.tsx').then((module) => module.ReportsPage))
const UsersPage = lazyPart(() => import('./users/users-page.tsx').then((module) => module.UsersPage), entryWords)
const CoachesPage = lazyPart(() => import('./users/users-page.tsx').then((module) => module.CoachesPage), entryWords)
const ImportPage = lazyPart(() => import('./import/import-page.tsx').then((module) => module.ImportPage))
const GuestsPage = lazyPart(() => import('./members/guests-page.tsx').then((module) => module.GuestsPage))
const DuplicatesPage = lazyPart(() => import('./members/duplicates-page.tsx').then((module) => module.DuplicatesPage))
const TermPage = lazyPart(() => import('./term-board/term-page.tsx').then((module) => module.TermPage))
const DocumentsPage = lazyPart(() => import('./documents-page.tsx').then((module) => module.DocumentsPage))
const ClubLogPage = lazyPart(() => import('./log-page.tsx').then((module) => module.ClubLogPage))
const UndoPage = lazyPart(() => import('./undo/undo-page.tsx').then((module) => module.UndoPage))
const SettingsPage = lazyPart(() => import('./settings/settings-page.tsx').then((module) => module.SettingsPage))
const SecurityPage = lazyPart(
  () => import('#web/shell/account/security-page.tsx').then((m) => m.SecurityPage),
  entryWords,
)
const AboutPage = lazyPart(() => import('#web/shell/frame/about-page.tsx').then((module) => module.AboutPage))

startPortal({
  portal: 'club',
  userType: 'admin',
  home: '/members',
  Frame: DeskFrame,
  Palette: ClubPalette,
  Notices: ClubNotices,
  pages: [
    { label: 'club.members.title', icon: Users, to: '/members' },
    { label: 'club.today.title', icon: CalendarCheck, to: '/today' },
    { label: 'club.group.pageTitle', icon: CalendarDays, to: '/groups' },
    { label: 'club.sessions.title', icon: CalendarClock, to: '/sessions' },
    { label: 'club.users.coaches', icon: UserCog, to: '/coaches' },
    { label: 'club.users.title', icon: UserCog, to: '/users' },
    { label: 'club.report.title', icon: ChartColumn, to: '/reports' },
    { label: 'club.documents.title', icon: FileText, to: '/documents' },
    { label: 'club.clubLog.title', icon: ScrollText, to: '/log' },
    { label: 'club.undo.title', icon: Undo2, to: '/undo' },
    { label: 'club.settings.title', icon: Settings2, to: '/settings' },
    { label: 'security.title', icon: ShieldCheck, to: '/account' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    {
      element: <ReloadOnChange />,
      children: [
        { path: '/members', element: <MembersPage /> },
        { path: '/members/duplicates', element: <DuplicatesPage /> },
        { path: '/members/guests', element: <GuestsPage /> },
        { path: '/members/import', element: <ImportPage /> },
        { path: '/today', element: <TodayPage /> },
        { path: '/groups', element: <GroupsPage /> },
        { path: '/sessions', element: <SessionsPage /> },
        { path: '/groups/term', element: <TermPage /> },
        { path: '/coaches', element: <CoachesPage /> },
        { path: '/users', element: <UsersPage /> },
        { path: '/reports', element: <ReportsPage /> },
        { path: '/documents', element: <DocumentsPage /> },
        { path: '/log', element: <ClubLogPage /> },
        { path: '/undo', element: <UndoPage /> },
        { path: '/settings', element: <SettingsPage /> },
        { path: '/account', element: <SecurityPage /> },
        { path: '/about', element: <AboutPage /> },
      ],
    },
  ],
  words: [deskWords, (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json'))],
})
