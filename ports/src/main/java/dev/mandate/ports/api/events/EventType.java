package dev.mandate.ports.api.events;

import io.vavr.collection.Array;
import io.vavr.control.Option;

/** What can happen to a tenant's accounts and authorities. */
public enum EventType {
    /** An account that the operator pays for is on the chain. */
    ACCOUNT_CREATED("account.created"),
    /** The tenant got an account that was on the chain before, or that its owners paid for. */
    ACCOUNT_IMPORTED("account.imported"),
    /** Signers, threshold, time lock, admin or rent collector changed, whoever did it. */
    ACCOUNT_SETTINGS_CHANGED("account.settings_changed"),
    /** The operator holds the account: it signs and submits nothing for it. */
    ACCOUNT_FROZEN("account.frozen"),
    ACCOUNT_THAWED("account.thawed"),
    /** A transaction is open for votes. */
    TRANSACTION_PROPOSED("transaction.proposed"),
    TRANSACTION_VOTED("transaction.voted"),
    TRANSACTION_APPROVED("transaction.approved"),
    /** The time lock is over. */
    TRANSACTION_EXECUTABLE("transaction.executable"),
    TRANSACTION_EXECUTED("transaction.executed"),
    TRANSACTION_REJECTED("transaction.rejected"),
    TRANSACTION_CANCELLED("transaction.cancelled"),
    /** A change of settings outdates it. */
    TRANSACTION_STALE("transaction.stale"),
    TRANSACTION_CLOSED("transaction.closed"),
    /** A fork took back what was told. */
    TRANSACTION_DROPPED("transaction.dropped"),
    /** Money came in. The network may still take it back. */
    TRANSFER_IN("transfer.in"),
    /** Money went out. The network may still take it back. */
    TRANSFER_OUT("transfer.out"),
    /** A transfer is final. */
    TRANSFER_FINALIZED("transfer.finalized"),
    /** A submission was recorded as sent, and a node gets it now. */
    SUBMISSION_SENT("submission.sent"),
    SUBMISSION_CONFIRMED("submission.confirmed"),
    SUBMISSION_FAILED("submission.failed"),
    SUBMISSION_EXPIRED("submission.expired"),
    /** A submission is not decided a minute after it was recorded; or nodes no longer remember whether it landed. */
    SUBMISSION_STUCK("submission.stuck"),
    /** A limit was made; one that the engine keeps was seen on the chain. */
    LIMIT_CREATED("limit.created"),
    LIMIT_USED("limit.used"),
    /** A limit was removed, and another one made in its place. */
    LIMIT_REPLACED("limit.replaced"),
    LIMIT_REMOVED("limit.removed"),
    /** A limit that the engine keeps was used up, or has expired. */
    LIMIT_ENDED("limit.ended"),
    /** A right code began a session. */
    AUTHORITY_SIGNED_IN("authority.signed_in"),
    /** A challenge takes no more codes. */
    AUTHORITY_LOCKED("authority.locked"),
    AUTHORITY_REFRESHED("authority.refreshed"),
    FILTERS_CHANGED("filters.changed"),
    NONCE_ALLOWED("nonce.allowed"),
    NONCE_REMOVED("nonce.removed"),
    /** The operator lets the tenant only read. */
    TENANT_SUSPENDED("tenant.suspended"),
    TENANT_RESUMED("tenant.resumed"),
    API_KEY_CREATED("api_key.created"),
    /** An API key was revoked or replaced. */
    API_KEY_ENDED("api_key.ended");

    private final String word;

    EventType(String word) {
        this.word = word;
    }

    /** The name on the wire, such as {@code submission.sent}. */
    public String word() {
        return word;
    }

    /** The type with this name on the wire. */
    public static Option<EventType> of(String word) {
        return Array.of(values()).find(type -> type.word.equals(word));
    }

    @Override
    public String toString() {
        return word;
    }
}
