package dev.mandate.domain.transaction;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * A transaction of an account: what is voted on, and where the vote stands. The chain keeps the two apart, so either may be
 * missing, never both: content without a proposal was only recorded; a proposal without content is orphaned, since its
 * content was closed before the proposal was made: it can be voted on and never be executed.
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
     * Whether an approval of it can ever lead to its execution: not without content that is understood here, and not if it is a
     * change of settings that was proposed under others than {@code settings}.
     */
    public boolean canBeExecutedUnder(Settings settings) {
        return content.exists(there -> switch (there) {
            case TransactionContent.SettingsChange change -> !settings.makesStale(index);
            case TransactionContent.VaultInstructions instructions -> true;
            case TransactionContent.Opaque opaque -> false;
        });
    }

    /** Who may vote on it now: to approve or reject what is open and was proposed under {@code settings}, to cancel what is approved. */
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
