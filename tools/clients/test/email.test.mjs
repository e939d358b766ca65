// Accounts by e-mail, with the providers' own clients: a server of its own that writes its mail to files.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { GridClient } from '@sqds/grid';
import { Chacha20Poly1305 } from '@hpke/chacha20poly1305';
import { CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { secp256k1 } from '@noble/curves/secp256k1';
import { keccak_256 } from '@noble/hashes/sha3';
import { formatRequestForAuthorizationSignature, generateAuthorizationSignature, generateP256KeyPair } from '@privy-io/node';
import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import { decryptCredentialBundle, generateP256KeyPair as turnkeyKeyPair, getPublicKey } from '@turnkey/crypto';
import { assertRefused, Client } from '../lib/http.mjs';
import { accountPath, addressOf, ALL, fund, lamportsOf, people, settled, signed, submit, transfer } from '../lib/custody.mjs';
import { apiKey, EVERY_SCOPE, start, target } from '../lib/server.mjs';

// The SDK talks to the console about everything it does.
console.log = () => {};

const folder = mkdtempSync(join(tmpdir(), 'mandate-email-'));
const mails = join(folder, 'mails');
let server;
let grid;
/** The SDK sends no network header: its sandbox is devnet. */
let devnet;

before(async () => {
  server = await start(join(folder, 'data'), 'email', '--mail', `file:${mails}`, '--creation-budget-lamports', '100000000000');
  const key = kept(await apiKey(join(folder, 'data'), 'acme', EVERY_SCOPE));
  grid = new GridClient({ environment: 'sandbox', apiKey: key, baseUrl: server.url });
  devnet = new Client(key, { url: server.url, headers: { 'x-service-network': 'devnet' } });
});

after(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What nobody may find in the log: codes, keys, sealed keys, signatures, the API key. */
const secrets = new Set();
const kept = (secret) => {
  secrets.add(secret);
  return secret;
};

let persons = 0;
const someone = () => `person-${(persons += 1)}@example.com`;

/** The code in the mail to an address that came after the `known` ones. */
async function code(email, known = 0) {
  for (let look = 0; look < 400; look++) {
    const files = existsSync(mails) ? readdirSync(mails).filter((file) => file.endsWith('.txt')).map((file) => join(mails, file)) : [];
    const texts = files
      .sort((one, other) => statSync(one).mtimeMs - statSync(other).mtimeMs)
      .map((file) => readFileSync(file, 'utf8'))
      .filter((text) => text.includes(email));
    const codes = texts.map((text) => /\b(\d{6})\b/.exec(text)?.[1]).filter(Boolean);
    if (codes.length > known) {
      return kept(codes.at(-1));
    }
    await sleep(25);
  }
  throw new Error(`no mail to ${email}`);
}

const anotherThan = (right) => (right === '000000' ? '000001' : '000000');
const json = (base64) => JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));

/** What an answer of the SDK grants. */
function granted(answer) {
  assert.equal(answer.success, true, JSON.stringify(answer));
  return answer.data;
}

/** The signer of an account by e-mail, once both have money. */
async function rich(policies, address) {
  const [{ address: managed, provider }] = policies.signers;
  assert.equal(provider, 'privy');
  await Promise.all([fund(devnet, address), fund(devnet, managed)]);
  return managed;
}

/** A payment that waits for signatures: what was built, and to whom it goes. */
async function payment(account, signer, lamports = 1_000_000) {
  const [shop] = people(1);
  const built = await devnet.ok('POST', '/api/v0/smart_account/transaction/prepare', {
    smart_account_address: account, transaction: transfer(account, addressOf(shop), lamports),
    fee_config: { currency: 'sol' }, transaction_signers: [signer],
  });
  return built;
}

const hand = (account, built, payloads, headers) => devnet.ask(
  'POST', `${accountPath(account)}/submit`, { transaction: built.transaction, kms_payloads: payloads }, headers);

async function paid(account, reply) {
  assert.ok(reply.status < 300, reply.text);
  const submission = await settled(devnet, reply.json.submission_id);
  assert.equal(submission.status, 'confirmed', JSON.stringify(submission));
}

