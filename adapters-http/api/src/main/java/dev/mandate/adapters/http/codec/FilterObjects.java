package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.codec.PolicySigners.Enforcement;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.filter.Allowlist;
import dev.mandate.domain.filter.FilterEffect;
import dev.mandate.domain.filter.TransactionFilter;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.tenant.NonceListing;
import io.vavr.collection.Array;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes filters and allowlists, each as it was given. */
public final class FilterObjects {

    private static final String ENFORCED_BY = "enforced_by";

    private FilterObjects() {}

    /** Writes the filters of an account. */
    public static ObjectNode filters(
            long version, FilterEffect unmatched, Array<TransactionFilter> filters, Enforcement by) {
        return Json.object()
                .put("version", version)
                .put("default_effect", unmatched.name())
                .put(ENFORCED_BY, by.name())
                .set("transaction_filters", Json.array(filters.map(FilterObjects::filter)));
    }

    /** Writes the filters and allowlists of an account, without who enforces them. */
    static ObjectNode all(long version, AccountFilters filters) {
        return Json.object()
                .put("version", version)
                .put("default_effect", filters.unmatched().name())
                .set("transaction_filters", Json.array(filters.filters().map(FilterObjects::filter)))
                .set("allowlists", Json.array(filters.allowlists().map(FilterObjects::allowlist)));
    }

    /** Writes a durable nonce that an account allows. */
    public static ObjectNode nonce(NonceListing.AllowedNonce nonce) {
        return Json.object()
                .put("nonce_account", nonce.account().toString())
                .put("allowed_at", RefusalText.time(nonce.since()));
    }

    /** Writes the allowlists of an account. */
    public static ObjectNode allowlists(long version, Array<Allowlist> allowlists, Enforcement by) {
        return Json.object()
                .put("version", version)
                .put(ENFORCED_BY, by.name())
                .set("allowlists", Json.array(allowlists.map(FilterObjects::allowlist)));
    }

    /** Writes filters among the policies of an account. */
    static JsonNode enforced(Array<TransactionFilter> filters, Enforcement by) {
        return Json.array(filters.map(filter -> filter(filter).put(ENFORCED_BY, by.name())));
    }

    /** Writes allowlists among the policies of an account. */
    static JsonNode enforcedLists(Array<Allowlist> allowlists, Enforcement by) {
        return Json.array(allowlists.map(list -> allowlist(list).put(ENFORCED_BY, by.name())));
    }

    private static ObjectNode allowlist(Allowlist list) {
        return Json.object()
                .put("id", list.id().text())
                .put("kind", list.kind().name())
                .set("addresses", addresses(list.addresses()));
    }

    private static ObjectNode filter(TransactionFilter filter) {
        ObjectNode object = Json.object()
                .put("id", filter.id().text())
                .put("effect", filter.effect().name())
                .put("program", filter.program().toString());
        filter.instruction().forEach(name -> object.put("instruction", name));
        if (filter.accounts().nonEmpty()) {
            ObjectNode roles = object.putObject("accounts");
            filter.accounts().forEach(role -> roles.set(role.role(), addresses(role.addresses())));
        }
        filter.minAmount().forEach(amount -> object.put("min_amount", amount.toString()));
        filter.maxAmount().forEach(amount -> object.put("max_amount", amount.toString()));
        filter.mint().forEach(mint -> object.put("mint", mint.toString()));
        return object;
    }

    private static JsonNode addresses(Array<Address> addresses) {
        return Json.texts(addresses.map(Address::toString));
    }
}
