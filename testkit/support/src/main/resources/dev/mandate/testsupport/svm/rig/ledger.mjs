// One chain that stands still unless told: LiteSVM with a node's rules about blockhashes, nonces and preflight around it.
import { createPublicKey, verify } from 'node:crypto';
import { createRequire } from 'node:module';
import { parseTransaction, parseMessage, tableEntry, nonceOf, tokenAccountOf } from './wire.mjs';

// The package's own entry wraps these in @solana/kit, which takes half a second to load and does nothing for us.
const { LiteSvm, Account } = createRequire(import.meta.url)('litesvm/dist/internal.js');

const MAX_AGE = 150n; // a blockhash lives that many slots
const FIRST_SLOT = 1000n;
const MAX_RENT_EPOCH = 18446744073709551615n;
const MAX_TRANSACTION = 1232;
const MAX_TRANSACTION_V1 = 4096;
const MAX_LOADED = 64n << 20n;
const PRICED_BLOCKS = 150;
const REMEMBERED = 10_000; // transactions of which it is known what they did
const NONE = new Uint8Array(0);
const NO_BALANCES = { lamports: new Map(), tokens: new Map() };
export const SYSTEM = new Uint8Array(32);

const b64 = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
const sameBytes = (a, b) => Buffer.compare(a, b) === 0;
const base58 = (text) => {
  let n = 0n;
  for (const c of text) n = n * 58n + BigInt('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'.indexOf(c));
  return Buffer.from(n.toString(16).padStart(64, '0'), 'hex');
};
export const address = base58;

const LOOKUP_TABLES = base58('AddressLookupTab1e1111111111111111111111111');
const SLOT_HASHES = 512; // how many blocks before the present one the SlotHashes sysvar holds
const NO_HASH = '1'.repeat(32); // of 32 zero bytes: what asks for slots here does not ask for their hashes

const LOADER_3 = base58('BPFLoaderUpgradeab1e11111111111111111111111');
const COMPUTE_BUDGET = b64(base58('ComputeBudget111111111111111111111111111111'));
// Programs native to the runtime count 3,000 compute units where no limit is set, all others 200,000 (SIMD-0170).
const NATIVE = new Set(['11111111111111111111111111111111', 'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111', 'BPFLoaderUpgradeab1e11111111111111111111111',
  'BPFLoader1111111111111111111111111111111111', 'BPFLoader2111111111111111111111111111111111',
  'LoaderV411111111111111111111111111111111111'].map((k) => b64(base58(k))));

const TOKEN_PROGRAMS = ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'].map((k) => b64(base58(k)));

export class Refusal extends Error {}

export class Ledger {
  constructor({ now, trustSignatures }) {
    this.svm = new LiteSvm();
    this.svm.setTransactionHistory(0n); // what was processed is known here, and forgotten at a reset
    this.svm.setBlockhashCheck(false); // the runtime knows only its latest; a node knows 150
    this.svm.setSigverify(!trustSignatures);
    this.trustSignatures = trustSignatures;
    this.before = new Map(); // each account written to since the start, as it was then
    this.begin(now);
  }

  addProgram(id, binary) { this.svm.addProgram(id, binary); }

  /** An account that belongs to the start, and comes back at each reset. */
  genesis(key, lamports, data, owner) {
    this.svm.setAccount(key, new Account(lamports, data, owner, false, MAX_RENT_EPOCH));
  }

  begin(now) {
    this.slot = FIRST_SLOT;
    this.time = now;
    this.hashes = new Map(); // to the slot each was made in
    this.processed = new Map(); // first signature to slot and failure
    this.past = new Map(); // the same to what it did, the oldest first
    this.prices = []; // what the one transaction of each of the last blocks paid for a compute unit
    this.tick();
  }

  reset(now) {
    for (const [key, account] of this.before) {
      this.svm.setAccount(Buffer.from(key, 'base64'), account ?? new Account(0n, NONE, SYSTEM, false, MAX_RENT_EPOCH));
    }
    this.before.clear();
    this.begin(now);
  }

  /** Carries slot and time into the Clock sysvar, and makes this slot's blockhash. */
  tick() {
    const clock = this.svm.getClock();
    clock.slot = this.slot;
    clock.unixTimestamp = this.time;
    this.svm.setClock(clock);
    this.svm.expireBlockhash();
    this.latest = base58(this.svm.latestBlockhash());
    this.hashes.set(b64(this.latest), this.slot);
    if (this.hashes.size > 1000) {
      for (const [hash, slot] of this.hashes) if (this.slot > slot + MAX_AGE) this.hashes.delete(hash);
    }
  }

  advance(seconds) {
    this.time += seconds;
    this.slot += (seconds * 5n + 1n) / 2n;
    this.tick();
  }

