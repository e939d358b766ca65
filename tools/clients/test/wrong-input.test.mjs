// What a client can get wrong: each is refused in the one shape, under the right status, and told apart from what was meant.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { before, test } from 'node:test';
import { assertRefused, assertRefusalShape, Client, keys } from '../lib/http.mjs';
import { accountPath, addressOf, openAccount, people, readAccount, signer, SOL_TOKEN } from '../lib/custody.mjs';

const acme = new Client(keys.acme);
const [alice] = people(1);
const U64_MAX = 2n ** 64n - 1n;
let account;
let limits;

before(async () => {
  account = await openAccount(acme, { persons: [alice], threshold: 1 });
  limits = `${accountPath(account)}/spending-limits`;
});

/** Asks for a limit, with this in place of a right field. */
const limit = (fields) => acme.ask('POST', limits, {
  amount: '1', token_address: SOL_TOKEN, period: 'DAILY', spending_limit_signers: [addressOf(alice)], ...fields,
});

test('a body that is no JSON object', async (t) => {
  const bodies = {
    'nothing': '', 'half an object': '{"threshold": 1', 'two objects': '{} {}', 'an array': '[]', 'a text': '"x"', 'null': 'null',
    'a trailing comma': '{"threshold": 1,}', 'single quotes': "{'threshold': 1}", 'a comment': '{"threshold": 1 /* one */}',
    'NaN': '{"threshold": NaN}', 'a name without quotes': '{threshold: 1}', 'bytes that are no UTF-8': Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d),
    'a thousand brackets': `{"threshold": ${'['.repeat(1000)}${']'.repeat(1000)}}`,
  };
  for (const [name, body] of Object.entries(bodies)) {
    await t.test(name, async () => assertRefused(await acme.ask('PATCH', accountPath(account), body, { 'content-type': 'application/json' }), 400, 'malformed_json'));
  }
});

test('a field that stands there twice, also within', async () => {
  const twice = '{"threshold": 1, "time_lock": 60, "threshold": 2}';
  const within = `{"smart_account_signers": [{"address": "${addressOf(alice)}", "permissions": ["CAN_VOTE"], "permissions": []}]}`;

  for (const body of [twice, within]) {
    assertRefused(await acme.ask('PATCH', accountPath(account), body), 400, 'malformed_json');
  }
});

test('another content type, or none', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'application/json; charset=iso-8859-1', '']) {
    assertRefused(await acme.ask('PATCH', accountPath(account), '{"time_lock": 60}', { 'content-type': type }), 415, 'unsupported_media_type');
  }
  await acme.ok('PATCH', accountPath(account), '{"time_lock": 60}', { 'content-type': 'Application/JSON; charset=UTF-8' });
});

test('a body of 300 KiB, told in its length or not', async () => {
  const body = JSON.stringify({ memo: 'x'.repeat(300 * 1024) });
  const pieces = new ReadableStream({
    start(controller) {
      for (let at = 0; at < body.length; at += 10_000) {
        controller.enqueue(new TextEncoder().encode(body.slice(at, at + 10_000)));
      }
      controller.close();
    },
  });

  assertRefused(await acme.ask('PATCH', accountPath(account), body), 413, 'body_too_large');
  const chunked = await fetch(acme.url + accountPath(account), {
    method: 'PATCH', headers: { authorization: `Bearer ${keys.acme}`, 'content-type': 'application/json' }, body: pieces, duplex: 'half',
  });
  assert.equal(chunked.status, 413);
  assert.equal((await chunked.json()).code, 'body_too_large');
  assert.equal((await readAccount(acme, account)).threshold, 1);
});

test('a path that is none', async (t) => {
  const at = accountPath(account);
  for (const path of ['/nothing', '/api', '/api/v1', '/api/v2/smart-accounts', `${at}/nothing`, `${at}/`, `/${at}`, '/api/v1/smart-accounts/', `${at}%2ftransactions`]) {
    await t.test(path.replace(account, '{address}'), async () => {
      const reply = await acme.ask('GET', path);
      assert.ok(['404 unknown_path', '400 bad_address'].includes(`${reply.status} ${reply.json.code}`), reply.text);
      assertRefusalShape(reply);
    });
  }
});

test('a method that the path does not answer to is told those that it does', async () => {
  const put = await acme.ask('PUT', accountPath(account), {});
  const post = await new Client().ask('POST', '/openapi.json', {});

  assertRefused(put, 405, 'method_not_allowed');
  assert.deepEqual(put.headers.get('allow').split(', ').sort(), ['GET', 'HEAD', 'PATCH']);
  assertRefused(post, 405, 'method_not_allowed');
  assert.equal(post.headers.get('allow'), 'GET, HEAD');
});

