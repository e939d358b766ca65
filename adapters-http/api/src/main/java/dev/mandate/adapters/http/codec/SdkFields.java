package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import io.vavr.collection.HashSet;

/** What becomes of fields that the public SDK sends and nobody reads. */
public final class SdkFields {

    /** They are passed over, but for those that narrow what can be done: who sends one where it has no meaning believes that it holds. */
    public static final Unknown UNREAD = new Unknown.Ignored(HashSet.of(
            "admin",
            "admin_address",
            "allowed_destinations",
            "allowlist",
            "adminAddress",
            "allowlists",
            "config_authority",
            "destination",
            "destinations",
            "expiration",
            "expires_at",
            "expiry",
            "max_uses",
            "policies",
            "recipient",
            "recipients",
            "signers",
            "smart_account_signers",
            "spending_limit_signers",
            "spending_limits",
            "threshold",
            "timeLock",
            "time_lock",
            "time_lock_seconds",
            "transaction_filters"));

    private SdkFields() {}
}
