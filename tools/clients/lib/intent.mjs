// Signed intents, made by RFC 8785 and Ed25519 alone.
import { randomBytes } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { addressOf } from './custody.mjs';

/** The RFC 8785 form. */
const canonical = (value) => {
  if (Array.isArray(value)) {
    return `[${value.map(canonical).join(',')}]`;
  }
  return typeof value === 'object'
    ? `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
    : JSON.stringify(value);
};

/** The field `intent` of a body, signed by these people. `content` holds action, network, account, expires_at and the action's own fields. */
export function signedIntent(content, ...persons) {
  const full = { nonce: randomBytes(16).toString('hex'), ...content };
  const bytes = Buffer.from(canonical(full));
  return {
    content: full,
    signatures: persons.map((person) => ({
      address: addressOf(person), signature: Buffer.from(ed25519.sign(bytes, person.secretKey.subarray(0, 32))).toString('base64'),
    })),
  };
}

/** The body that changes the filters or allowlists at `path`, over the version that they have now. */
export async function ruleChange(client, network, path, fields, ...persons) {
  const { version } = await client.ok('GET', path);
  const [account, kind] = path.split('/').slice(-2);
  const asked = { ...fields, expected_version: version };
  const content = {
    action: `${kind.replaceAll('-', '_')}_change`, network, account, expires_at: Math.floor(Date.now() / 1000) + 600, ...asked,
  };
  return { ...asked, intent: signedIntent(content, ...persons) };
}
