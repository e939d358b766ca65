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
      put: {
        parameters: [{ $ref: '#/components/parameters/Dry' }, { in: 'query', name: 'word', schema: { type: 'string' } }],
        requestBody: json({ $ref: '#/components/schemas/Order' }),
        responses: { 200: json({ type: 'object' }), 400: { $ref: '#/components/responses/Refused' } },
      },
    },
  },
  components: {
    parameters: { Dry: { in: 'query', name: 'dry_run', schema: { type: 'boolean' } } },
    responses: { Refused: json({ $ref: '#/components/schemas/Refusal' }) },
    schemas: {
      Refusal: { type: 'object', required: ['code'], properties: { code: { type: 'string' }, details: { type: 'array' } } },
      Order: { type: 'object', required: ['count'], properties: { count: { type: 'integer' }, memo: { type: 'string' }, admin_address: { type: ['string', 'null'] } } },
    },
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

const asking = (status, body, { path = '/things/7', query = '', headers = NAMED, ...options } = {}) => {
  told = [status, body, headers];
  return fetch(url + path + query, options);
};

test('what is as described comes through', async () => {
  assert.deepEqual(await (await asking(200, { name: 'a' })).json(), { name: 'a' });
  assert.equal((await asking(404, { code: 'unknown' })).status, 404);
  assert.equal((await asking(404, { code: 'unknown_path' }, { path: '/nothing' })).status, 404);
  assert.equal((await asking(405, { code: 'method_not_allowed' }, { method: 'PATCH' })).status, 405);
  assert.equal((await asking(200, { name: 'a' }, { method: 'HEAD' })).status, 200);
  assert.equal((await asking(404, { code: 'unknown_path' }, { method: 'HEAD', path: '/nothing' })).status, 404);
});

const ordering = (status, order, { query = '', ...more } = {}) => {
  const details = more.code === undefined ? undefined : [{ code: more.code }];
  return asking(status, status < 300 ? {} : { code: 'refused', ...(details && { details }) },
    { path: '/things/7', query, method: 'PUT', body: JSON.stringify(order) });
};

test('so does a request that is taken as described, or refused for what is not', async () => {
  assert.equal((await ordering(200, { count: 1 })).status, 200);
  assert.equal((await ordering(200, { count: 1, memo: null, admin_address: null }, { query: '?dry_run=true&word=7' })).status, 200);
  assert.equal((await ordering(400, { count: 'one' }, { code: 'wrong_type' })).status, 400);
  assert.equal((await ordering(400, { count: null }, { code: 'missing_field' })).status, 400);
  assert.equal((await ordering(400, { count: 1, colour: null }, { code: 'unknown_field' })).status, 400);
  assert.equal((await ordering(400, { count: 1 }, { code: 'bad_address' })).status, 400);
});

test('a request that is not does not', async (t) => {
  const wrong = {
    'a field too many that is taken': [200, { count: 1, colour: 'red' }],
    'a field too few that is taken': [200, { memo: 'a' }],
    'null for what must be there': [200, { count: null }],
    'another type that is taken': [200, { count: '1' }],
    'a parameter that nobody knows': [200, { count: 1 }, { query: '?colour=red' }],
    'a parameter of another type': [200, { count: 1 }, { query: '?dry_run=1' }],
    'a type that is as described': [400, { count: 1 }, { code: 'wrong_type' }],
    'a field that is there': [400, { count: 1, memo: null }, { code: 'missing_field' }],
    'a field that is known': [400, { count: 1, memo: 'a' }, { code: 'unknown_field' }],
  };
  for (const [name, exchange] of Object.entries(wrong)) {
    await t.test(name, () => assert.rejects(ordering(...exchange), assert.AssertionError));
  }
});

test('what is not does not', async (t) => {
  const wrong = {
    'a status': [418, { name: 'a' }],
    'a field too many': [200, { name: 'a', colour: 'red' }],
    'a field too few': [200, {}],
    'another type': [200, { name: 7 }],
    'a refusal of another shape': [404, { error: 'unknown' }],
    'a path': [200, { name: 'a' }, { path: '/nothing' }],
    'a method': [200, { name: 'a' }, { method: 'PATCH' }],
    'a status to HEAD': [418, { name: 'a' }, { method: 'HEAD' }],
    'a path to HEAD': [200, { name: 'a' }, { method: 'HEAD', path: '/nothing' }],
    'a content type': [200, { name: 'a' }, { headers: { ...NAMED, 'content-type': 'text/plain' } }],
    'no request id': [200, { name: 'a' }, { headers: { 'content-type': 'application/json' } }],
  };
  for (const [name, exchange] of Object.entries(wrong)) {
    await t.test(name, () => assert.rejects(asking(...exchange), assert.AssertionError));
  }
});
