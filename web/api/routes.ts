// Written by `npm run routes` from the routes of the server; do not edit it by hand.
import type { Static } from 'typebox'
import type { Assessment, AssessmentsQuery } from '#contract/assessment/assessments.ts'
import type { Colleague, GroupLessonPlan } from '#contract/assessment/lesson-plans.ts'
import type { LinkedMembersQuery, Member } from '#contract/assessment/linked-member.ts'
import type { MarkEntry, MemberProgress, ScoredMember, StartsAtBody } from '#contract/assessment/member-record.ts'
import type { CertificateQuery, PrintedProgressQuery } from '#contract/assessment/print.ts'
import type {
  ClosedAuthors,
  ClosedAuthorsQuery,
  SubmitWorkBody,
  SubmitWorkReply,
  SubmittedWork,
  SubmittedWorkDecision,
} from '#contract/assessment/submitted-work.ts'
import type { ChangesQuery, ChangesReply, PushBody, PushReply, SyncKey } from '#contract/assessment/sync.ts'
import type {
  EditsBody,
  EditsQuery,
  EditsReply,
  Impact,
  ImpactBody,
  RawCurriculum,
} from '#contract/curriculum/authoring.ts'
import type { CurriculumBody, NodeUpdate } from '#contract/curriculum/curriculum-writes.ts'
import type {
  ComparisonQuery,
  History,
  HistoryQuery,
  NameBody,
  OwnSteps,
  RestoreQuery,
  RestoreReply,
} from '#contract/curriculum/history.ts'
import type { PresenceBody } from '#contract/curriculum/presence.ts'
import type {
  ExportQuery,
  ImportBody,
  ImportIntoBody,
  ImportPlan,
  ImportReport,
  ImportState,
} from '#contract/curriculum/scheme-files.ts'
import type {
  GradesBody,
  LabelSetBody,
  ListedLabelSet,
  SchemeSettings,
  SectionsBody,
} from '#contract/curriculum/scheme-settings.ts'
import type {
  Curriculum,
  CurriculumQuery,
  DirectVideo,
  GradeScale,
  NewSchemeBody,
  Scheme,
  SchemePatch,
  SchemeSection,
  SchemeStateBody,
  SchemesQuery,
  Video,
  VideoBody,
  VideoChanges,
  VideoQuery,
  VideosQuery,
} from '#contract/curriculum/schemes.ts'
import type {
  AnswerBody,
  CatalogueEntry,
  Changes,
  DecideBody,
  LinkedNode,
  Mirror,
  MirrorBody,
  MirrorReply,
  Publication,
  PublishBody,
  SubscribeBody,
  Subscriber,
  UpdateImpact,
} from '#contract/curriculum/sharing.ts'
import type { Tag, TagBody, TagsQuery } from '#contract/curriculum/tags.ts'
import type {
  CopyEditsBody,
  CopyEditsQuery,
  CopyEditsReply,
  CopyQuery,
  CopyTree,
  DropBody,
  ReleaseBody,
  ReleasePlan,
  ReleasePlanBody,
  WorkingCopyState,
} from '#contract/curriculum/working-copy.ts'
import type { ChangeSet, ChangeSetsQuery, Undone } from '#contract/flows/change-sets.ts'
import type { ClubExportCounts } from '#contract/flows/club-export.ts'
import type { ClubReturn } from '#contract/flows/club-return.ts'
import type { Guest, GuestJoin, GuestMember } from '#contract/flows/guests.ts'
import type {
  AlikeProblems,
  ImportPatch,
  ImportPreview,
  ImportReadingBody,
  ImportRow,
  ImportRowPatch,
  ImportRowsQuery,
  ImportUndo,
  ImportValues,
  ImportsQuery,
  MemberImport,
  NewImportQuery,
} from '#contract/flows/member-imports.ts'
import type {
  Duplicate,
  DuplicatesQuery,
  MemberMerge,
  MergeBody,
  OtherMember,
  SeparateMembers,
} from '#contract/flows/member-merges.ts'
import type { Retention, RetentionChange, RetentionQuery } from '#contract/flows/retention.ts'
import type { RosterState } from '#contract/flows/rosters.ts'
import type { TermBoard, TermBoardQuery, TermDraft, TermPatch } from '#contract/flows/term-board.ts'
import type { DeletionRequest, OpenSession, UserPasswordBody } from '#contract/identity/account.ts'
import type { ApiToken, ApiTokenSecret, NewApiToken } from '#contract/identity/api-tokens.ts'
import type {
  AskResetBody,
  AuthUrl,
  AuthUrlQuery,
  ChangeClubBody,
  ChangeLanguageBody,
  ChangeReply,
  CheckTokenBody,
  CheckTokenReply,
  ClubUsers,
  ConfirmBody,
  ConfirmEmailBody,
  ConfirmReply,
  EditUrl,
  EnrolBody,
  EnrolReply,
  FactorBody,
  FactorCodeBody,
  FactorStatus,
  LoginAnswer,
  LoginBody,
  LoginReply,
  LogoutBody,
  PinBody,
  RecoveryCodes,
  RefreshBody,
  RefreshReply,
  RemoteLoginQuery,
  ResetUrl,
  ResetUrlQuery,
  SetPasswordBody,
  SwitchUserBody,
} from '#contract/identity/auth.ts'
import type { ListedUser, UsersFileQuery, UsersQuery } from '#contract/identity/user-list.ts'
import type { NewUserBody, NewUserReply, UserDetail, UserPatch } from '#contract/identity/user-writes.ts'
import type { Me, MeQuery } from '#contract/identity/users.ts'
import type { ClientMember, ClientMemberDetail, ClientMembersQuery } from '#contract/members/client-members.ts'
import type {
  AttendanceEntry,
  BulkInviteReply,
  BulkMembersBody,
  BulkMembersReply,
  ChangedMember,
  ChosenMembers,
  ClubMemberPatch,
  ClubMembersFileQuery,
  ClubMembersQuery,
  EraseMember,
  InvitePreview,
  MarksQuery,
  MemberCounts,
  MemberDetail,
  MemberLogEntry,
  MembersFileBody,
  NewClubMember,
} from '#contract/members/club-members.ts'
import type { InviteBody, InviteReply, LinkBody, LinkReply, NumberForm } from '#contract/members/guardians.ts'
import type {
  DocumentDetail,
  DocumentPatch,
  DocumentsQuery,
  ListedDocument,
  NewDocumentBody,
  ReminderReply,
} from '#contract/notices/documents.ts'
import type { Notice, Notification, NotificationBody, NotificationsQuery } from '#contract/notices/notifications.ts'
import type { UnsubscribeQuery, Unsubscribes, UnsubscribesBody } from '#contract/notices/unsubscribes.ts'
import type { DirectQuery, DirectUrl, FileQuery, FileUse, LogoContrast, StoredFile } from '#contract/platform/files.ts'
import type { ListedTask, TaskCounts, TaskDetail, TasksQuery } from '#contract/platform/tasks.ts'
import type { LevelList, LevelListQuery } from '#contract/reports/level-lists.ts'
import type {
  ClientReportFileQuery,
  ClientReportQuery,
  ClubReportFileQuery,
  ClubReportQuery,
  Report,
  ReportMember,
  ReportMembersFileQuery,
  ReportMembersQuery,
} from '#contract/reports/reports.ts'
import type {
  EndGroupsBody,
  EnterGroupBody,
  Group,
  GroupDetail,
  GroupPatch,
  GroupsFileQuery,
  GroupsQuery,
  MoveBody,
  MovedGroup,
  NewGroupBody,
} from '#contract/scheduling/groups.ts'
import type {
  Calendar,
  CalendarQuery,
  DatedSession,
  SessionBody,
  Term,
  TermBody,
} from '#contract/scheduling/sessions.ts'
import type { Today, TodaysSession } from '#contract/scheduling/today.ts'
import type { Attention } from '#contract/tenants/attention.ts'
import type { AuditDetail, AuditEntry, AuditFileQuery, AuditQuery } from '#contract/tenants/audit.ts'
import type { ClientFile, ClientFilesQuery } from '#contract/tenants/client-files.ts'
import type {
  ClientSettings,
  ClientSettingsPatch,
  ClubFeatures,
  ClubFeaturesBody,
} from '#contract/tenants/client-settings.ts'
import type {
  AwardDraft,
  AwardMail,
  AwardPreview,
  AwardWordsBody,
  ClientLanguage,
  ClientWords,
  LanguagePatch,
  WordsPatch,
} from '#contract/tenants/client-words.ts'
import type { Client, ClientQuery, Language, LanguagesQuery, Status } from '#contract/tenants/client.ts'
import type { ClubTask, StartedTask } from '#contract/tenants/club-tasks.ts'
import type { Club, ClubPatch, ClubSettings, ClubsQuery, NewClubBody } from '#contract/tenants/clubs.ts'
import type { ClientMaintenance, MaintenanceBody } from '#contract/tenants/maintenance.ts'
import type { PageViewBody, PageViews, PageViewsQuery } from '#contract/tenants/page-views.ts'

