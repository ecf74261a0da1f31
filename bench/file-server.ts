// node bench/file-server.ts PORT FOLDER: a folder's files as the framework gives them out, compressed beforehand.
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const [port, root = ''] = process.argv.slice(2)
const app = Fastify()
await app.register(fastifyStatic, { root, preCompressed: true })
await app.listen({ port: Number(port), host: '127.0.0.1' })
