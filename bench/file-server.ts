// `node bench/file-server.ts PORT FOLDER` serves the files of a folder, with their compressed copies.
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const [port, root = ''] = process.argv.slice(2)
const app = Fastify()
await app.register(fastifyStatic, { root, preCompressed: true })
await app.listen({ port: Number(port), host: '127.0.0.1' })