  expire() {
    this.slot += MAX_AGE + 1n;
    this.tick();
  }

  touch(key) {
    const name = b64(key);
    if (this.before.has(name)) return;
    const account = this.svm.getAccount(key);
    // A program that a message names as writable stays as it is, and putting it back would count as a new deployment.
    if (!account?.executable()) this.before.set(name, account);
  }

  account(key) { return this.svm.getAccount(key); }

  owned(owner) { return this.svm.getProgramAccounts(owner).map((found) => [found.address, found.account()]); }

  put(key, lamports, owner, executable, data) {
    this.touch(key);
    this.svm.setAccount(key, new Account(lamports, data, owner, executable, MAX_RENT_EPOCH));
  }

  fund(key, lamports) {
    const a = this.svm.getAccount(key);
    if (a) this.put(key, a.lamports() + lamports, a.owner(), a.executable(), a.data());
    else this.put(key, lamports, SYSTEM, false, NONE);
  }

  rent(length) { return this.svm.minimumBalanceForRentExemption(length); }

  lastValid() { return this.slot + MAX_AGE; }

  isRecent(message) {
    const slot = this.hashes.get(b64(message.blockhash));
    return slot !== undefined && this.slot <= slot + MAX_AGE;
  }

  /** Whether the message starts by advancing a nonce account which holds its blockhash, as a bank demands it. */
  usesNonce(message) {
    const first = message.instructions[0];
    if (!first || first.data.length < 4 || Buffer.from(first.data).readUInt32LE(0) !== 4 || first.accounts.length === 0) return false;
    if (!sameBytes(message.keys[first.program] ?? NONE, SYSTEM)) return false;
    const at = first.accounts[0];
    if (!message.keys[at] || !message.writable(at)) return false;
    const account = this.svm.getAccount(message.keys[at]);
    const nonce = account && sameBytes(account.owner(), SYSTEM) ? nonceOf(account.data()) : null;
    return nonce !== null && sameBytes(nonce.value, message.blockhash)
      && [...first.accounts].some((i) => i < message.signers && sameBytes(message.keys[i], nonce.authority));
  }

  fee(bytes) {
    const message = parseMessage(bytes);
    return this.isRecent(message) || this.usesNonce(message) ? BigInt(message.signers) * 5_000n + this.priority(message).fee : null;
  }

  /** What a message pays for a compute unit, in millionths of a lamport, and for all that it asks for, in lamports. */
  priority(message) {
    if (message.config) return { price: message.config.priorityFee * 1_000_000n / (message.config.units || 1n), fee: message.config.priorityFee };
    let price = 0n;
    let limit = null;
    let usual = 0n;
    for (const { program, data } of message.instructions) {
      const name = b64(message.keys[program] ?? NONE);
      usual += NATIVE.has(name) ? 3_000n : 200_000n;
      if (name === COMPUTE_BUDGET && data[0] === 2) limit = BigInt(Buffer.from(data).readUInt32LE(1));
      if (name === COMPUTE_BUDGET && data[0] === 3) price = Buffer.from(data).readBigUInt64LE(1);
    }
    const units = limit ?? usual;
    const capped = units > 1_400_000n ? 1_400_000n : units;
    return { price, fee: (price * capped + 999_999n) / 1_000_000n };
  }

  parse(bytes) {
    if (bytes.length > MAX_TRANSACTION_V1) throw new Refusal(`a transaction of ${bytes.length} bytes`);
    const tx = parseTransaction(bytes);
    if (bytes.length > MAX_TRANSACTION && !tx.message.config) throw new Refusal(`a transaction of ${bytes.length} bytes`);
    return tx;
  }

  /** What a node finds before it runs anything, or null. */
  stale({ signatures, message }) {
    if (!this.isRecent(message) && !this.usesNonce(message)) return 'BlockhashNotFound';
    return this.processed.has(b64(signatures[0])) ? 'AlreadyProcessed' : null;
  }

