// What holds the exchanges of the other tests fails where it should: on a small server that answers whatever it is told to.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import '../lib/held.mjs';

const json = (schema) => ({ content: { 'application/json': { schema } } });
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/things/{id}': {
      get: { responses: { 200: json({ type: 'object', required: ['name'], properties: { name: { type: 'string' } } }), 404: { $ref: '#/components/responses/Refused' } } },
    },
  },
  components: {
    responses: { Refused: json({ $ref: '#/components/schemas/Refusal' }) },
    schemas: { Refusal: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } } },
  },
};
const NAMED = { 'content-type': 'application/json', 'x-request-id': 'req_1' };
let told;
let url;
const server = createServer((request, response) => {
  const [status, body, headers] = request.url === '/openapi.json' ? [200, DOCUMENT, NAMED] : told;
  response.writeHead(status, headers).end(JSON.stringify(body));
});
before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${server.address().port}`;
});
after(() => server.close());

const asking = (status, body, { path = '/things/7', headers = NAMED, ...options } = {}) => {
  told = [status, body, headers];
  return fetch(url + path, options);
};

test('what is as described comes through', async () => {
  assert.deepEqual(await (await asking(200, { name: 'a' })).json(), { name: 'a' });
  assert.equal((await asking(404, { code: 'unknown' })).status, 404);
  assert.equal((await asking(404, { code: 'unknown_path' }, { path: '/nothing' })).status, 404);
  assert.equal((await asking(405, { code: 'method_not_allowed' }, { method: 'PUT' })).status, 405);
  assert.equal((await asking(200, { name: 'a' }, { method: 'HEAD' })).status, 200);
  assert.equal((await asking(404, { code: 'unknown_path' }, { method: 'HEAD', path: '/nothing' })).status, 404);
});

test('what is not does not', async (t) => {
  const wrong = {
    'a status': [418, { name: 'a' }],
    'a field too many': [200, { name: 'a', colour: 'red' }],
    'a field too few': [200, {}],
    'another type': [200, { name: 7 }],
    'a refusal of another shape': [404, { error: 'unknown' }],
    'a path': [200, { name: 'a' }, { path: '/nothing' }],
    'a method': [200, { name: 'a' }, { method: 'PUT' }],
    'a status to HEAD': [418, { name: 'a' }, { method: 'HEAD' }],
    'a path to HEAD': [200, { name: 'a' }, { method: 'HEAD', path: '/nothing' }],
    'a content type': [200, { name: 'a' }, { headers: { ...NAMED, 'content-type': 'text/plain' } }],
    'no request id': [200, { name: 'a' }, { headers: { 'content-type': 'application/json' } }],
  };
  for (const [name, exchange] of Object.entries(wrong)) {
    await t.test(name, () => assert.rejects(asking(...exchange), assert.AssertionError));
  }
});