/** All routes of the API by method and path, which has `:` in place of every parameter. */
export interface Routes {
  'GET /attention': {
    reply: Static<typeof Attention>
  }
  'GET /audit': {
    query: Static<typeof AuditQuery>
    reply: Static<typeof AuditEntry>[]
  }
  'GET /audit/:': {
    reply: Static<typeof AuditDetail>
  }
  'GET /audit/actions': {
    reply: string[]
  }
  'GET /audit/entities': {
    reply: string[]
  }
  'GET /audit/file': {
    query: Static<typeof AuditFileQuery>
    reply: string
  }
  'GET /auth/auth-url': {
    query: Static<typeof AuthUrlQuery>
    reply: Static<typeof AuthUrl>
  }
  'POST /auth/change-club': {
    body: Static<typeof ChangeClubBody>
    reply: Static<typeof ChangeReply>
  }
  'POST /auth/change-language': {
    body: Static<typeof ChangeLanguageBody>
    reply: Static<typeof ChangeReply>
  }
  'POST /auth/check-token': {
    body: Static<typeof CheckTokenBody>
    reply: Static<typeof CheckTokenReply>
  }
  'GET /auth/club-users': {
    reply: Static<typeof ClubUsers>
  }
  'POST /auth/confirm-email': {
    body: Static<typeof ConfirmEmailBody>
    reply: undefined
  }
  'GET /auth/edit-url': {
    reply: Static<typeof EditUrl>
  }
  'GET /auth/languages': {
    query: Static<typeof LanguagesQuery>
    reply: Static<typeof Language>[]
  }
  'POST /auth/login': {
    body: Static<typeof LoginBody>
    reply: Static<typeof LoginAnswer>
  }
  'POST /auth/logout': {
    body: Static<typeof LogoutBody>
    reply: undefined
  }
  'POST /auth/pin': {
    body: Static<typeof PinBody>
    reply: undefined
  }
  'POST /auth/refresh': {
    body: Static<typeof RefreshBody>
    reply: Static<typeof RefreshReply>
  }
  'GET /auth/remote-login': {
    query: Static<typeof RemoteLoginQuery>
    reply: Static<typeof LoginAnswer>
  }
  'POST /auth/reset-password': {
    body: Static<typeof AskResetBody>
    reply: undefined
  }
  'GET /auth/reset-url': {
    query: Static<typeof ResetUrlQuery>
    reply: Static<typeof ResetUrl>
  }
  'GET /auth/second-factor': {
    reply: Static<typeof FactorStatus>
  }
  'POST /auth/second-factor': {
    body: Static<typeof FactorBody>
    reply: Static<typeof LoginReply>
  }
  'POST /auth/second-factor/confirm': {
    body: Static<typeof ConfirmBody>
    reply: Static<typeof ConfirmReply>
  }
  'POST /auth/second-factor/enrol': {
    body: Static<typeof EnrolBody>
    reply: Static<typeof EnrolReply>
  }
  'POST /auth/second-factor/recovery-codes': {
    body: Static<typeof FactorCodeBody>
    reply: Static<typeof RecoveryCodes>
  }
  'POST /auth/second-factor/remove': {
    body: Static<typeof FactorCodeBody>
    reply: undefined
  }
  'POST /auth/set-password': {
    body: Static<typeof SetPasswordBody>
    reply: Static<typeof LoginAnswer>
  }
  'POST /auth/switch-user': {
    body: Static<typeof SwitchUserBody>
    reply: Static<typeof LoginReply>
  }
  'GET /award-mail': {
    reply: Static<typeof AwardMail>
  }
  'PUT /award-mail/:': {
    body: Static<typeof AwardWordsBody>
    ifMatch: string
    reply: Static<typeof AwardMail>
  }
  'POST /award-mail/preview': {
    body: Static<typeof AwardDraft>
    reply: Static<typeof AwardPreview>
  }
  'POST /award-mail/test': {
    body: Static<typeof AwardDraft>
    reply: undefined
  }
  'GET /calendar': {
    query: Static<typeof CalendarQuery>
    reply: Static<typeof Calendar>
  }
  'GET /catalogue': {
    reply: Static<typeof CatalogueEntry>[]
  }
  'GET /change-sets': {
    query: Static<typeof ChangeSetsQuery>
    reply: Static<typeof ChangeSet>[]
  }
  'POST /change-sets/:/undo': {
    reply: Static<typeof Undone> | Static<typeof StartedTask>
  }
  'POST /change-sets/:/undo/trial': {
    reply: Static<typeof Undone>
  }
  'GET /client': {
    query: Static<typeof ClientQuery>
    reply: Static<typeof Client>
  }
  'GET /client-files': {
    query: Static<typeof ClientFilesQuery>
    reply: Static<typeof ClientFile>[]
  }
  'DELETE /client-files/:': {
    reply: undefined
  }
  'GET /client-languages': {
    reply: Static<typeof ClientLanguage>[]
  }
  'PATCH /client-languages/:': {
    body: Static<typeof LanguagePatch>
    reply: Static<typeof ClientLanguage>[]
  }
  'GET /client-languages/:/words': {
    reply: Static<typeof ClientWords>
  }
  'PATCH /client-languages/:/words': {
    body: Static<typeof WordsPatch>
    reply: Static<typeof ClientWords>
  }
  'GET /client-members': {
    query: Static<typeof ClientMembersQuery>
    reply: Static<typeof ClientMember>[]
  }
  'GET /client-members/:': {
    reply: Static<typeof ClientMemberDetail>
  }
  'GET /client-reports/:': {
    query: Static<typeof ClientReportQuery>
    reply: Static<typeof Report>
  }
  'GET /client-reports/:/file': {
    query: Static<typeof ClientReportFileQuery>
    reply: string
  }
  'GET /client-settings': {
    reply: Static<typeof ClientSettings>
  }
  'PATCH /client-settings': {
    body: Static<typeof ClientSettingsPatch>
    ifMatch: string
    reply: Static<typeof ClientSettings>
  }
  'GET /club-export': {
    reply: string
  }
  'GET /club-export/counts': {
    reply: Static<typeof ClubExportCounts>
  }
  'POST /club-return': {
    body: Blob
    reply: Static<typeof ClubReturn>
  }
  'POST /club-return/trial': {
    body: Blob
    reply: Static<typeof ClubReturn>
  }
  'GET /club-tasks': {
    reply: Static<typeof ClubTask>[]
  }
  'DELETE /club-tasks/:': {
    reply: undefined
  }
  'GET /clubs': {
    query: Static<typeof ClubsQuery>
    reply: Static<typeof Club>[]
  }
  'POST /clubs': {
    body: Static<typeof NewClubBody>
    reply: Static<typeof ClubSettings>
  }
  'DELETE /clubs/:': {
    reply: undefined
  }
  'GET /clubs/:': {
    reply: Static<typeof ClubSettings>
  }
  'PATCH /clubs/:': {
    body: Static<typeof ClubPatch>
    ifMatch: string
    reply: Static<typeof ClubSettings>
  }
  'GET /clubs/:/features': {
    reply: Static<typeof ClubFeatures>
  }
  'PUT /clubs/:/features': {
    body: Static<typeof ClubFeaturesBody>
    ifMatch: string | undefined
    reply: Static<typeof ClubFeatures>
  }
  'GET /colleagues': {
    reply: Static<typeof Colleague>[]
  }
  'GET /curriculum/:': {
    query: Static<typeof CurriculumQuery>
    reply: Static<typeof Curriculum> | Static<typeof RawCurriculum>
  }
  'POST /curriculum/:': {
    body: Static<typeof CurriculumBody>
    reply: Static<typeof EditsReply>
  }
  'DELETE /curriculum/:/*': {
    reply: Static<typeof EditsReply>
  }
  'PATCH /curriculum/:/*': {
    body: Static<typeof NodeUpdate>
    reply: Static<typeof EditsReply>
  }
  'GET /curriculum/:/comparison': {
    query: Static<typeof ComparisonQuery>
    reply: Static<typeof Changes>
  }
  'GET /curriculum/:/edits': {
    query: Static<typeof EditsQuery>
    reply: Static<typeof EditsReply>
  }
  'POST /curriculum/:/edits': {
    body: Static<typeof EditsBody>
    reply: Static<typeof EditsReply>
  }
  'GET /curriculum/:/history': {
    query: Static<typeof HistoryQuery>
    reply: Static<typeof History>
  }
  'PUT /curriculum/:/history/:/name': {
    body: Static<typeof NameBody>
    reply: Static<typeof NameBody>
  }
  'POST /curriculum/:/impact': {
    body: Static<typeof ImpactBody>
    reply: Static<typeof Impact>
  }
  'GET /curriculum/:/own-steps': {
    reply: Static<typeof OwnSteps>
  }
  'POST /curriculum/:/presence': {
    body: Static<typeof PresenceBody>
    reply: undefined
  }
  'GET /curriculum/:/restore': {
    query: Static<typeof RestoreQuery>
    reply: Static<typeof RestoreReply>
  }
  'GET /curriculum/:/working-copy': {
    reply: Static<typeof WorkingCopyState>
  }
  'POST /curriculum/:/working-copy/begin': {
    reply: Static<typeof WorkingCopyState>
  }
  'POST /curriculum/:/working-copy/drop': {
    body: Static<typeof DropBody>
    reply: Static<typeof WorkingCopyState>
  }
  'GET /curriculum/:/working-copy/edits': {
    query: Static<typeof CopyEditsQuery>
    reply: Static<typeof EditsReply>
  }
  'POST /curriculum/:/working-copy/edits': {
    body: Static<typeof CopyEditsBody>
    reply: Static<typeof CopyEditsReply>
  }
  'GET /curriculum/:/working-copy/own-steps': {
    query: Static<typeof CopyQuery>
    reply: Static<typeof OwnSteps>
  }
  'POST /curriculum/:/working-copy/plan': {
    body: Static<typeof ReleasePlanBody>
    reply: Static<typeof ReleasePlan>
  }
  'POST /curriculum/:/working-copy/release': {
    body: Static<typeof ReleaseBody>
    reply: Static<typeof WorkingCopyState>
  }
  'GET /curriculum/:/working-copy/tree': {
    query: Static<typeof CopyQuery>
    reply: Static<typeof CopyTree>
  }
  'POST /curriculum/mirror': {
    body: Static<typeof MirrorBody>
    reply: Static<typeof MirrorReply>
  }
  'POST /curriculum/rehome-linked-node': {
    body: Static<typeof LinkedNode>
    reply: Static<typeof Mirror>[]
  }
  'GET /events': {
    reply: unknown
  }
  'GET /files': {
    query: Static<typeof DocumentsQuery>
    reply: Static<typeof ListedDocument>[]
  }
  'POST /files': {
    body: Static<typeof NewDocumentBody>
    reply: Static<typeof DocumentDetail>
  }
  'DELETE /files/:': {
    reply: undefined
  }
  'GET /files/:': {
    reply: Static<typeof DocumentDetail>
  }
  'PATCH /files/:': {
    body: Static<typeof DocumentPatch>
    ifMatch: string
    reply: Static<typeof DocumentDetail>
  }
  'POST /files/:/read': {
    ifMatch: string | undefined
    reply: undefined
  }
  'POST /files/:/reminders': {
    reply: Static<typeof ReminderReply>
  }
  'GET /files/:/seen': {
    reply: Static<typeof LogoContrast>[]
  }
  'POST /files/:/undelete': {
    reply: Static<typeof DocumentDetail>
  }
  'GET /files/:/uses': {
    reply: Static<typeof FileUse>[]
  }
  'GET /files/direct': {
    query: Static<typeof DirectQuery>
    reply: Blob
  }
  'GET /files/file': {
    query: Static<typeof FileQuery>
    reply: Static<typeof DirectUrl> | Blob
  }
  'GET /groups': {
    query: Static<typeof GroupsQuery>
    reply: Static<typeof Group>[]
  }
  'POST /groups': {
    body: Static<typeof NewGroupBody>
    reply: Static<typeof GroupDetail>
  }
  'GET /groups/:': {
    reply: Static<typeof GroupDetail>
  }
  'PATCH /groups/:': {
    body: Static<typeof GroupPatch>
    ifMatch: string
    reply: Static<typeof GroupDetail>
  }
  'GET /groups/:/lesson-plans': {
    reply: Static<typeof GroupLessonPlan>[]
  }
  'POST /groups/:/members': {
    body: Static<typeof EnterGroupBody>
    reply: Static<typeof MovedGroup>
  }
  'DELETE /groups/:/members/:': {
    reply: Static<typeof MovedGroup>
  }
  'POST /groups/:/members/:/move': {
    body: Static<typeof MoveBody>
    reply: Static<typeof MovedGroup>
  }
  'GET /groups/:/sessions/:': {
    reply: Static<typeof DatedSession>
  }
  'PUT /groups/:/sessions/:': {
    body: Static<typeof SessionBody>
    ifMatch: string | undefined
    reply: Static<typeof DatedSession>
  }
  'DELETE /groups/:/sessions/:/cover': {
    reply: undefined
  }
  'PUT /groups/:/sessions/:/cover': {
    reply: undefined
  }
  'POST /groups/:/sessions/:/reminder': {
    reply: Static<typeof TodaysSession>
  }
  'POST /groups/delete': {
    body: Static<typeof EndGroupsBody>
    reply: undefined
  }
  'GET /groups/file': {
    query: Static<typeof GroupsFileQuery>
    reply: string
  }
  'GET /guests': {
    reply: Static<typeof Guest>[]
  }
  'DELETE /guests/:': {
    reply: undefined
  }
  'POST /guests/:/join': {
    body: Static<typeof GuestJoin>
    reply: Static<typeof MemberDetail>
  }
  'POST /guests/:/member': {
    body: Static<typeof GuestMember>
    reply: Static<typeof MemberDetail>
  }
  'GET /label-sets': {
    reply: Static<typeof ListedLabelSet>[]
  }
  'POST /label-sets': {
    body: Static<typeof LabelSetBody>
    reply: Static<typeof ListedLabelSet>
  }
  'DELETE /label-sets/:': {
    reply: undefined
  }
  'PATCH /label-sets/:': {
    body: Static<typeof LabelSetBody>
    ifMatch: string
    reply: Static<typeof ListedLabelSet>
  }
  'GET /level-lists/:': {
    query: Static<typeof LevelListQuery>
    reply: Static<typeof LevelList>
  }
  'GET /level-lists/:/file': {
    query: Static<typeof LevelListQuery>
    reply: string
  }
  'DELETE /maintenance': {
    reply: Static<typeof ClientMaintenance>
  }
  'GET /maintenance': {
    reply: Static<typeof ClientMaintenance>
  }
  'PUT /maintenance': {
    body: Static<typeof MaintenanceBody>
    reply: Static<typeof ClientMaintenance>
  }
  'GET /me': {
    query: Static<typeof MeQuery>
    reply: Static<typeof Me>
  }
  'GET /me/notifications': {
    reply: Static<typeof Notice>[]
  }
  'GET /member-imports': {
    query: Static<typeof ImportsQuery>
    reply: Static<typeof MemberImport>[]
  }
  'POST /member-imports': {
    query: Static<typeof NewImportQuery>
    body: Blob
    reply: Static<typeof MemberImport>
  }
  'DELETE /member-imports/:': {
    reply: undefined
  }
  'GET /member-imports/:': {
    reply: Static<typeof MemberImport>
  }
  'PATCH /member-imports/:': {
    body: Static<typeof ImportPatch>
    reply: Static<typeof MemberImport>
  }
  'GET /member-imports/:/alike': {
    reply: Static<typeof AlikeProblems>
  }
  'GET /member-imports/:/preview': {
    reply: Static<typeof ImportPreview>
  }
  'PUT /member-imports/:/reading': {
    body: Static<typeof ImportReadingBody>
    reply: Static<typeof MemberImport>
  }
  'GET /member-imports/:/rows': {
    query: Static<typeof ImportRowsQuery>
    reply: Static<typeof ImportRow>[]
  }
  'PATCH /member-imports/:/rows/:': {
    body: Static<typeof ImportRowPatch>
    reply: Static<typeof MemberImport>
  }
  'POST /member-imports/:/start': {
    reply: Static<typeof MemberImport>
  }
  'GET /member-imports/:/undo': {
    reply: Static<typeof ImportUndo>
  }
  'GET /member-imports/:/values': {
    reply: Static<typeof ImportValues>
  }
  'GET /members': {
    query: Static<typeof ClubMembersQuery>
    reply: Static<typeof ScoredMember>[]
  }
  'POST /members': {
    body: Static<typeof NewClubMember>
    reply: Static<typeof MemberDetail>
  }
  'DELETE /members/:': {
    body: Static<typeof EraseMember>
    reply: undefined
  }
  'GET /members/:': {
    reply: Static<typeof MemberDetail>
  }
  'PATCH /members/:': {
    body: Static<typeof ClubMemberPatch>
    ifMatch: string
    reply: Static<typeof ChangedMember>
  }
  'GET /members/:/assessments': {
    query: Static<typeof AssessmentsQuery>
    reply: Static<typeof Assessment>[]
  }
  'GET /members/:/attendance': {
    query: Static<typeof MarksQuery>
    reply: Static<typeof AttendanceEntry>[]
  }
  'GET /members/:/export': {
    reply: object
  }
  'POST /members/:/invites': {
    body: Static<typeof InviteBody>
    reply: Static<typeof InviteReply>
  }
  'GET /members/:/log': {
    query: Static<typeof MarksQuery>
    reply: Static<typeof MemberLogEntry>[]
  }
  'GET /members/:/marks': {
    query: Static<typeof MarksQuery>
    reply: Static<typeof MarkEntry>[]
  }
  'POST /members/:/merge': {
    body: Static<typeof MergeBody>
    reply: Static<typeof MemberDetail>
  }
  'GET /members/:/progress': {
    reply: Static<typeof MemberProgress>
  }
  'DELETE /members/:/separate': {
    body: Static<typeof OtherMember>
    reply: undefined
  }
  'POST /members/:/separate': {
    body: Static<typeof OtherMember>
    reply: undefined
  }
  'POST /members/:/starts-at': {
    body: Static<typeof StartsAtBody>
    reply: undefined
  }
  'POST /members/bulk': {
    body: Static<typeof BulkMembersBody>
    reply: Static<typeof BulkMembersReply> | Static<typeof StartedTask>
  }
  'GET /members/counts': {
    reply: Static<typeof MemberCounts>
  }
  'GET /members/duplicates': {
    query: Static<typeof DuplicatesQuery>
    reply: Static<typeof Duplicate>[]
  }
  'GET /members/file': {
    query: Static<typeof ClubMembersFileQuery>
    reply: string
  }
  'POST /members/file': {
    body: Static<typeof MembersFileBody>
    reply: string
  }
  'POST /members/invites': {
    body: Static<typeof ChosenMembers>
    reply: Static<typeof BulkInviteReply> | Static<typeof StartedTask>
  }
  'POST /members/invites/preview': {
    body: Static<typeof ChosenMembers>
    reply: Static<typeof InvitePreview>
  }
  'GET /members/merges': {
    reply: Static<typeof MemberMerge>[]
  }
  'GET /members/separate': {
    reply: Static<typeof SeparateMembers>[]
  }
  'GET /mirrors': {
    reply: Static<typeof Mirror>[]
  }
  'POST /mirrors/answer': {
    body: Static<typeof AnswerBody>
    reply: Static<typeof Mirror>[]
  }
  'GET /mirrors/impact': {
    query: Static<typeof LinkedNode>
    reply: Static<typeof UpdateImpact>
  }
  'GET /notifications': {
    query: Static<typeof NotificationsQuery>
    reply: Static<typeof Notification>[]
  }
  'POST /notifications': {
    body: Static<typeof NotificationBody>
    reply: Static<typeof Notification>
  }
  'DELETE /notifications/:': {
    reply: undefined
  }
  'GET /notifications/:': {
    reply: Static<typeof Notification>
  }
  'PATCH /notifications/:': {
    body: Static<typeof NotificationBody>
    ifMatch: string
    reply: Static<typeof Notification>
  }
  'POST /notifications/:/undelete': {
    reply: Static<typeof Notification>
  }
  'GET /page-views': {
    query: Static<typeof PageViewsQuery>
    reply: Static<typeof PageViews>
  }
  'POST /page-views': {
    body: Static<typeof PageViewBody>
    reply: undefined
  }
  'GET /reports/:': {
    query: Static<typeof ClubReportQuery>
    reply: Static<typeof Report>
  }
  'GET /reports/:/file': {
    query: Static<typeof ClubReportFileQuery>
    reply: string
  }
  'GET /reports/:/members': {
    query: Static<typeof ReportMembersQuery>
    reply: Static<typeof ReportMember>[]
  }
  'GET /reports/:/members/file': {
    query: Static<typeof ReportMembersFileQuery>
    reply: string
  }
  'GET /retention': {
    query: Static<typeof RetentionQuery>
    reply: Static<typeof Retention>
  }
  'PUT /retention': {
    body: Static<typeof RetentionChange>
    ifMatch: string
    reply: Static<typeof Retention>
  }
  'GET /rosters': {
    reply: Static<typeof RosterState>
  }
  'GET /schemes': {
    query: Static<typeof SchemesQuery>
    reply: Static<typeof Scheme>[]
  }
  'POST /schemes': {
    body: Static<typeof NewSchemeBody>
    reply: Static<typeof Scheme>
  }
  'DELETE /schemes/:': {
    reply: Static<typeof Scheme>
  }
  'PATCH /schemes/:': {
    body: Static<typeof SchemePatch>
    reply: Static<typeof Scheme>
  }
  'GET /schemes/:/export': {
    query: Static<typeof ExportQuery>
    reply: object | string
  }
  'GET /schemes/:/grades': {
    reply: Static<typeof GradeScale>[]
  }
  'PUT /schemes/:/grades': {
    body: Static<typeof GradesBody>
    ifMatch: string
    reply: Static<typeof SchemeSettings>
  }
  'POST /schemes/:/grades/impact': {
    body: Static<typeof GradesBody>
    reply: Static<typeof Impact>
  }
  'POST /schemes/:/import': {
    body: Static<typeof ImportIntoBody>
    reply: Static<typeof ImportPlan>
  }
  'GET /schemes/:/publication': {
    reply: Static<typeof Publication>
  }
  'POST /schemes/:/publish': {
    body: Static<typeof PublishBody>
    reply: Static<typeof Publication>
  }
  'GET /schemes/:/sections': {
    reply: Static<typeof SchemeSection>[]
  }
  'PUT /schemes/:/sections': {
    body: Static<typeof SectionsBody>
    ifMatch: string
    reply: Static<typeof SchemeSettings>
  }
  'GET /schemes/:/settings': {
    reply: Static<typeof SchemeSettings>
  }
  'PUT /schemes/:/state': {
    body: Static<typeof SchemeStateBody>
    reply: Static<typeof Scheme>
  }
  'POST /schemes/:/subscribers/:': {
    body: Static<typeof DecideBody>
    reply: Static<typeof Subscriber>[]
  }
  'POST /schemes/:/undelete': {
    reply: Static<typeof Scheme>
  }
  'GET /schemes/:/videos': {
    query: Static<typeof VideosQuery>
    reply: Static<typeof Video>[]
  }
  'POST /schemes/:/videos': {
    body: Static<typeof VideoBody>
    reply: Static<typeof Video>
  }
  'DELETE /schemes/:/videos/:': {
    reply: Static<typeof Video>[]
  }
  'GET /schemes/:/videos/:': {
    query: Static<typeof VideoQuery>
    reply: Static<typeof DirectVideo> | Static<typeof Video>
  }
  'PATCH /schemes/:/videos/:': {
    body: Static<typeof VideoChanges>
    reply: Static<typeof Video>
  }
  'POST /schemes/:/withdraw': {
    reply: Static<typeof Publication>
  }
  'POST /schemes/import': {
    body: Static<typeof ImportBody>
    reply: Static<typeof ImportReport>
  }
  'GET /schemes/imports/:': {
    reply: Static<typeof ImportState>
  }
  'GET /status': {
    reply: Static<typeof Status>
  }
  'GET /submitted-work': {
    reply: Static<typeof SubmittedWork>[]
  }
  'POST /submitted-work/decision': {
    body: Static<typeof SubmittedWorkDecision>
    reply: Static<typeof SubmittedWork>[]
  }
  'GET /subscribers': {
    reply: Static<typeof Subscriber>[]
  }
  'POST /subscriptions': {
    body: Static<typeof SubscribeBody>
    reply: Static<typeof CatalogueEntry>[]
  }
  'DELETE /subscriptions/:/:': {
    reply: Static<typeof CatalogueEntry>[]
  }
  'GET /sync/changes': {
    query: Static<typeof ChangesQuery>
    reply: Static<typeof ChangesReply>
  }
  'GET /sync/closed-authors': {
    query: Static<typeof ClosedAuthorsQuery>
    reply: Static<typeof ClosedAuthors>
  }
  'POST /sync/key': {
    reply: Static<typeof SyncKey>
  }
  'POST /sync/push': {
    body: Static<typeof PushBody>
    reply: Static<typeof PushReply>
  }
  'POST /sync/submitted-work': {
    body: Static<typeof SubmitWorkBody>
    reply: Static<typeof SubmitWorkReply>
  }
  'GET /tags': {
    query: Static<typeof TagsQuery>
    reply: Static<typeof Tag>[]
  }
  'POST /tags': {
    body: Static<typeof TagBody>
    reply: Static<typeof Tag>
  }
  'DELETE /tags/:': {
    reply: undefined
  }
  'PATCH /tags/:': {
    body: Static<typeof TagBody>
    reply: Static<typeof Tag>
  }
  'GET /tasks': {
    query: Static<typeof TasksQuery>
    reply: Static<typeof ListedTask>[]
  }
  'GET /tasks/:': {
    reply: Static<typeof TaskDetail>
  }
  'POST /tasks/:/cancel': {
    reply: Static<typeof TaskDetail>
  }
  'POST /tasks/:/retry': {
    reply: Static<typeof TaskDetail>
  }
  'GET /tasks/counts': {
    reply: Static<typeof TaskCounts>
  }
  'GET /term-board': {
    query: Static<typeof TermBoardQuery>
    reply: Static<typeof TermBoard>
  }
  'PATCH /term-board': {
    body: Static<typeof TermPatch>
    reply: Static<typeof TermDraft>
  }
  'POST /term-board/apply': {
    ifMatch: string
    reply: Static<typeof TermDraft> | Static<typeof StartedTask>
  }
  'GET /terms': {
    reply: Static<typeof Term>[]
  }
  'POST /terms': {
    body: Static<typeof TermBody>
    reply: Static<typeof Term>
  }
  'DELETE /terms/:': {
    reply: undefined
  }
  'PUT /terms/:': {
    body: Static<typeof TermBody>
    ifMatch: string | undefined
    reply: Static<typeof Term>
  }
  'GET /today': {
    reply: Static<typeof Today>
  }
  'POST /unsubscribe': {
    query: Static<typeof UnsubscribeQuery>
    reply: undefined
  }
  'POST /uploads/:': {
    body: Blob
    reply: Static<typeof StoredFile>
  }
  'GET /users': {
    query: Static<typeof UsersQuery>
    reply: Static<typeof ListedUser>[]
  }
  'POST /users': {
    body: Static<typeof NewUserBody>
    reply: Static<typeof NewUserReply>
  }
  'DELETE /users/:': {
    reply: undefined
  }
  'GET /users/:': {
    reply: Static<typeof UserDetail>
  }
  'PATCH /users/:': {
    body: Static<typeof UserPatch>
    ifMatch: string | undefined
    reply: Static<typeof UserDetail>
  }
  'DELETE /users/:/deletion-request': {
    reply: Static<typeof DeletionRequest>
  }
  'GET /users/:/deletion-request': {
    reply: Static<typeof DeletionRequest>
  }
  'POST /users/:/deletion-request': {
    reply: Static<typeof DeletionRequest>
  }
  'GET /users/:/export': {
    reply: object
  }
  'GET /users/:/members': {
    query: Static<typeof LinkedMembersQuery>
    reply: Static<typeof Member>[]
  }
  'POST /users/:/members': {
    body: Static<typeof LinkBody>
    reply: Static<typeof LinkReply>
  }
  'DELETE /users/:/members/:': {
    reply: undefined
  }
  'GET /users/:/members/:/certificate.pdf': {
    query: Static<typeof CertificateQuery>
    reply: Blob
  }
  'GET /users/:/membership-number': {
    reply: Static<typeof NumberForm>
  }
  'PATCH /users/:/password': {
    body: Static<typeof UserPasswordBody>
    reply: undefined
  }
  'DELETE /users/:/pending-email': {
    reply: undefined
  }
  'DELETE /users/:/pin': {
    reply: undefined
  }
  'GET /users/:/progress.pdf': {
    query: Static<typeof PrintedProgressQuery>
    reply: Blob
  }
  'DELETE /users/:/sessions': {
    reply: undefined
  }
  'GET /users/:/sessions': {
    reply: Static<typeof OpenSession>[]
  }
  'DELETE /users/:/sessions/:': {
    reply: undefined
  }
  'GET /users/:/tokens': {
    reply: Static<typeof ApiToken>[]
  }
  'POST /users/:/tokens': {
    body: Static<typeof NewApiToken>
    reply: Static<typeof ApiTokenSecret>
  }
  'DELETE /users/:/tokens/:': {
    reply: undefined
  }
  'POST /users/:/tokens/:/rotate': {
    reply: Static<typeof ApiTokenSecret>
  }
  'PATCH /users/:/unsubscribes': {
    body: Static<typeof UnsubscribesBody>
    reply: Static<typeof Unsubscribes>
  }
  'GET /users/file': {
    query: Static<typeof UsersFileQuery>
    reply: string
  }
}
