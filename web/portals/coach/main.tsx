import { CalendarDays, ChartColumn, CloudOff, Info, ListTree, NotebookText, Users } from 'lucide-react'
import { forgetCoachData } from '#web/offline/forget.ts'
import { entryWords } from '#web/shell/login/entry-words.ts'
import { lazyWithRetry } from '#web/shell/start/lazy-with-retry.ts'
import { startPortal } from '#web/shell/start/start-portal.tsx'
import './coach.css'
import { forgetAllGroupsWish } from './groups/all-groups.ts'
import { CoachData } from './coach-data.tsx'
import { CoachStatus } from './device/coach-status.tsx'
import { currentStore } from './device/current-store.ts'
import { GroupsPage } from './groups/groups-page.tsx'
import { MarkingPages } from './assess/marking-pages.tsx'
import { lazyPart } from './lazy-part.ts'
import { UnsentChangesHint } from './device/unsent-changes-hint.tsx'

// fetched in advance in this order: what a lesson begins with comes first
const GroupPage = lazyPart(() => import('./groups/group-page.tsx').then((module) => module.GroupPage))
const RegisterPage = lazyPart(() => import('./register/register-page.tsx').then((module) => module.RegisterPage))
const AssessMemberPage = lazyPart(() =>
  import('./assess/assess-member-page.tsx').then((module) => module.AssessMemberPage),
)
const AssessSkillPage = lazyPart(() =>
  import('./assess/assess-skill-page.tsx').then((module) => module.AssessSkillPage),
)
const GridPage = lazyPart(() => import('./grid/grid-page.tsx').then((module) => module.GridPage))
const HistoryPage = lazyPart(() => import('./history/history-page.tsx').then((module) => module.HistoryPage))
const AlertsPage = lazyPart(() => import('./group-menu/alerts-page.tsx').then((module) => module.AlertsPage))
const BadgesPage = lazyPart(() => import('./group-menu/badges-page.tsx').then((module) => module.BadgesPage))
const MembersPage = lazyPart(() => import('./group-menu/members-page.tsx').then((module) => module.MembersPage))
const HandoverPage = lazyPart(() => import('./group-menu/handover-page.tsx').then((module) => module.HandoverPage))
const SheetPage = lazyPart(() => import('./group-menu/sheet-page.tsx').then((module) => module.SheetPage))
const SessionPlanPage = lazyPart(() =>
  import('./planning/session-plan-page.tsx').then((module) => module.SessionPlanPage),
)
const AfterLessonPage = lazyPart(() =>
  import('./after-lesson/after-lesson-page.tsx').then((module) => module.AfterLessonPage),
)
const PlanningPage = lazyPart(() => import('./planning/planning-page.tsx').then((module) => module.PlanningPage))
const PlanPage = lazyPart(() => import('./planning/plan-page.tsx').then((module) => module.PlanPage))
const OfflinePage = lazyPart(() => import('./device/offline-page.tsx').then((module) => module.OfflinePage))
// the PIN form of this page shows the errors of a login, so the page needs the words of the login
const SwitchUserPage = lazyPart(
  () => import('./device/switch-user-page.tsx').then((module) => module.SwitchUserPage),
  entryWords,
)
const ReportsPage = lazyPart(() => import('./reports/reports-page.tsx').then((module) => module.ReportsPage))
const SchemePage = lazyPart(() => import('./scheme-page.tsx').then((module) => module.SchemePage))
const AboutPage = lazyPart(() => import('#web/shell/frame/about-page.tsx').then((module) => module.AboutPage))
const Notices = lazyWithRetry(() => import('./device/coach-notices.tsx').then((module) => module.CoachNotices))
const LoginWarnings = lazyWithRetry(() => import('./device/login-warnings.tsx').then((module) => module.LoginWarnings))

// the page that opens first is part of this bundle; all others are loaded when they are opened
startPortal({
  portal: 'coach',
  userType: 'coach',
  home: '/member-groups',
  Notices,
  AboveLogin: LoginWarnings,
  pages: [
    { label: 'coach.groups.title', icon: CalendarDays, to: '/member-groups' },
    { label: 'coach.plan.title', icon: NotebookText, to: '/planning' },
    { label: 'coach.scheme.title', icon: ListTree, to: '/scheme' },
    { label: 'coach.reports.title', icon: ChartColumn, to: '/reports' },
    { label: 'coach.offline.title', icon: CloudOff, to: '/offline' },
    { label: 'coach.switch.title', icon: Users, to: '/switch-user' },
    { label: 'shell.about.title', icon: Info, to: '/about' },
  ],
  routes: [
    {
      element: <CoachData />,
      children: [
        { path: '/member-groups', element: <GroupsPage /> },
        { path: '/member-groups/:groupId', element: <GroupPage /> },
        {
          element: <MarkingPages />,
          children: [
            { path: '/member-groups/:groupId/register', element: <RegisterPage /> },
            { path: '/member-groups/:groupId/member/:memberUuid?', element: <AssessMemberPage /> },
            { path: '/member-groups/:groupId/member/:memberUuid/history', element: <HistoryPage /> },
            { path: '/member-groups/:groupId/grid', element: <GridPage /> },
            { path: '/member-groups/:groupId/skill/*', element: <AssessSkillPage /> },
          ],
        },
        { path: '/member-groups/:groupId/alerts', element: <AlertsPage /> },
        { path: '/member-groups/:groupId/badges', element: <BadgesPage /> },
        { path: '/member-groups/:groupId/members', element: <MembersPage /> },
        { path: '/member-groups/:groupId/handover', element: <HandoverPage /> },
        { path: '/member-groups/:groupId/sheet', element: <SheetPage /> },
        { path: '/member-groups/:groupId/session-plan', element: <SessionPlanPage /> },
        { path: '/after-lesson/:groupId?/:memberUuid?', element: <AfterLessonPage /> },
        { path: '/planning/:slug?', element: <PlanningPage /> },
        { path: '/planning/:slug/:planUuid', element: <PlanPage /> },
        { path: '/reports', element: <ReportsPage /> },
        { path: '/offline', element: <OfflinePage /> },
        { path: '/switch-user', element: <SwitchUserPage /> },
        // these pages do not read the device's data, but the open store sends waiting edits while they are shown
        { path: '/scheme/*', element: <SchemePage /> },
        { path: '/about', element: <AboutPage /> },
      ],
    },
  ],
  words: [(language) => (language === 'cy' ? import('./locales/cy.json') : import('./locales/en.json'))],
  Status: CoachStatus,
  InVersionDialog: UnsentChangesHint,
  // waiting edits are sent before the new version is loaded, which may no longer understand them
  beforeRefresh: async () => currentStore.get()?.syncNow(),
  onLogout: async () => currentStore.get()?.syncNow(),
  forget: (user) => {
    forgetAllGroupsWish()
    return forgetCoachData(user)
  },
  worksOffline: true,
})
