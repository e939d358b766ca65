// Two tenants on one server, one of whom goes after what is the other's, by every path that the server's own description lists.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { assertRefused, assertRefusalShape, Client, keys } from '../lib/http.mjs';
import {
  accountPath, addressesOf, addressOf, lamportsOf, land, openAccount, people, readAccount, signed, signer, SOL_TOKEN, submit, transfer,
} from '../lib/custody.mjs';

const acme = new Client(keys.acme);
const rival = new Client(keys.rival);
const { paths } = await new Client().ok('GET', '/openapi.json');

/** Every operation of the description that takes an API key and ends: a stream does not. Webhooks have tests of their own. */
const operations = Object.entries(paths)
  .filter(([path]) => path !== '/api/v1/events/stream' && !path.startsWith('/api/v1/webhooks/')).flatMap(([path, methods]) => Object.entries(methods)
  .filter(([, operation]) => operation.security?.length !== 0)
  .map(([method, operation]) => {
    // The clock is everybody's: days that pass here end what the tests beside these have on its way.
    const body = path === '/api/v1/simulated/advance'
      ? { seconds: 0 }
      : Object.values(operation.requestBody?.content['application/json'].examples ?? {})[0]?.value;
    return { method: method.toUpperCase(), path, body, name: `${method.toUpperCase()} ${path}`, scope: operation.security[0].apiKey[0] };
  }));
/** Those that are about something that belongs to somebody. */
const owned = operations.filter(({ path, body }) => path.includes('{') || body?.smart_account_address !== undefined);

const [alice, bob, spender] = people(3);
/** What is acme's. */
let theirs;
/** What is nobody's. */
const nobodys = {
  address: addressOf(people(1)[0]), limit: addressOf(people(1)[0]), index: '1', id: `sub_${'0'.repeat(32)}`,
};

before(async () => {
  const address = await openAccount(acme, { persons: [alice, bob], threshold: 2 });
  const made = await acme.ok('POST', `${accountPath(address)}/spending-limits`, {
    amount: '1000', token_address: SOL_TOKEN, period: 'DAILY', spending_limit_signers: [addressOf(spender)],
  });
  const { submission_id: id } = await land(acme, address, made, alice, bob);
  const proposal = await acme.ok('POST', `${accountPath(address)}/transactions`, {
    transaction: transfer(address, addressOf(bob), 42), transaction_signers: [addressOf(alice)],
  });
  await land(acme, address, proposal, alice);
  theirs = { address, limit: made.spending_limit_address, index: String(proposal.transaction_index), id };
});

/** Everything of acme's that an attack could change. */
async function everything() {
  const at = accountPath(theirs.address);
  const [account, limits, transactions, submission, lamports] = await Promise.all([
    readAccount(acme, theirs.address),
    acme.ok('GET', `${at}/spending-limits`),
    acme.ok('GET', `${at}/transactions`),
    acme.ok('GET', `/api/v1/submissions/${theirs.id}`),
    lamportsOf(acme, theirs.address),
  ]);
  return { account, limits, transactions: withoutSlots(transactions), submission, lamports };
}

/** What was read does not tell here at which slot. */
function withoutSlots(object) {
  return JSON.parse(JSON.stringify(object, (name, value) => (name === 'slot' ? undefined : value)));
}

function ask(client, { method, path, body }, things) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => things[name]);
  assert.doesNotMatch(filled, /undefined/, `what stands for the braces of ${path}?`);
  const named = body === undefined || typeof body === 'string' ? body : {
    ...body,
    ...(body.smart_account_address === undefined ? {} : { smart_account_address: things.address }),
    // One that is on the chain: otherwise its own tenant gets a 404 too.
    ...(body.nonce_account === undefined ? {} : { nonce_account: addressOf(alice) }),
  };
  return client.ask(method, filled, named);
}