test('@sqds/grid: an account by e-mail is made, pays, and is signed in to again', async () => {
  const email = someone();
  const sessionSecrets = await grid.generateSessionSecrets();
  const started = granted(await grid.createAccount({ type: 'email', email }));
  assert.equal(started.otp_sent, true);

  const wrong = await grid.completeAuthAndCreateAccount({ user: { email }, otpCode: anotherThan(await code(email)), sessionSecrets });
  assert.equal(wrong.success, false);
  const made = granted(await grid.completeAuthAndCreateAccount({ user: { email }, otpCode: await code(email), sessionSecrets }));
  await rich(made.policies, made.address);
  const before = await lamportsOf(devnet, made.address);
  const [shop] = people(1);
  const transactionPayload = granted(await grid.prepareArbitraryTransaction(
    made.address, { transaction: transfer(made.address, addressOf(shop), 1_234_567) }));
  const sent = await grid.signAndSend({
    address: made.address, sessionSecrets, transactionPayload, session: made.authentication });
  await settled(devnet, sent.submission_id);
  assert.equal(before - await lamportsOf(devnet, made.address), 1_234_567n);

  assert.equal(granted(await grid.initAuth({ email })).otp_sent, true);
  const next = await grid.generateSessionSecrets();
  const again = granted(await grid.completeAuth({ user: { email }, otpCode: await code(email, 1), sessionSecrets: next }));
  assert.equal(again.address, made.address);
  // The new session approves; the old one's key opens nothing of it.
  const later = granted(await grid.prepareArbitraryTransaction(
    made.address, { transaction: transfer(made.address, addressOf(shop), 1_000_000) }));
  await assert.rejects(grid.signAndSend({ address: made.address, sessionSecrets, transactionPayload: later, session: again.authentication }));
  const landed = await grid.signAndSend({ address: made.address, sessionSecrets: next, transactionPayload: later, session: again.authentication });
  assert.equal((await settled(devnet, landed.submission_id)).status, 'confirmed');
});

/** A session by Group B: its key is opened by @hpke/core, as base64 PKCS#8. */
async function session(email, known = 0) {
  const own = await generateP256KeyPair();
  const { address, policies, authentication, service_user_id: user } = await devnet.ok('POST', '/accounts/verify', {
    email, otp_code: await code(email, known), kms_provider_config: { encryption_public_key: own.publicKey },
  });
  return { address, policies, user, key: await opened(authentication, own) };
}

