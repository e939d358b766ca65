// A call of the generated TypeScript client.
import { Configuration, Permission, SmartAccountsApi, type CreationAnswer } from '../../target/generators/made/typescript-fetch/index.js';

export function create(basePath: string, key: string, address: string): Promise<CreationAnswer> {
  return new SmartAccountsApi(new Configuration({ basePath, accessToken: key })).createSmartAccount({
    createSmartAccountRequest: { threshold: 1, smartAccountSigners: [{ address, permissions: new Set(Object.values(Permission)) }] },
  });
}
