// A client made from the server's own description: if it compiles, the description's types fit what a client does with them.
import createClient, { type Middleware } from 'openapi-fetch';
import type { components, paths } from '../target/api.js';

type Schemas = components['schemas'];

/** What stands outside the service: who signs, and what is to be done. */
export interface Signers {
  readonly addresses: readonly [string, string];
  sign(transaction: string): string;
}

/** An error as the description has it. */
export class Refused extends Error {
  constructor(readonly code: Schemas['ErrorCode'], readonly problems: readonly Schemas['Problem'][]) {
    super(`${code}: ${problems.map((problem) => `${problem.field} ${problem.message}`).join('; ')}`);
  }
}

interface Answer<T> {
  data?: T;
  error?: Schemas['Refusal'];
}

function granted<T>({ data, error }: Answer<T>): T {
  if (error !== undefined) {
    throw new Refused(error.code, error.details);
  }
  if (data === undefined) {
    throw new Error('neither data nor an error');
  }
  return data;
}

function required<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new Error('the answer lacks what was asked for');
  }
  return value;
}

export function client(baseUrl: string, apiKey: string) {
  const made = createClient<paths>({ baseUrl });
  const authorize: Middleware = {
    onRequest({ request }) {
      request.headers.set('authorization', `Bearer ${apiKey}`);
      return request;
    },
  };
  made.use(authorize);
  return made;
}

/** Creates an account of two, has a transfer out of it prepared, signed and submitted, and reads how it ended. */
export async function journey(
  api: ReturnType<typeof client>,
  signers: Signers,
  fund: (address: string) => Promise<unknown>,
  transfer: (account: string) => string,
): Promise<{ account: string; submission: Schemas['Submission'] }> {
  const [first, second] = signers.addresses;
  const permissions: Schemas['Permission'][] = ['CAN_INITIATE', 'CAN_VOTE', 'CAN_EXECUTE'];
  const made = granted(await api.POST('/api/v1/smart-accounts', {
    body: { smart_account_signers: [{ address: first, permissions }, { address: second, permissions }], threshold: 2 },
  }));
  const account = required(made.smart_account_address);
  await Promise.all([account, first, second].map(fund));

  const prepared = granted(await api.POST('/api/v0/smart_account/transaction/prepare', {
    body: {
      smart_account_address: account,
      transaction: transfer(account),
      fee_config: { currency: 'sol', payer_address: first },
      transaction_signers: [first, second],
    },
  }));
  const taken = granted(await api.POST('/api/v1/smart-accounts/{address}/submit', {
    params: { path: { address: account } },
    body: { transaction: signers.sign(required(prepared.transaction)), kms_payloads: [] },
  }));
  const submission = granted(await api.GET('/api/v1/submissions/{id}', { params: { path: { id: taken.submission_id } } }));
  return { account, submission };
}

/** A change that is only asked about. */
export async function verdict(api: ReturnType<typeof client>, account: string, threshold: number): Promise<Schemas['Verdict']> {
  const answer = granted(await api.PATCH('/api/v1/smart-accounts/{address}', {
    params: { path: { address: account }, query: { dry_run: true } },
    body: { threshold },
  }));
  return required(answer.verdict);
}

/** Asks for what breaks a rule. */
export async function refused(api: ReturnType<typeof client>, account: string): Promise<never> {
  granted(await api.PATCH('/api/v1/smart-accounts/{address}', { params: { path: { address: account } }, body: { threshold: 3 } }));
  throw new Error('that was not to be granted');
}

/** What the description's types keep a client from: each of these lines must be a mistake to the compiler. */
export function mistakes(api: ReturnType<typeof client>, account: string): readonly (() => unknown)[] {
  const params = { path: { address: account } };
  return [
    // @ts-expect-error no such path
    () => api.GET('/api/v1/smart-account'),
    // @ts-expect-error no such method there
    () => api.PUT('/api/v1/smart-accounts/{address}', { params }),
    // @ts-expect-error a threshold is a number
    () => api.PATCH('/api/v1/smart-accounts/{address}', { params, body: { threshold: '2' } }),
    // @ts-expect-error no such permission
    () => api.POST('/api/v1/smart-accounts', { body: { smart_account_signers: [{ address: account, permissions: ['CAN_FLY'] }], threshold: 1 } }),
    // @ts-expect-error required fields are missing
    () => api.POST('/api/v0/smart_account/transaction/threshold/update', { body: { threshold: 1 } }),
    // @ts-expect-error an amount is a text
    () => api.POST('/api/v1/smart-accounts/{address}/spending-limits', { params, body: { amount: 1, token_address: account, period: 'DAILY', spending_limit_signers: [account] } }),
  ];
}
