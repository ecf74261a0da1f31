import { expectTypeOf } from 'vitest'
import type { MarkEntry } from '#contract/assessment/member-record.ts'
import type { MemberCounts, MemberDetail } from '#contract/members/club-members.ts'
import type { MemberImport } from '#contract/flows/member-imports.ts'
import type { TaskDetail } from '#contract/platform/tasks.ts'
import type { Report } from '#contract/reports/reports.ts'
import type { Api } from './api.ts'

// The check `types` compiles this file, and nothing runs it. An expected error that the compiler does not find is an
// error.

export function replies(api: Api, id: string, kind: 'levels' | 'awards', command: 'cancel' | 'retry', row: number) {
  expectTypeOf(api.get('/members/counts')).resolves.toEqualTypeOf<MemberCounts>()
  // a value that is put into the path takes one segment, and a segment that the API names comes first
  expectTypeOf(api.get(`/members/${id}`)).resolves.toEqualTypeOf<MemberDetail>()
  expectTypeOf(api.list(`/members/${id}/marks`, {})).resolves.toEqualTypeOf<{ rows: MarkEntry[]; total: number }>()
  expectTypeOf(api.get(`/reports/${kind}`)).resolves.toEqualTypeOf<Report>()
  expectTypeOf(api.write('POST', `/tasks/${id}/${command}`)).resolves.toEqualTypeOf<TaskDetail>()
  expectTypeOf(
    api.write('PATCH', `/member-imports/${id}/rows/${row}`, { out: true }),
  ).resolves.toEqualTypeOf<MemberImport>()
  expectTypeOf(api.write('DELETE', `/tags/${id}`)).resolves.toEqualTypeOf<undefined>()
}

export function refused(api: Api, id: string, command: 'cancel' | 'repeat') {
  // paths that the API does not have, or not for this method
  // @ts-expect-error
  void api.get('/member')
  // @ts-expect-error
  void api.get(`/members/${id}/mark`)
  // @ts-expect-error
  void api.get(`/members/${id}/marks/${id}`)
  // @ts-expect-error
  void api.get('/award-mail/preview')
  // @ts-expect-error
  void api.write('POST', `/tasks/${id}/${command}`)
  // @ts-expect-error
  void api.get(id)

  // bodies
  // @ts-expect-error
  void api.write('POST', '/tags', { name: 1 })
  // @ts-expect-error
  void api.write('POST', '/tags', { name: 'Sea', colour: 'blue' })
  // @ts-expect-error
  void api.write('POST', '/tags')
  // @ts-expect-error
  void api.write('DELETE', `/tags/${id}`, { name: 'Sea' })
  // without the revision that the form was filled from
  // @ts-expect-error
  void api.write('PATCH', `/groups/${id}`, { name: 'Otters' })

  // queries
  // @ts-expect-error
  void api.list('/members', { status: 'gone' })
  // @ts-expect-error
  void api.list('/members', { name: 'Lewis' })
  // @ts-expect-error
  void api.get('/calendar')
  // @ts-expect-error
  void api.get('/terms', { query: { page: '1' } })

  // replies
  // @ts-expect-error
  void api.get('/members/counts').then(({ everybody }) => everybody)
  // @ts-expect-error
  void api.get<MemberDetail>('/members/counts')
}
