"""A call of the generated Python client."""
import os

import openapi_client as client

address = os.environ["MANDATE_TEST_SIGNER"]
settings = client.Configuration(host=os.environ["MANDATE_TEST_URL"], access_token=os.environ["MANDATE_TEST_KEY"])
with client.ApiClient(settings) as api:
    created = client.SmartAccountsApi(api).create_smart_account(client.CreateSmartAccountRequest(
        threshold=1, smart_account_signers=[client.ListedSigner(address=address, permissions=list(client.Permission))]))
assert created.smart_account_address and created.smart_account_signers[0].address == address, created
