package dev.mandate.ports.api.events;

import dev.mandate.domain.access.OperatorName;
import dev.mandate.domain.access.Tenant;
import dev.mandate.domain.authority.UserId;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.custody.TransactionView;
import dev.mandate.ports.api.custody.SubmissionId;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.enginelimit.EngineLimit;
import dev.mandate.domain.filter.AccountFilters;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.access.ApiKey;
import dev.mandate.ports.api.custody.Submission;
import dev.mandate.ports.api.tenant.NonceListing;
import dev.mandate.ports.api.tenant.TenantAccount;
import io.vavr.control.Option;

/** What an event is about, as it was just after the event. */
public sealed interface EventData {

    EventType type();

    /** The tenant got an account, which is on the chain. */
    record AccountAdded(TenantAccount account) implements EventData {
        @Override
        public EventType type() {
            return switch (account.origin()) {
                case CREATED -> EventType.ACCOUNT_CREATED;
                case IMPORTED -> EventType.ACCOUNT_IMPORTED;
            };
        }
    }

    /** The settings of an account on the chain changed. */
    record SettingsChanged(AccountRef account, Settings before, Settings after) implements EventData {
        @Override
        public EventType type() {
            return EventType.ACCOUNT_SETTINGS_CHANGED;
        }
    }

    /**
     * A transaction of an account changed on the chain.
     *
     * @param transaction none if it is gone
     * @param intent the hash of what it means, as an explanation of the transaction has it; none if its content is not recorded to the end
     * @param by who did it, if anybody is known
     * @param signature the chain's transaction that did it; none if time did, or no history tells
     * @param submission the tenant's own submission of it
     */
    record TransactionChanged(
            EventType type,
            long index,
            Option<TransactionView> transaction,
            Option<Bytes32> intent,
            Option<Address> by,
            Option<Signature> signature,
            Option<SubmissionId> submission)
            implements EventData {}

    /**
     * A limit that the chain keeps changed.
     *
     * @param after none if it is gone
     * @param by who used it
     * @param replacement the limit that was made in its place
     */
    record ChainLimitChanged(
            EventType type,
            Address limit,
            Option<SpendingLimit> after,
            Option<Address> by,
            Option<Address> destination,
            Option<BaseUnits> amount,
            Option<Address> replacement,
            Option<Signature> signature)
            implements EventData {}

    /** Money came in or went out, or did so for good. */
    record Transferred(EventType type, Transfer transfer) implements EventData {}

    /** A submission was sent, was decided, or is stuck. */
    record SubmissionChanged(EventType type, Submission submission) implements EventData {}

    /** A limit that the engine keeps was seen on the chain, was used, or is over. */
    record LimitChanged(EventType type, EngineLimit limit) implements EventData {}

    /**
     * Filters or allowlists were replaced.
     *
     * @param version the number of changes so far, of both
     * @param filters with the change
     */
    record FiltersChanged(long version, AccountFilters filters) implements EventData {
        @Override
        public EventType type() {
            return EventType.FILTERS_CHANGED;
        }
    }

    /** The account allows a durable nonce. */
    record NonceAllowed(NonceListing.AllowedNonce nonce) implements EventData {
        @Override
        public EventType type() {
            return EventType.NONCE_ALLOWED;
        }
    }

    /** The account does not allow a durable nonce any more. */
    record NonceRemoved(Address nonceAccount) implements EventData {
        @Override
        public EventType type() {
            return EventType.NONCE_REMOVED;
        }
    }

    /**
     * Somebody signed in by e-mail, refreshed a session, or used up the attempts of a challenge.
     *
     * @param account the identity's account; none if it has none yet. A locked challenge names none, so that it does not show whether the address is known
     * @param sessionEndsAt the end of the new session; none if there is none
     */
    record AuthorityChanged(EventType type, UserId user, Option<Address> account, Option<UnixTime> sessionEndsAt) implements EventData {}

    /**
     * The operator has frozen or thawed an account.
     *
     * @param why none if it was thawed
     */
    record FreezeChanged(EventType type, Address account, OperatorName by, Option<String> why) implements EventData {}

    /** The operator has suspended or resumed the tenant. */
    record StandingChanged(EventType type, Tenant tenant, OperatorName by) implements EventData {}

    /**
     * An API key was made, or has got an end.
     *
     * @param by the operator who did it; none if nobody is recorded
     */
    record ApiKeyChanged(EventType type, ApiKey key, Option<OperatorName> by) implements EventData {}
}
