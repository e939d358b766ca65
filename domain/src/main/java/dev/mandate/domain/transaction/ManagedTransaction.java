package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A transaction of an account: its content and its proposal. The chain keeps the two apart, so one of them may be missing. Content
 * without a proposal was only recorded. A proposal without content is orphaned: the content was closed before the proposal was made, so it
 * can be voted on but never executed.
 *
 * @param index 1 for the account's first
 */
public record ManagedTransaction(long index, Option<TransactionContent> content, Option<Proposal> proposal) {

    public ManagedTransaction {
        if (index < 1) {
            throw new IllegalArgumentException("transactions are counted from 1, not " + index);
        }
        if (content.isEmpty() && proposal.isEmpty()) {
            throw new IllegalArgumentException("neither content nor proposal at " + index);
        }
    }

    public static ManagedTransaction recorded(long index, TransactionContent content) {
        return new ManagedTransaction(index, Option.some(content), Option.none());
    }

    public static ManagedTransaction orphaned(long index, Proposal proposal) {
        return new ManagedTransaction(index, Option.none(), Option.some(proposal));
    }

    /**
     * Returns whether an approval can lead to its execution. Its content must be readable here. A change of settings must also have
     * been proposed under {@code settings}.
     */
    public boolean canBeExecutedUnder(Settings settings) {
        return content.exists(there -> switch (there) {
            case TransactionContent.SettingsChange change -> !settings.makesStale(index);
            case TransactionContent.VaultInstructions instructions -> true;
            case TransactionContent.Opaque opaque -> false;
        });
    }

    /** Returns the voters that may vote on it now: to approve or reject an open one that is not stale, or to cancel an approved one. */
    public Array<Address> votersUnder(Settings settings) {
        return proposal.toArray().flatMap(there -> switch (there) {
            case Proposal.Active active ->
                settings.makesStale(index) ? Array.empty() : settings.roster().holders(Permission.CAN_VOTE);
            case Proposal.Approved(var since, Ballot ballot) ->
                settings.roster().holders(Permission.CAN_VOTE).reject(ballot.cancellations()::contain);
            case Proposal.Draft draft -> Array.empty();
            case Proposal.Executed executed -> Array.empty();
            case Proposal.Rejected rejected -> Array.empty();
            case Proposal.Cancelled cancelled -> Array.empty();
        });
    }

    public boolean isOrphaned() {
        return content.isEmpty();
    }

    public ManagedTransaction withProposal(Proposal next) {
        return new ManagedTransaction(index, content, Option.some(next));
    }
}
