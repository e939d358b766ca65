// Calls of the server as any HTTP client makes them.
import assert from 'node:assert/strict';
import './held.mjs';

const started = process.env.MANDATE_TEST_URL;
/** API keys: of `acme` and `rival` for all scopes, of acme's `reader` and `builder` for fewer, and one that has `ended`. */
export const keys = JSON.parse(process.env.MANDATE_TEST_KEYS ?? '{}');

/** Asks with one API key, and with the same headers every time. */
export class Client {
  constructor(key, { url = started, headers = {} } = {}) {
    this.key = key;
    this.url = url;
    this.headers = headers;
  }

  /** The reply, whatever it is. A body that is a text or bytes goes as it is, any other as JSON. */
  async ask(method, path, body, headers = {}) {
    const sent = {
      ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...this.headers,
      ...headers,
    };
    const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const reply = await fetch(this.url + path, { method, headers: sent, body: raw ? body : JSON.stringify(body) });
    const text = await reply.text();
    const isJson = reply.headers.get('content-type')?.startsWith('application/json');
    return { status: reply.status, headers: reply.headers, text, json: isJson && text !== '' ? JSON.parse(text) : undefined };
  }

  /** The JSON of an answer that grants what was asked. */
  async ok(method, path, body, headers) {
    const reply = await this.ask(method, path, body, headers);
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  }
}

/** That a reply is a refusal of the one shape that all have. */
export function assertRefused(reply, status, code) {
  assert.equal(`${reply.status} ${reply.json?.code}`, `${status} ${code}`, reply.text);
  assertRefusalShape(reply);
}

/** That a refusal has the one shape that all have, and says nothing of the inside. */
export function assertRefusalShape(reply) {
  assert.match(reply.headers.get('content-type'), /^application\/json\b/);
  const { remedy, ...always } = reply.json;
  assert.deepEqual(Object.keys(always).sort(), ['code', 'details', 'message', 'request_id', 'timestamp'], reply.text);
  if (remedy !== undefined) {
    assert.match(remedy.kind, /^[a-z_]+$/, reply.text);
    assert.ok(remedy.message.length > 0, reply.text);
  }
  assert.match(reply.json.code, /^[a-z][a-z0-9_]*$/);
  assert.ok(reply.json.message.length > 0);
  assert.equal(reply.json.request_id, reply.headers.get('x-request-id'));
  assert.match(reply.json.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  for (const problem of reply.json.details) {
    assert.deepEqual(Object.keys(problem).sort(), ['code', 'field', 'message'], reply.text);
  }
  assert.doesNotMatch(reply.text, /Exception|\bat dev\.|\.java\b/);
}