async function opened([{ session: { session: { encrypted_authorization_key: sealed } } }], own) {
  const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Chacha20Poly1305() });
  // Of a key that cannot be exported the library guesses the public key, and errs for every second one.
  const recipientKey = await crypto.subtle.importKey(
    'pkcs8', Buffer.from(own.privateKey, 'base64'), { name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']);
  const recipient = await suite.createRecipientContext({ recipientKey, enc: Buffer.from(sealed.encapsulated_key, 'base64') });
  [sealed.ciphertext, own.privateKey].forEach(kept);
  return kept(Buffer.from(await recipient.open(Buffer.from(sealed.ciphertext, 'base64'))).toString());
}

const approved = ({ kms_payloads: [{ address, payload }] }, authorizationPrivateKey) => [{
  provider: 'privy', address, signature: kept(generateAuthorizationSignature({ authorizationPrivateKey, input: json(payload) })),
}];

test('@hpke/core opens the authorization key, and @privy-io/node signs payloads with it', async () => {
  const email = someone();
  await devnet.ok('POST', '/accounts', { email });
  const { address, policies, key } = await session(email);
  const signer = await rich(policies, address);
  const [first, second] = [await payment(address, signer), await payment(address, signer, 2_000_000)];
  const stranger = (await generateP256KeyPair()).privateKey;

  assertRefused(await hand(address, first, approved(first, stranger)), 422, 'approval_invalid');
  assertRefused(await hand(address, second, approved(first, key)), 422, 'approval_invalid');
  assertRefused(await hand(address, first, []), 422, 'signatures_missing');
  const reply = await hand(address, first, approved(first, key));
  await paid(address, reply);
  const again = await hand(address, first, approved(first, key));
  assert.equal(again.json.submission_id, reply.json.submission_id, 'handed in twice, it is the same submission');
});

test('a refreshed session approves, and the one before it no longer', async () => {
  const email = someone();
  await devnet.ok('POST', '/accounts', { email });
  const { address, policies, user, key } = await session(email);
  const signer = await rich(policies, address);
  const next = await generateP256KeyPair();
  const payload = {
    kind: 'refresh_session', user_id: user, encryption_public_key: next.publicKey,
    expires_at: Math.floor(Date.now() / 1000) + 60, nonce: 'once',
  };

  const refreshed = await devnet.ok('POST', '/auth/refresh-session', {
    encryption_public_key: next.publicKey,
    kms_payload: {
      payload: Buffer.from(JSON.stringify(payload)).toString('base64'),
      signature: generateAuthorizationSignature({ authorizationPrivateKey: key, input: payload }),
    },
  });

  const built = await payment(address, signer);
  assertRefused(await hand(address, built, approved(built, key)), 422, 'approval_invalid');
  await paid(address, await hand(address, built, approved(built, await opened(refreshed.authentication, next))));
});

test('a session ends by its own signature, and approves nothing more', async () => {
  const email = someone();
  await devnet.ok('POST', '/accounts', { email });
  const { address, policies, user, key } = await session(email);
  const built = await payment(address, await rich(policies, address));
  const payload = { kind: 'end_session', user_id: user, expires_at: Math.floor(Date.now() / 1000) + 60, nonce: 'once' };

  const ended = await devnet.ok('POST', '/auth/end-session', {
    kms_payload: {
      payload: Buffer.from(JSON.stringify(payload)).toString('base64'),
      signature: generateAuthorizationSignature({ authorizationPrivateKey: key, input: payload }),
    },
  });

  assert.equal(ended.status, 'ended');
  assertRefused(await hand(address, built, approved(built, key)), 422, 'session_ended');
});

test('@turnkey/crypto opens the credential bundle, and @turnkey/api-key-stamper stamps the submit', async () => {
  const email = someone();
  await devnet.ok('POST', '/accounts', { email });
  await session(email);
  const own = turnkeyKeyPair();
  const { data: started } = await devnet.ok('POST', '/api/v0/service/smart-accounts/auth', { email });
  const { data: { credential_bundle: bundle, account_info: info } } = await devnet.ok('POST', '/api/v0/service/smart-accounts/verify-otp', {
    mpc_primary_id: started.mpc_primary_id, otp_id: started.otp_id, otp_code: await code(email, 1),
    auth_public_key: own.publicKeyUncompressed, expiration: 600,
  });
  const apiPrivateKey = kept(decryptCredentialBundle(kept(bundle), own.privateKey));
  const apiPublicKey = Buffer.from(getPublicKey(apiPrivateKey, true)).toString('hex');
  const [account, signer] = [info.smart_account_address, info.smart_account_signer_public_key];
  await Promise.all([fund(devnet, account), fund(devnet, signer)]);
  const built = await payment(account, signer);
  const body = JSON.stringify({
    transaction: built.transaction, kms_payloads: [{ provider: 'privy', address: signer, public_key: apiPublicKey }] });
  const stamped = async (by, over) => {
    const { stampHeaderName, stampHeaderValue } = await new ApiKeyStamper(by).stamp(over);
    return devnet.ask('POST', `${accountPath(account)}/submit`, body, { [stampHeaderName]: kept(stampHeaderValue) });
  };

  assertRefused(await stamped({ apiPublicKey, apiPrivateKey }, `${body} `), 422, 'approval_invalid');
  assertRefused(
    await stamped({ apiPublicKey: own.publicKey, apiPrivateKey: own.privateKey }, body), 422, 'approval_invalid');
  await paid(account, await stamped({ apiPublicKey, apiPrivateKey }, body));
});

test('three wrong codes with its id spend a challenge, and a right one is bound to its key', async () => {
  const email = someone();
  const verify = (otp_code, { publicKey }, challenge = {}) => devnet.ask(
    'POST', '/accounts/verify', { email, ...challenge, otp_code, kms_provider_config: { encryption_public_key: publicKey } });
  const [own, other] = [await generateP256KeyPair(), await generateP256KeyPair()];
  const { otp_id } = await devnet.ok('POST', '/accounts', { email });
  const first = await code(email);
  for (let attempt = 0; attempt < 3; attempt++) {
    assertRefused(await verify(anotherThan(first), own, { otp_id }), 422, 'wrong_code');
  }
  assertRefused(await verify(first, own, { otp_id }), 410, 'challenge_spent');

  await devnet.ok('POST', '/accounts', { email });
  const second = await code(email, 1);
  assert.equal((await verify(second, own)).status, 200);
  assertRefused(await verify(second, other), 410, 'challenge_spent');
});

const hashes = {
  SHA256: (bytes) => createHash('sha256').update(bytes).digest(),
  EIP191: (bytes) => keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes])),
};

