import {
  Baby,
  BellDot,
  Building2,
  ChartColumn,
  Construction,
  FileText,
  Files,
  Gauge,
  Hourglass,
  Info,
  Languages,
  ListChecks,
  ListTree,
  Mail,
  Megaphone,
  ScrollText,
  Settings,
  Share2,
  ShieldCheck,
  Tags,
  Users,
} from 'lucide-react'
import { deskWords } from '#web/desk/desk-words.ts'
import { paletteWords } from '#web/desk/palette/palette-words.ts'
import { entryWords } from '#web/shell/login/entry-words.ts'
import { startPortal } from '#web/shell/start/start-portal.tsx'
import { closeEditors } from './editor/current-editor.ts'
import { lazyPart } from './lazy-part.ts'
import { SaveStatus } from './editor/save-status.tsx'
import { SchemeFrame } from './scheme-frame.tsx'
import { SchemesPage } from './schemes/schemes-page.tsx'
// imported after the desk's styles, because these override some of them
import './scheme-desk.css'
import './schemes/schemes.css'

// All pages but the first are loaded when they are first shown. The editor alone is larger than the rest of the portal.
const EditorPage = lazyPart(() => import('./editor/editor-page.tsx').then((module) => module.EditorPage))
const SchemeSettingsPage = lazyPart(() =>
  import('./scheme-settings/settings-page.tsx').then((module) => module.SchemeSettingsPage),
)

const HistoryPage = lazyPart(() => import('./history/history-page.tsx').then((module) => module.HistoryPage))

const SchemePalette = lazyPart(
  () => import('./scheme-palette.tsx').then((module) => module.SchemePalette),
  paletteWords,
)
const ReportsPage = lazyPart(() => import('./oversight/reports-page.tsx').then((module) => module.ReportsPage))
const ClubsPage = lazyPart(() => import('./clubs/clubs-page.tsx').then((module) => module.ClubsPage))
const DocumentsPage = lazyPart(() => import('./notices/documents-page.tsx').then((module) => module.DocumentsPage))
const UsersPage = lazyPart(() => import('./users/users-page.tsx').then((module) => module.UsersPage), entryWords)
const MembersPage = lazyPart(() => import('./members/members-page.tsx').then((module) => module.MembersPage))
const TasksPage = lazyPart(() => import('./oversight/tasks-page.tsx').then((module) => module.TasksPage))
const AttentionPage = lazyPart(() => import('./oversight/attention-page.tsx').then((module) => module.AttentionPage))
const AuditPage = lazyPart(() => import('./oversight/audit-page.tsx').then((module) => module.AuditPage))
const SharingPage = lazyPart(() => import('./sharing/sharing-page.tsx').then((module) => module.SharingPage))
const NotificationsPage = lazyPart(() =>
  import('./notices/notifications-page.tsx').then((module) => module.NotificationsPage),
)
const TagsPage = lazyPart(() => import('./words/tags-page.tsx').then((module) => module.TagsPage))
const AssessmentsPage = lazyPart(() => import('./words/assessments-page.tsx').then((module) => module.AssessmentsPage))
const LanguagesPage = lazyPart(() => import('./words/languages-page.tsx').then((module) => module.LanguagesPage))
const AwardPage = lazyPart(() => import('./words/award-page.tsx').then((module) => module.AwardPage))
const ClientSettingsPage = lazyPart(() =>
  import('./client-settings/client-settings-page.tsx').then((module) => module.ClientSettingsPage),
)
const MaintenancePage = lazyPart(() =>
  import('./client-settings/maintenance-page.tsx').then((module) => module.MaintenancePage),
)
const RetentionPage = lazyPart(() =>
  import('./client-settings/retention-page.tsx').then((module) => module.RetentionPage),
)
const FilesPage = lazyPart(() => import('./files/files-page.tsx').then((module) => module.FilesPage))
const AboutPage = lazyPart(() => import('#web/shell/frame/about-page.tsx').then((module) => module.AboutPage))
const SecurityPage = lazyPart(
  () => import('#web/shell/account/security-page.tsx').then((module) => module.SecurityPage),
  entryWords,
)

