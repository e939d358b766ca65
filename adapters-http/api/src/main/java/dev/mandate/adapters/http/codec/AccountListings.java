package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.tenant.Creation;
import dev.mandate.ports.api.tenant.TenantAccount;
import tools.jackson.databind.node.ObjectNode;

/** Writes accounts as the list of a tenant's accounts shows them. */
public final class AccountListings {

    private AccountListings() {}

    public static ObjectNode of(TenantAccount account, Creation.Status status) {
        return Json.object()
                .put("smart_account_address", account.ref().address().toString())
                .put("multisig_address", account.ref().settings().toString())
                .put("origin", RefusalText.word(account.origin()))
                .put("status", RefusalText.word(status))
                .put("since", RefusalText.time(account.since()));
    }
}