  signed({ signatures, message }) {
    return this.trustSignatures || signatures.every((signature, i) => verify(null, message.bytes,
      createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: message.keys[i].toString('base64url') }, format: 'jwk' }), signature));
  }

  simulate(bytes) {
    const tx = this.parse(bytes);
    const stale = this.stale(tx);
    if (stale) return { failure: stale, units: 0n, loaded: 0n, logs: [] };
    this.svm.setSigverify(false);
    try {
      return { loaded: this.loadedSize(tx.message), ...this.run(tx, true) };
    } finally {
      this.svm.setSigverify(!this.trustSignatures);
    }
  }

  send(bytes) {
    const tx = this.parse(bytes);
    const { message } = tx;
    const stale = this.stale(tx);
    if (stale) return { failure: this.signed(tx) ? stale : 'SignatureFailure', units: 0n, logs: [] };
    // A durable nonce advances even where the rest fails: then only a run apart leaves no trace.
    if (!this.isRecent(message)) {
      const trial = this.run(tx, true);
      if (trial.failure) return trial;
    }
    const { payer, result } = this.land(tx);
    if (!result.failure) return result;
    // The runtime has taken the fee; a preflight would have refused before. One run, then, instead of two.
    if (payer) this.svm.setAccount(message.keys[0], payer);
    return result;
  }

  /** A node without preflight: what fails lands and pays its fee, and what cannot land is dropped. */
  pass(bytes) {
    const tx = this.parse(bytes);
    if (this.stale(tx) || !this.signed(tx)) return;
    const { payer, loaded, result } = this.land(tx);
    if (!result.failure) return;
    if (result.overLoaded) this.charge(tx.message);
    if (result.overLoaded || /^(ix|rent):/.test(result.failure)) this.block(tx, loaded, { before: NO_BALANCES, after: NO_BALANCES }, result);
    else if (payer) this.svm.setAccount(tx.message.keys[0], payer);
  }

  /** Runs it for good, as a block of its own if it succeeds. */
  land(tx) {
    const { message } = tx;
    this.touchAll(message);
    const payer = this.svm.getAccount(message.keys[0]);
    const loaded = this.load(message);
    const before = this.balances(loaded.keys);
    const result = this.run(tx, false);
    if (!result.failure) this.block(tx, loaded, { before, after: this.balances(loaded.keys) }, result);
    return { payer, loaded, result };
  }

  block({ message, signatures }, loaded, balances, { failure, meta }) {
    const signature = b64(signatures[0]);
    this.past.set(signature, { slot: this.slot, time: this.time, failure, message, signatures, loaded, balances, meta });
    if (this.past.size > REMEMBERED) this.past.delete(this.past.keys().next().value);
    this.processed.set(signature, { slot: this.slot, failure });
    this.prices = [...this.prices, this.priority(message).price].slice(-PRICED_BLOCKS);
    this.slot += 1n;
    this.tick();
  }

  touchAll(message) {
    message.keys.forEach((key, i) => { if (message.writable(i)) this.touch(key); });
    this.lookedUp(message, 'writable').forEach((key) => this.touch(key));
  }

  lookedUp(message, kind) {
    return message.lookups.flatMap((lookup) => {
      const data = this.svm.getAccount(lookup.table)?.data() ?? NONE;
      return [...lookup[kind]].map((i) => tableEntry(data, i)).filter((key) => key !== null);
    });
  }

  /** All keys of a message by their indexes, and how many of the last are read only. */
  load(message) {
    const readonly = this.lookedUp(message, 'readonly');
    return { keys: [...message.keys, ...this.lookedUp(message, 'writable'), ...readonly].map((k) => Buffer.from(k)), readonly: readonly.length };
  }

  /** The token accounts among `keys`, by address. */
  /** The lamports of accounts, and what the token accounts among them hold. */
  balances(keys) {
    const withTokens = keys.some((k) => TOKEN_PROGRAMS.includes(b64(k)));
    return {
      lamports: new Map(keys.map((k) => [b64(k), this.svm.getAccount(k)?.lamports() ?? 0n])),
      tokens: withTokens ? this.tokenAccounts(keys) : new Map(),
    };
  }

  tokenAccounts(keys) {
    const found = new Map();
    for (const key of keys) {
      const account = this.svm.getAccount(key);
      const program = account ? b64(account.owner()) : '';
      const token = TOKEN_PROGRAMS.includes(program) ? tokenAccountOf(account.data()) : null;
      const mint = token && this.svm.getAccount(token.mint);
      if (mint) found.set(b64(key), { mint: b64(token.mint), owner: b64(token.owner), program, decimals: mint.data()[44], amount: token.amount });
    }
    return found;
  }

  /** The signatures that name `key`, newest first, or null where `before` is not known. */
  history(key, before, limit) {
    const all = [...this.past].reverse();
    const start = before === null ? 0 : all.findIndex(([signature]) => signature === before) + 1;
    if (before !== null && start === 0) return null;
    return all.slice(start).filter(([, { loaded }]) => loaded.keys.some((k) => sameBytes(k, key))).slice(0, limit);
  }

  /** What a transaction did, instruction by instruction, or null. */
  landed(signature) {
    const one = this.past.get(signature);
    if (!one) return null;
    const { message, signatures, loaded, meta, failure } = one;
    const rights = (i) => (i < message.signers ? 1 : 0)
      + ((i < message.keys.length ? message.writable(i) : i < loaded.keys.length - loaded.readonly) ? 2 : 0);
    const resolved = (position, program, accounts, data) => (
      { position, program: loaded.keys[program], accounts: [...accounts].map((i) => ({ key: loaded.keys[i], rights: rights(i) })), data });
    const inner = failure ? [] : meta.innerInstructions();
    const instructions = failure ? [] : message.instructions.flatMap(({ program, accounts, data }, outer) => [
      resolved(`${outer}`, program, accounts, data),
      ...(inner[outer] ?? []).map((called, at) => {
        const instruction = called.instruction();
        return resolved(`${outer}.${at}`, instruction.programIdIndex(), instruction.accounts(), instruction.data());
      }),
    ]);
    return { slot: one.slot, time: one.time, failure, message: message.bytes, signatures, instructions, ...one.balances };
  }

  /** Brings the SlotHashes sysvar up to this slot where it may matter: writing it for each transaction would take too long. */
  passSlotHashes(message) {
    const asked = message.lookups.length > 0 || message.keys.some((k) => sameBytes(k, LOOKUP_TABLES));
    if (!asked || this.slotHashesOf === this.slot) return;
    this.svm.setSlotHashes(Array.from({ length: SLOT_HASHES }, (_, i) => ({ slot: this.slot - BigInt(i) - 1n, hash: NO_HASH })));
    this.slotHashesOf = this.slot;
  }

  /** As the network counts (SIMD-0186); LiteSVM leaves the data of programs out. */
  loadedSize(message) {
    const seen = new Map(this.load(message).keys.map((k) => [b64(k), k]));
    let size = 8_248n * BigInt(message.lookups.length);
    for (const k of seen.values()) {
      const account = this.svm.getAccount(k);
      if (!account) continue;
      const data = account.data();
      size += 64n + BigInt(data.length);
      // An upgradeable program counts with the account of its data, which joins the walk.
      if (sameBytes(account.owner(), LOADER_3) && data.length === 36 && data[0] === 2) seen.set(b64(data.slice(4)), data.slice(4));
    }
    return size;
  }

  isOverLoaded(message) {
    const asked = message.config
      ? message.config.loaded
      : message.instructions.filter(({ program, data }) => b64(message.keys[program] ?? NONE) === COMPUTE_BUDGET && data[0] === 4 && data.length === 5)
        .map(({ data }) => BigInt(Buffer.from(data).readUInt32LE(1))).find((limit) => limit > 0n) ?? MAX_LOADED;
    return asked < MAX_LOADED && this.loadedSize(message) > asked;
  }

  charge(message) {
    const payer = this.svm.getAccount(message.keys[0]);
    this.put(message.keys[0], payer.lamports() - this.fee(message.bytes), payer.owner(), payer.executable(), payer.data());
  }

  run(tx, trial) {
    if (!this.isOverLoaded(tx.message)) return this.execute(tx, trial);
    // On the network it lands, fails and pays; LiteSVM would count less, or charge nothing.
    const earlier = this.execute(tx, true);
    const isEarlier = /^(SignatureFailure|AccountNotFound|InsufficientFundsForFee|InvalidAccountForFee|SanitizeFailure|InvalidLoaded\w+|DuplicateInstruction)$/.test(earlier.failure ?? '');
    return isEarlier ? earlier : { failure: 'MaxLoadedAccountsDataSizeExceeded', overLoaded: true, units: 0n, logs: [] };
  }

  execute({ bytes, message }, trial) {
    const { svm } = this;
    this.passSlotHashes(message);
    const r = trial
      ? (message.versioned ? svm.simulateVersionedTransaction(bytes) : svm.simulateLegacyTransaction(bytes))
      : (message.versioned ? svm.sendVersionedTransaction(bytes) : svm.sendLegacyTransaction(bytes));
    const failed = typeof r.err === 'function';
    const meta = typeof r.meta === 'function' ? r.meta() : r;
    const wantLogs = failed || trial;
    return {
      failure: failed ? failureOf(r.toString()) : null,
      units: wantLogs ? meta.computeUnitsConsumed() : 0n,
      logs: wantLogs ? meta.logs() : [],
      meta,
    };
  }
}

/** The runtime's debug text of a TransactionError, in the rig's notation. */
function failureOf(text) {
  const start = text.indexOf('err: ') + 5;
  const error = text.slice(start, text.indexOf(', meta: TransactionMetadata', start));
  const instruction = /^InstructionError\((\d+), (\w+)(?:\((\d+))?/.exec(error);
  if (instruction) {
    const [, index, name, code] = instruction;
    return name === 'Custom' ? `ix:${index}:custom:${code}` : `ix:${index}:${name}`;
  }
  const rent = /^InsufficientFundsForRent \{ account_index: (\d+)/.exec(error);
  return rent ? `rent:${rent[1]}` : /^\w+/.exec(error)[0];
}