startPortal({
  portal: 'scheme',
  userType: 'ngo',
  home: '/overview',
  Frame: SchemeFrame,
  Palette: SchemePalette,
  pages: [
    { label: 'author.schemes.title', icon: ListTree, to: '/overview', group: 'author.nav.curriculum' },
    { label: 'author.sharing.title', icon: Share2, to: '/sharing', group: 'author.nav.curriculum' },
    { label: 'author.tags.title', icon: Tags, to: '/tags', group: 'author.nav.curriculum' },
    { label: 'author.labelSets.title', icon: Gauge, to: '/assessments', group: 'author.nav.curriculum' },
    { label: 'author.clientFiles.title', icon: Files, to: '/stored-files', group: 'author.nav.curriculum' },
    { label: 'author.clubList.title', icon: Building2, to: '/clubs', group: 'author.nav.people' },
    { label: 'author.attention.title', icon: BellDot, to: '/attention', group: 'author.nav.people' },
    { label: 'author.users.title', icon: Users, to: '/users', group: 'author.nav.people' },
    { label: 'author.members.title', icon: Baby, to: '/members', group: 'author.nav.people' },
    { label: 'author.report.title', icon: ChartColumn, to: '/reports', group: 'author.nav.people' },
    { label: 'author.documents.title', icon: FileText, to: '/documents', group: 'author.nav.communication' },
    { label: 'author.notifications.title', icon: Megaphone, to: '/notifications', group: 'author.nav.communication' },
    { label: 'author.awardMail.title', icon: Mail, to: '/award-mail', group: 'author.nav.communication' },
    { label: 'author.client.title', icon: Settings, to: '/settings', group: 'author.nav.settings' },
    { label: 'author.languages.title', icon: Languages, to: '/languages', group: 'author.nav.settings' },
    { label: 'author.retention.title', icon: Hourglass, to: '/retention', group: 'author.nav.settings' },
    { label: 'author.maintenance.title', icon: Construction, to: '/maintenance', group: 'author.nav.settings' },
    { label: 'author.tasks.title', icon: ListChecks, to: '/tasks', group: 'author.nav.settings' },
    { label: 'author.audit.title', icon: ScrollText, to: '/audit', group: 'author.nav.settings' },
    { label: 'security.title', icon: ShieldCheck, to: '/account', group: 'author.nav.settings' },
    { label: 'shell.about.title', icon: Info, to: '/about', group: 'author.nav.settings' },
  ],
  routes: [
    { path: '/overview', element: <SchemesPage /> },
    { path: '/overview/:slug', element: <SchemeSettingsPage /> },
    { path: '/overview/:slug/history', element: <HistoryPage /> },
    { path: '/scheme/:slug/*', element: <EditorPage /> },
    { path: '/reports', element: <ReportsPage /> },
    { path: '/clubs', element: <ClubsPage /> },
    { path: '/users', element: <UsersPage /> },
    { path: '/members', element: <MembersPage /> },
    { path: '/attention', element: <AttentionPage /> },
    { path: '/tasks', element: <TasksPage /> },
    { path: '/audit', element: <AuditPage /> },
    { path: '/sharing', element: <SharingPage /> },
    { path: '/documents', element: <DocumentsPage /> },
    { path: '/stored-files', element: <FilesPage /> },
    { path: '/notifications', element: <NotificationsPage /> },
    { path: '/tags', element: <TagsPage /> },
    { path: '/assessments', element: <AssessmentsPage /> },
    { path: '/languages', element: <LanguagesPage /> },
    { path: '/award-mail', element: <AwardPage /> },
    { path: '/settings', element: <ClientSettingsPage /> },
    { path: '/retention', element: <RetentionPage /> },
    { path: '/maintenance', element: <MaintenancePage /> },
    { path: '/account', element: <SecurityPage /> },
    { path: '/about', element: <AboutPage /> },
  ],
  words: [deskWords, (language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json'))],
  Status: SaveStatus,
  onLogout: closeEditors,
})
