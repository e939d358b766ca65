package dev.mandate.adapters.http.codec;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.account.AdminControl;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import dev.mandate.domain.account.TimeLock;
import io.vavr.collection.Seq;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the policies of an account together with its signers and settings. */
public final class AccountPolicies {

    private AccountPolicies() {}

    /** Returns the policies of {@code account}, as {@link WireObjects#account} writes it, with its signers and settings. */
    @CanIgnoreReturnValue
    public static ObjectNode of(ObjectNode account) {
        return onto((ObjectNode) account.get("policies"), account);
    }

    /** Adds signers and settings to {@code policies}. */
    @CanIgnoreReturnValue
    public static ObjectNode onto(
            ObjectNode policies,
            Seq<Signer> signers,
            Threshold threshold,
            TimeLock timeLock,
            AdminControl admin,
            SignerAuthorities authorities) {
        return onto(policies, WireObjects.settings(Json.object(), signers, threshold, timeLock, admin, authorities));
    }

    private static ObjectNode onto(ObjectNode policies, ObjectNode settings) {
        ArrayNode signers = policies.putArray("signers");
        settings.get("smart_account_signers").forEach(signer -> signers.add(signer((ObjectNode) signer)));
        for (String name : new String[] {"threshold", "time_lock", "admin_address"}) {
            policies.set(name, settings.get(name));
        }
        return policies;
    }

    /** The chain has no roles: each signer is written as primary. */
    private static JsonNode signer(ObjectNode signer) {
        return Json.object()
                .set("address", signer.get("address"))
                .set("permissions", signer.get("permissions"))
                .put("role", "primary")
                .put("provider", AuthorityObjects.EXTERNAL)
                .setAll(signer);
    }
}
