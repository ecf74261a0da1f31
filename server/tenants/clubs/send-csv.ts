import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { audit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/tenancy.ts'
import type { ClubContext } from './club-context.ts'

/** Stands in the audit log for the text that a list was searched for. */
const SEARCHED = '…'

/**
 * Records in the audit log that a user downloaded a list, with its length and filters. The text of a search may be a
 * child's name, which erasing the child could not remove.
 */
export async function auditDownload(
  tx: Tx,
  context: Pick<ClubContext, 'clientId' | 'userId'> & { clubId: string | null },
  entity: string,
  rows: number,
  filters: object,
): Promise<void> {
  await audit(tx, {
    userId: context.userId,
    action: 'download',
    entity,
    entityId: context.clubId ?? context.clientId,
    after: { rows, filters: 'search' in filters ? { ...filters, search: SEARCHED } : filters },
  })
}

/** Sends a CSV file, named by its content and the day. */
export function sendCsv(reply: FastifyReply, name: string, today: string, file: Readable): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}-${today}.csv"`)
  return reply.type('text/csv; charset=utf-8').send(file)
}
