package dev.mandate.adapters.http.grid;

import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.WireProfile;
import dev.mandate.adapters.http.json.Json;
import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import dev.mandate.adapters.http.json.Wording;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.RefusalText;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import tools.jackson.databind.node.ObjectNode;

/** The clients of the SDK: they send fields that nobody reads, no network, and take one transaction in an envelope. */
record GridProfile(Map<String, Wording> words) implements WireProfile {

    /** Without words of its own. */
    static final GridProfile PLAIN = new GridProfile(HashMap.empty());

    /** Unread fields are ignored, except for those that restrict what may be done: a client that sends such a field relies on it. */
    private static final Unknown UNREAD = new Unknown.Ignored(HashSet.of(
            "admin", "admin_address", "allowed_destinations", "allowlist", "adminAddress", "allowlists", "config_authority",
            "destination", "destinations", "expiration", "expires_at", "expiry", "max_uses", "policies", "recipient", "recipients",
            "signers", "smart_account_signers", "spending_limit_signers", "spending_limits", "threshold", "timeLock", "time_lock",
            "time_lock_seconds", "transaction_filters"));

    /** Returns this profile with the SDK's words for one more field. */
    GridProfile with(String ours, Wording theirs) {
        return new GridProfile(words.put(ours, theirs));
    }

    @Override
    public String name() {
        return "grid";
    }

    @Override
    public DefaultNetwork network() {
        return DefaultNetwork.OF_ENVIRONMENT;
    }

    @Override
    public Unknown unknown() {
        return UNREAD;
    }

    @Override
    public ObjectNode body(Answer.Json answer, String requestId, UnixTime at) {
        return Json.object().set("data", answer.body()).set("metadata", metadata(answer.ignored(), requestId, at));
    }

    @Override
    public ObjectNode body(Answer.Rows page, String requestId, UnixTime at) {
        return Json.object()
                .set("data", Json.array(page.items()))
                .set("metadata", metadata(page.ignored(), requestId, at).put("next_cursor", page.next().getOrNull()));
    }

    private static ObjectNode metadata(Array<String> ignored, String requestId, UnixTime at) {
        ObjectNode metadata = Json.object().put("request_id", requestId).put("timestamp", RefusalText.time(at));
        return ignored.isEmpty() ? metadata : metadata.set("ignored_fields", Json.texts(ignored));
    }
}