/** All that a reply tells, but for the names of what was asked for and of the request. */
function told(reply, things) {
  const anonymous = [things.address, things.limit, things.id].reduce((text, name) => text.replaceAll(name, 'THING'), reply.text)
    .replaceAll(/req_[0-9a-f]{32}/g, 'REQUEST').replaceAll(/"timestamp":"[^"]*"/g, 'TIME');
  const headers = [...reply.headers].filter(([name]) => !['x-request-id', 'date', 'content-length'].includes(name));
  return { status: reply.status, headers, anonymous };
}

test('the description lists what there is to attack', () => {
  assert.ok(owned.length >= 25, owned.map(({ name }) => name).join('\n'));
});

test('what is another tenant\'s is answered as what is nobody\'s, on every path, and stays as it was', async (t) => {
  const untouched = await everything();
  for (const operation of owned) {
    await t.test(operation.name, async () => {
      const own = await ask(acme, operation, theirs);
      assert.notEqual(own.status, 404, `the attack would prove nothing: acme itself gets ${own.text}`);

      const anothers = await ask(rival, operation, theirs);
      const unknown = await ask(rival, operation, nobodys);

      assert.equal(anothers.status, 404, anothers.text);
      assertRefusalShape(anothers);
      assert.deepEqual(told(anothers, theirs), told(unknown, nobodys));
    });
  }
  assert.deepEqual(await everything(), untouched);
});

test('malformed requests for it are answered no otherwise', async (t) => {
  for (const operation of owned.filter(({ method, path }) => path.includes('{address}') && method !== 'GET')) {
    await t.test(operation.name, async () => {
      for (const body of ['{', '[]', '{"colour":1}', '{"threshold":"x","amount":1,"transaction":7}']) {
        const [anothers, unknown] = [await ask(rival, { ...operation, body }, theirs), await ask(rival, { ...operation, body }, nobodys)];
        assert.deepEqual(told(anothers, theirs), told(unknown, nobodys), body);
      }
    });
  }
});

/** All accounts that a tenant lists, page by page. */
async function listed(client) {
  const found = [];
  for (let cursor = ''; cursor !== null;) {
    const page = await client.ok('GET', `/api/v1/smart-accounts?limit=7${cursor && `&cursor=${cursor}`}`);
    found.push(...page.items);
    cursor = page.next_cursor;
  }
  return found;
}

const originOf = async (client, address) => (await listed(client)).find((item) => item.smart_account_address === address)?.origin;

test('lists hold one\'s own', async () => {
  assert.equal(await originOf(acme, theirs.address), 'created');
  assert.equal(await originOf(rival, theirs.address), undefined);
});

test('a signed transaction of another\'s account is sent by nobody else, not even for an account of one\'s own', async () => {
  const built = await acme.ok('POST', '/api/v0/smart_account/transaction/prepare', {
    smart_account_address: theirs.address,
    transaction: transfer(theirs.address, addressOf(bob), 42),
    fee_config: { currency: 'sol', payer_address: addressOf(alice) },
    transaction_signers: addressesOf(alice, bob),
  });
  const transaction = signed(built.transaction, alice, bob);
  const own = await openAccount(rival, { persons: people(1), threshold: 1 });
  const body = { transaction, kms_payloads: [] };
  const lamports = await lamportsOf(acme, theirs.address);

  assertRefused(await rival.ask('POST', `${accountPath(theirs.address)}/submit`, body), 404, 'unknown_account');
  assertRefused(await rival.ask('POST', `${accountPath(own)}/submit`, body), 422, 'foreign_instruction');
  assertRefused(await rival.ask('POST', `/api/grid/v1/accounts/${own}/submit`, body), 422, 'foreign_instruction');
  assert.equal(await lamportsOf(acme, theirs.address), lamports);

  assert.equal((await submit(acme, theirs.address, transaction)).status, 'confirmed');
  assert.equal(await lamportsOf(acme, theirs.address), lamports - 42n);
});

test('a bystander\'s transfer does not ride along with one\'s own change', async () => {
  const [carol] = people(1);
  const own = await openAccount(rival, { persons: [carol], threshold: 1 });

  const refused = await rival.ask('POST', `${accountPath(own)}/submit`, {
    transaction: signed(transfer(addressOf(carol), addressOf(bob), 1), carol), kms_payloads: [],
  });

  assertRefused(refused, 422, 'foreign_instruction');
});

