import type { EditsReply, RawCurriculum } from '#contract/curriculum/authoring.ts'
import type { Problem } from '#contract/platform/fields.ts'
import type { AnswerBody, CatalogueEntry, Mirror, MirrorReply, Publication } from '#contract/curriculum/sharing.ts'
import type { Scheme } from '#contract/curriculum/schemes.ts'
import { nodesWithDefaults } from '#domain/curriculum/node-defaults.ts'
import type { StoredFile } from '#contract/platform/files.ts'
import type { Purpose } from '#domain/platform/file-type.ts'
import type { StoredFileName } from '#domain/curriculum/stored-file.ts'
import { form, type FormFile } from '#server/testing/sample-files.ts'
import { defaultFields } from '#domain/testing/author.ts'
import type { AuthorNode, Edit } from '#domain/curriculum/tree.ts'
import { createJobWorker } from '#server/testing/job-worker.ts'
import type { Tenant, World } from '#server/testing/world.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A node of a tree with default values; its title is the last part of its id. */
export function node(
  id: string,
  parentId: string | null,
  t: AuthorNode['t'],
  more: Partial<AuthorNode> = {},
): AuthorNode {
  return {
    ...defaultFields,
    id,
    parentId,
    t,
    title: { en: id.split('/').at(-1) ?? id },
    grade: t === 's' ? 3 : null,
    ...more,
  }
}

/** An author of a client, with the requests that authors make. Methods named `read…` throw when they are refused. */
export class Author {
  readonly tenant: Tenant
  readonly #world: World
  readonly #token: string

  private constructor(world: World, tenant: Tenant, token: string) {
    this.#world = world
    this.tenant = tenant
    this.#token = token
  }

  /** The author of the client, logged in, or another one of this e-mail address. */
  static async of(world: World, tenant: Tenant, email?: string): Promise<Author> {
    return new Author(world, tenant, (await world.logIn(tenant, 'scheme', email)).token)
  }

  async call<T>(
    method: Method,
    url: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: T & Problem }> {
    const reply = await this.#world.request({
      method,
      url,
      host: this.tenant.host('scheme'),
      token: this.#token,
      headers,
      ...(payload ? { payload } : {}),
    })
    return { status: reply.statusCode, body: (reply.body === '' ? null : reply.json()) as T & Problem }
  }

  /** The response of a call that must succeed. */
  async #mustCall<T>(method: Method, url: string, payload?: object): Promise<T> {
    const { status, body } = await this.call<T>(method, url, payload)
    if (status >= 300) throw new Error(`${method} ${url}: ${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Uploads a file for curricula; returns its id and name, of which its address in content is made. */
  async upload(purpose: Purpose, file: FormFile): Promise<StoredFileName> {
    const { payload, type } = form(file)
    const reply = await this.#world.request({
      method: 'POST',
      url: `/v1/uploads/${purpose}`,
      host: this.tenant.host('scheme'),
      token: this.#token,
      payload,
      headers: { 'content-type': type },
    })
    const { id, filename } = reply.json<StoredFile>()
    return { id, name: filename }
  }

  /** A scheme's tree as its authors read it. */
  readRaw = async (slug: string) =>
    nodesWithDefaults(await this.#mustCall<RawCurriculum>('GET', `/v1/curriculum/${slug}?raw=1`))
  /** Saves edits; the base 0 only makes the reply hold all earlier batches. */
  edit = (slug: string, ...edits: Edit[]) =>
    this.call<EditsReply>('POST', `/v1/curriculum/${slug}/edits`, { base: 0, edits })
  readPublication = (slug: string) => this.#mustCall<Publication>('GET', `/v1/schemes/${slug}/publication`)
  /** Publishes the scheme as it is now. */
  async publish(slug: string, notes = 'Notes') {
    const { revision } = await this.readPublication(slug)
    return this.call<Publication>('POST', `/v1/schemes/${slug}/publish`, { notes, revision })
  }
  readCatalogue = () => this.#mustCall<CatalogueEntry[]>('GET', '/v1/catalogue')
  /** The linked nodes of the client's schemes. */
  readMirrors = () => this.#mustCall<Mirror[]>('GET', '/v1/mirrors')
  answer = (body: AnswerBody) => this.call<Mirror[]>('POST', '/v1/mirrors/answer', body)
  link = (body: object) => this.call<MirrorReply>('POST', '/v1/curriculum/mirror', body)

  /** Releases a draft, so that others than authors see it. */
  release = (slug: string) =>
    this.#mustCall<Scheme>('PUT', `/v1/schemes/${slug}/state`, { from: 'draft', to: 'released' })

  /** Requests a subscription, which the owner approves, and releases the copy; returns its slug. */
  async subscribe(owner: Author, slug: string): Promise<string> {
    const { uuid } = await owner.readRaw(slug)
    const client = this.tenant.id
    await this.#mustCall('POST', '/v1/subscriptions', { client_id: owner.tenant.id, scheme_uuid: uuid, message: '' })
    await owner.#mustCall('POST', `/v1/schemes/${slug}/subscribers/${client}`, { approved: true })
    await runTasks(this.#world, [owner.tenant, this.tenant])
    const copy = (await this.readCatalogue()).find((entry) => entry.scheme_uuid === uuid)?.slug ?? ''
    await this.release(copy)
    return copy
  }
}

/** Runs all due tasks of the clients. */
export async function runTasks(world: World, tenants: readonly Tenant[]): Promise<void> {
  const worker = createJobWorker(world, (error) => {
    throw error
  })
  // twice, because a task of an owner queues tasks of its subscribers
  for (const { id } of [...tenants, ...tenants]) await worker.runDue(id)
  await worker.close()
}
