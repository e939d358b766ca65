package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.ObjectReader.Unknown;
import io.vavr.collection.HashSet;

/** How unread fields of the public SDK are treated. */
public final class SdkFields {

    /** They are ignored, except for fields that restrict what may be done: a client that sends such a field relies on it. */
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
