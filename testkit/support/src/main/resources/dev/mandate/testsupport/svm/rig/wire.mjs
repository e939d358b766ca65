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

/** A serialized message, legacy or version 0. */
export function parseMessage(bytes) {
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

/** A serialized transaction: signatures, then the message. */
export function parseTransaction(bytes) {
  const r = reader(bytes);
  const signatures = Array.from({ length: r.length() }, () => r.take(64));
  if (signatures.length === 0) throw new Malformed('no signature');
  const message = parseMessage(bytes.subarray(r.at()));
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
  return (data.length === 165 || extended) && data[108] !== 0 ? { mint: key(data, 0), owner: key(data, 32) } : null;
}