for (const [format, hash] of Object.entries(hashes)) {
  test(`@noble/curves: a secp256k1 key signs by the key bound to it, as ${format}`, async () => {
    const [secret, stranger] = [secp256k1.utils.randomPrivateKey(), secp256k1.utils.randomPrivateKey()];
    const made = await devnet.ok('POST', '/api/v1/smart-accounts', {
      threshold: 1,
      smart_account_signers: [{
        public_key: Buffer.from(secp256k1.getPublicKey(secret)).toString('hex'),
        key_scheme: 'SECP256K1', signature_format: format, permissions: ALL,
      }],
    });
    const account = made.smart_account_address;
    const [{ address: bound }] = made.signers;
    await Promise.all([fund(devnet, account), fund(devnet, bound)]);
    const built = await payment(account, bound);
    const [{ provider, payload }] = built.kms_payloads;
    const by = (key, lowS = true) => [{
      provider, address: bound,
      signature: Buffer.from(secp256k1.sign(hash(Buffer.from(formatRequestForAuthorizationSignature(json(payload)))), key, { lowS }).toDERRawBytes()).toString('base64'),
    }];

    assert.equal(provider, 'external');
    assertRefused(await hand(account, built, by(stranger)), 422, 'approval_invalid');
    await paid(account, await hand(account, built, by(secret)));
  });
}

test('@sqds/grid: a limit for one use is made and used once, as the SDK\'s README shows', async () => {
  const email = someone();
  const sessionSecrets = await grid.generateSessionSecrets();
  granted(await grid.createAccount({ type: 'email', email }));
  const { address, policies, authentication: session } = granted(
    await grid.completeAuthAndCreateAccount({ user: { email }, otpCode: await code(email), sessionSecrets }));
  const managed = await rich(policies, address);
  const [shop, other] = people(2);
  await fund(devnet, addressOf(shop));
  const send = async (transactionPayload) => {
    const sent = await grid.signAndSend({ address, sessionSecrets, session, transactionPayload });
    return settled(devnet, sent.submission_id);
  };
  const made = granted(await grid.createSpendingLimit(address, {
    amount: 2_000_000, mint: '11111111111111111111111111111111', period: 'one_time',
    spending_limit_signers: [managed], destinations: [addressOf(shop)], expiration: 1_999_999_999,
  }));
  // The SDK sends neither, so the limit is not bound by them: the answer says it.
  assert.deepEqual(
    made.warnings.map(({ code: warning }) => warning).sort(), ['destinations_not_sent_by_sdk', 'expiration_not_sent_by_sdk']);
  assert.equal((await send(made)).status, 'confirmed');

  const use = (amount, to) => grid.useSpendingLimit(address, made.spending_limit_address, {
    amount, signer_address: managed, recipient_address: addressOf(to) });
  const before = await lamportsOf(devnet, address);
  const built = granted(await use(1_500_000, shop));
  assert.deepEqual(built.transaction_signers, [managed]);
  const competing = granted(await use(1_500_000, other));
  assert.equal((await send(built)).status, 'confirmed');
  assert.equal(before - await lamportsOf(devnet, address), 1_500_000n);

  await assert.rejects(send(competing));
  assert.equal((await use(1, shop).catch(() => ({ success: false }))).success, false);
});

test('an e-mail signer and a person who keeps a key sign one transaction together', async () => {
  const email = someone();
  await devnet.ok('POST', '/accounts', { email });
  const { address: own, policies, key } = await session(email);
  const managed = await rich(policies, own);
  const [alice] = people(1);
  await fund(devnet, addressOf(alice));
  const { smart_account_address: shared } = await devnet.ok('POST', '/api/v1/smart-accounts', {
    threshold: 2, smart_account_signers: [managed, addressOf(alice)].map((address) => ({ address, permissions: ALL })),
  });
  await fund(devnet, shared);
  const [shop] = people(1);
  const built = await devnet.ok('POST', '/api/v0/smart_account/transaction/prepare', {
    smart_account_address: shared, transaction: transfer(shared, addressOf(shop), 1_000_000),
    fee_config: { currency: 'sol' }, transaction_signers: [addressOf(alice), managed],
  });

  assertRefused(await hand(shared, { transaction: signed(built.transaction, alice) }, []), 422, 'signatures_missing');
  const submission = await submit(devnet, shared, signed(built.transaction, alice), approved(built, key));
  assert.equal(submission.status, 'confirmed', JSON.stringify(submission));
});

test('the log of all this holds no secret', () => {
  const log = readFileSync(join(target, 'email.log'), 'utf8');
  assert.ok(secrets.size > 20, `${secrets.size} secrets`);
  for (const secret of secrets) {
    // A code could be part of a longer number.
    const shown = /^\d{6}$/.test(secret) ? new RegExp(`(?<![\\w.])${secret}(?!\\w)`).test(log) : log.includes(secret);
    assert.ok(!shown, 'a secret is in the log');
  }
  assert.doesNotMatch(log, /Bearer |otp_code|PRIVATE KEY/);
});