test('HEAD is answered as GET is, without the body', async () => {
  for (const [client, path] of [[new Client(), '/health/live'], [new Client(), '/docs'], [acme, accountPath(account)], [acme, '/api/v1/nothing']]) {
    const [get, head] = [await client.ask('GET', path), await client.ask('HEAD', path)];
    assert.equal(head.status, get.status, path);
    assert.equal(head.text, '');
    assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'));
  }
});

test('amounts are exact up to 64 bits and refused beyond', async (t) => {
  assert.equal((await limit({ amount: String(U64_MAX) })).status, 200);
  const wrong = {
    [U64_MAX + 1n]: '422 out_of_range', ['9'.repeat(500)]: '422 out_of_range', '-1': '400 bad_amount', '+1': '400 bad_amount',
    '01': '400 bad_amount', '1.0': '400 bad_amount', '1e3': '400 bad_amount', '0x10': '400 bad_amount', '': '400 bad_amount', ' 1': '400 bad_amount',
    '١': '400 bad_amount', '0': '422 amount_zero',
  };
  for (const [amount, expected] of Object.entries(wrong)) {
    await t.test(`"${amount.length > 30 ? `${amount.slice(0, 30)}…` : amount}"`, async () => {
      const reply = await limit({ amount });
      assert.equal(`${reply.status} ${reply.json.code}`, expected, reply.text);
      assertRefusalShape(reply);
    });
  }
});

test('a number is no text, a text is no number, and nothing else is either', async (t) => {
  const cases = [
    ['amount', 1], ['amount', 18446744073709552000], ['amount', true], ['amount', ['1']], ['amount', { value: '1' }], ['token_address', 7],
    ['period', 1], ['spending_limit_signers', addressOf(alice)], ['spending_limit_signers', [7]], ['spending_limit_signers', [null]], ['destinations', {}],
  ];
  for (const [field, value] of cases) {
    await t.test(`${field}: ${JSON.stringify(value)}`, async () => {
      const reply = await limit({ [field]: value });
      assertRefused(reply, 400, 'wrong_type');
      assert.ok(reply.json.details.every((problem) => problem.field.startsWith(field)), reply.text);
    });
  }
  for (const threshold of ['1', 1.5, true, [], {}]) {
    await t.test(`threshold: ${JSON.stringify(threshold)}`, async () =>
      assertRefused(await acme.ask('PATCH', accountPath(account), { threshold }), 400, 'wrong_type'));
  }
});

test('numbers outside their range break a rule; one of hundreds of digits is not even read', async () => {
  assertRefused(await acme.ask('PATCH', accountPath(account), '{"threshold": 0}'), 422, 'threshold_zero');
  for (const body of ['{"threshold": -1}', '{"threshold": 65536}', '{"time_lock": 4294967296}', '{"time_lock": -1}', `{"time_lock": ${U64_MAX}}`, `{"time_lock": ${U64_MAX + 1n}}`]) {
    assertRefused(await acme.ask('PATCH', accountPath(account), body), 422, 'out_of_range');
  }
  assertRefused(await acme.ask('PATCH', accountPath(account), `{"time_lock": ${'9'.repeat(400)}}`), 400, 'malformed_json');
});

test('fields and query parameters that nobody knows are named', async () => {
  const field = await acme.ask('PATCH', accountPath(account), { time_lock: 60, treshold: 1 });
  assertRefused(field, 400, 'unknown_field');
  assert.deepEqual(field.json.details.map((problem) => problem.field), ['treshold']);

  for (const query of ['colour=green', 'dry_run=yes', 'dry_run=true&dry_run=true']) {
    assertRefused(await acme.ask('PATCH', `${accountPath(account)}?${query}`, { time_lock: 60 }), 400, 'bad_query');
  }
  assertRefused(await acme.ask('PATCH', `${accountPath(account)}?dry_run=%zz`, { time_lock: 60 }), 400, 'bad_query');
});

test('all errors of shape are listed at once', async () => {
  const refused = await acme.ask('POST', '/api/v1/smart-accounts', {
    smart_account_signers: [{ address: 'x', permissions: [7] }, { permissions: 'CAN_VOTE' }], threshold: '2', colour: 'green',
  });

  assertRefused(refused, 400, refused.json.code);
  assert.deepEqual(refused.json.details.map((problem) => problem.field).sort(), [
    'colour', 'smart_account_signers[0].address', 'smart_account_signers[0].permissions[0]', 'smart_account_signers[1].address',
    'smart_account_signers[1].permissions', 'threshold',
  ]);
});