test('an idempotency key is of the API key that used it: the same order of another is another account', async () => {
  const order = { smart_account_signers: [signer(alice)], threshold: 1 };
  const headers = { 'x-idempotency-key': `order-${addressOf(alice)}` };
  const mine = await acme.ok('POST', '/api/v1/smart-accounts', order, headers);

  const replayed = await rival.ok('POST', '/api/v1/smart-accounts', order, headers);
  const other = await rival.ask('POST', '/api/v1/smart-accounts', { ...order, threshold: 2 }, { 'x-idempotency-key': 'never-used-by-rival' });

  assert.notEqual(replayed.smart_account_address, mine.smart_account_address);
  assert.notEqual(replayed.submission_id, mine.submission_id);
  assertRefused(other, 422, 'threshold_exceeds_voters');
  assert.equal((await acme.ok('POST', '/api/v1/smart-accounts', order, headers)).smart_account_address, mine.smart_account_address);
});

test('importing another\'s account shows what the chain shows to everybody, and nothing that the other did here', async () => {
  const address = await openAccount(acme, { persons: [alice, bob], threshold: 2 });
  const change = await acme.ok('PATCH', accountPath(address), { time_lock: 60 });
  const { submission_id: id } = await land(acme, address, change, alice, bob);
  const untouched = await readAccount(acme, address);

  const joined = await rival.ok('POST', '/api/v1/smart-accounts/import', { multisig_address: untouched.multisig_address });
  assert.equal(joined.smart_account_address, address);
  assertRefused(await rival.ask('GET', `/api/v1/submissions/${id}`), 404, 'unknown_submission');
  const built = await rival.ok('PATCH', accountPath(address), { threshold: 1, transaction_signers: addressesOf(alice, bob) });
  assertRefused(
    await rival.ask('POST', `${accountPath(address)}/submit`, { transaction: built.transaction, kms_payloads: [] }),
    422, 'signatures_missing');

  assert.deepEqual(await readAccount(acme, address), untouched);
  assert.equal(await originOf(acme, address), 'created');
  assert.equal(await originOf(rival, address), 'imported');
});

test('an address of the other tenant\'s vault cannot be imported in place of its multisig', async () => {
  const refused = await rival.ask('POST', '/api/v1/smart-accounts/import', { multisig_address: theirs.address });

  assert.ok([404, 422].includes(refused.status), refused.text);
  assertRefusalShape(refused);
});

test('every path takes its scope: a key without it is refused, also where nothing is there', async (t) => {
  const held = { reader: ['read'], builder: ['read', 'build'] };
  for (const [name, scopes] of Object.entries(held)) {
    const client = new Client(keys[name]);
    for (const operation of operations) {
      await t.test(`${operation.name} with the scopes ${scopes}`, async () => {
        const reply = await ask(client, operation, nobodys);
        if (scopes.includes(operation.scope)) {
          assert.notEqual(reply.status, 403, reply.text);
        } else {
          assertRefused(reply, 403, 'scope_missing');
        }
      });
    }
  }
});

test('every path takes a key: none, a wrong one, an ended one, two and another scheme are refused', async (t) => {
  const strangers = {
    'no key': new Client(),
    'a wrong key': new Client(`${keys.acme.slice(0, -1)}${keys.acme.endsWith('a') ? 'b' : 'a'}`),
    'an empty key': new Client(''),
    'an ended key': new Client(keys.ended),
    'two keys': new Client(`${keys.acme}, Bearer ${keys.acme}`),
    'another scheme': new Client(undefined, { headers: { authorization: `Basic ${keys.acme}` } }),
  };
  for (const [name, client] of Object.entries(strangers)) {
    await t.test(name, async () => {
      for (const operation of operations) {
        const reply = await ask(client, operation, theirs);
        assertRefused(reply, 401, name === 'an ended key' ? 'api_key_ended' : 'unauthenticated');
        assert.match(reply.headers.get('www-authenticate'), /^Bearer\b/);
      }
    });
  }
});
