// Just enough of Solana's transaction format to find what the ledger must look at. The runtime itself judges the rest.

const key = (bytes, at) => bytes.subarray(at, at + 32);

export class Malformed extends Error {}

function reader(bytes) {
  let at = 0;
  const take = (n) => {
    if (at + n > bytes.length) throw new Malformed('unexpected end');
    at += n;
    return bytes.subarray(at - n, at);
  };
  const u8 = () => take(1)[0];
  const length = () => {
    let n = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const b = u8();
      n |= (b & 0x7f) << shift;
      if (!(b & 0x80)) return n;
    }
    throw new Malformed('length too long');
  };
  return { take, u8, length, at: () => at };
}

const V1 = 129;

/** A serialized message of version 1 (SIMD-0385). Strict, because LiteSVM ends the process on bytes that it cannot decode. */
function parseVersion1(bytes) {
  const r = reader(bytes);
  const number = (n) => { const b = Buffer.from(r.take(n)); return n === 8 ? b.readBigUInt64LE(0) : BigInt(b.readUIntLE(0, n)); };
  r.u8();
  const [signers, readonlySigners, readonlyOthers] = [r.u8(), r.u8(), r.u8()];
  const mask = Number(number(4));
  if (mask > 31 || ((mask & 3) !== 0 && (mask & 3) !== 3)) throw new Malformed('config mask');
  const blockhash = r.take(32);
  const [count, keyCount] = [r.u8(), r.u8()];
  const keys = Array.from({ length: keyCount }, () => r.take(32));
  const value = (bit, n) => (mask & bit ? number(n) : 0n); // what is not set is the least
  const config = { priorityFee: value(1, 8), units: value(4, 4), loaded: value(8, 4), heap: value(16, 4) };
  const instructions = Array.from({ length: count }, () => ({ program: r.u8(), accounts: r.u8(), data: Number(number(2)) }))
    .map(({ program, accounts, data }) => ({ program, accounts: r.take(accounts), data: r.take(data) }));
  if (r.at() !== bytes.length) throw new Malformed('trailing bytes');
  return { signers, readonlySigners, readonlyOthers, keys, blockhash, instructions, config };
}

/** A serialized message of any version. */
export function parseMessage(bytes) {
  if (bytes[0] === V1) {
    const { readonlySigners, readonlyOthers, ...read } = parseVersion1(bytes);
    const { signers, keys } = read;
    const writable = (i) => (i < signers ? i < signers - readonlySigners : i < keys.length - readonlyOthers);
    return { bytes, versioned: true, lookups: [], writable, ...read };
  }
  const r = reader(bytes);
  const versioned = (bytes[0] & 0x80) !== 0;
  if (versioned && r.u8() !== 0x80) throw new Malformed('unknown message version');
  const signers = r.u8();
  const readonlySigners = r.u8();
  const readonlyOthers = r.u8();
  const keys = Array.from({ length: r.length() }, () => r.take(32));
  const blockhash = r.take(32);
  const instructions = Array.from({ length: r.length() }, () => ({
    program: r.u8(),
    accounts: r.take(r.length()),
    data: r.take(r.length()),
  }));
  const lookups = !versioned ? [] : Array.from({ length: r.length() }, () => ({
    table: r.take(32),
    writable: r.take(r.length()),
    readonly: r.take(r.length()),
  }));
  if (r.at() !== bytes.length) throw new Malformed('trailing bytes');
  const writable = (i) => (i < signers ? i < signers - readonlySigners : i < keys.length - readonlyOthers);
  return { bytes, versioned, signers, keys, blockhash, instructions, lookups, writable };
}

/** A serialized transaction: signatures, then the message; in version 1 the message, then signatures. */
export function parseTransaction(bytes) {
  if (bytes[0] === V1) {
    const at = bytes.length - 64 * bytes[1];
    if (!(at > 0 && at < bytes.length)) throw new Malformed('no signature');
    const signatures = Array.from({ length: bytes[1] }, (_, i) => bytes.subarray(at + 64 * i, at + 64 * (i + 1)));
    return { bytes, signatures, message: parseMessage(bytes.subarray(0, at)) };
  }
  const r = reader(bytes);
  const signatures = Array.from({ length: r.length() }, () => r.take(64));
  if (signatures.length === 0) throw new Malformed('no signature');
  const message = parseMessage(bytes.subarray(r.at()));
  if (message.config) throw new Malformed('signatures before a message of version 1');
  if (message.signers !== signatures.length) throw new Malformed('as many signatures as signers are needed');
  return { bytes, signatures, message };
}

/** The entries that a lookup table account's data holds: 56 bytes of metadata, then keys. */
export function tableEntry(data, index) {
  const at = 56 + 32 * index;
  return at + 32 <= data.length ? key(data, at) : null;
}

/** An initialized durable nonce in an account's data, or null. */
export function nonceOf(data) {
  if (data.length !== 80) return null;
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  return view.readUInt32LE(0) <= 1 && view.readUInt32LE(4) === 1
    ? { authority: key(view, 8), value: key(view, 40) }
    : null;
}

/** An initialized token account of either program in an account's data, or null. */
export function tokenAccountOf(data) {
  const extended = data.length > 165 && data.length !== 355 && data[165] === 2;
  return (data.length === 165 || extended) && data[108] !== 0 ? { mint: key(data, 0), owner: key(data, 32), amount: Buffer.from(data).readBigUInt64LE(64) } : null;
}