test('headers, path, query and body are told at once, as the client spells them', async () => {
  const refused = await acme.ask('PATCH', `${accountPath('nobody')}?dry_run=perhaps`, { threshold: '2', time_lock: true }, { 'x-squads-network': 'moon' });

  assertRefused(refused, 400, refused.json.code);
  assert.deepEqual(refused.json.details.map((problem) => `${problem.field} ${problem.code}`).sort(), [
    'address bad_address', 'dry_run bad_query', 'threshold wrong_type', 'time_lock wrong_type', 'x-squads-network bad_header',
  ]);
});

test('what is malformed goes before what is not there', async () => {
  for (const index of ['7', '18446744073709551615']) {
    const path = `${accountPath(account)}/transactions/${index}/approve`;
    assertRefused(await acme.ask('POST', path, '{'), 400, 'malformed_json');
    assertRefused(await acme.ask('POST', path, { transaction_signers: [addressOf(alice)] }), 404, 'unknown_transaction');
  }
});

test('headers that contradict each other or say nothing', async () => {
  const cases = [
    [{ 'x-service-network': 'mainnet', 'x-squads-network': 'devnet' }, 'network_conflict'],
    [{ 'x-service-network': 'moon' }, 'bad_header'],
    [{ 'x-service-environment': 'production' }, 'environment_mismatch'],
  ];
  for (const [headers, code] of cases) {
    assertRefused(await acme.ask('GET', accountPath(account), undefined, headers), 400, code);
  }
  for (const key of ['a b', 'k'.repeat(129), 'ü']) {
    assertRefused(
      await acme.ask('POST', '/api/v1/smart-accounts', { smart_account_signers: [signer(alice)], threshold: 1 }, { 'x-idempotency-key': key }),
      400, 'bad_header');
  }
});

test('a request is named as its client named it, if a log can hold that name', async () => {
  const named = await acme.ask('GET', accountPath(addressOf(alice)), undefined, { 'x-request-id': 'client-name.1' });
  const forged = await acme.ask('GET', accountPath(addressOf(alice)), undefined, { 'x-request-id': 'a b"} forged' });

  assert.equal(named.json.request_id, 'client-name.1');
  assertRefusalShape(named);
  assert.match(forged.json.request_id, /^req_[0-9a-f]{32}$/);
  const granted = await acme.ask('GET', accountPath(account));
  assert.match(granted.headers.get('x-request-id'), /^req_[0-9a-f]{32}$/);
});

/** What the server answers to bytes on a bare connection. */
function raw(bytes) {
  const { hostname, port } = new URL(acme.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    let reply = '';
    socket.setTimeout(10_000, () => reject(new Error(`the server leaves a connection hanging after ${JSON.stringify(reply)}`)));
    socket.on('data', (data) => { reply += data; }).on('error', reject).on('close', () => resolve(reply));
  });
}

test('what is no HTTP', async (t) => {
  const authorized = `authorization: Bearer ${keys.acme}\r\n`;
  const requests = {
    'a field without a colon': 'GET / HTTP/1.1\r\nhost: x\r\nnothing\r\n\r\n',
    'a blank in the path': 'GET /a b HTTP/1.1\r\nhost: x\r\n\r\n',
    'a broken percent sequence': `GET /api/v1/smart-accounts/%zz HTTP/1.1\r\nhost: x\r\n${authorized}connection: close\r\n\r\n`,
    'a length that is none': `PATCH ${accountPath('x')} HTTP/1.1\r\nhost: x\r\n${authorized}content-length: seven\r\n\r\n`,
    'two lengths': `PATCH ${accountPath('x')} HTTP/1.1\r\nhost: x\r\n${authorized}content-length: 2\r\ncontent-length: 3\r\nconnection: close\r\n\r\n{}x`,
    'a header of 100 KB': `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
  };
  for (const [name, bytes] of Object.entries(requests)) {
    await t.test(name, async () => {
      const reply = await raw(bytes);
      const [head, body] = reply.split('\r\n\r\n');
      assert.match(head, /^HTTP\/1\.1 4\d\d /, reply);
      const { code, request_id: id, details } = JSON.parse(body);
      assert.match(code, /^[a-z_]+$/);
      assert.ok(details.length > 0);
      assert.match(head, new RegExp(`^x-request-id: ${id}\\r?$`, 'im'));
    });
  }
});
