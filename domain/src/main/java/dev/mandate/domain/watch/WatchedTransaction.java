package dev.mandate.domain.watch;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.account.Settings;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.Proposal;
import dev.mandate.domain.transaction.TransactionContent;
import io.vavr.control.Option;

/**
 * A transaction of a watched account.
 *
 * @param proposer who recorded its content; none if nobody knows
 * @param executableSince when it was told that its time lock is over; none before
 */
public record WatchedTransaction(ManagedTransaction transaction, Option<Address> proposer, Option<UnixTime> executableSince) {

    /** Longer messages of a vault are not remembered: an account may have many open transactions. */
    static final int LONGEST_MESSAGE_BYTES = 512;

    public long index() {
        return transaction.index();
    }

    /** When an approved transaction with a time lock can be executed; none if that was told, or nothing waits for it. */
    public Option<UnixTime> untoldRelease(Settings settings) {
        return executableSince.isEmpty()
                        && settings.timeLock().seconds() > 0
                        && transaction.proposal().getOrNull() instanceof Proposal.Approved approved
                        && transaction.canBeExecutedUnder(settings)
                ? Option.some(settings.timeLock().releases(approved.since()))
                : Option.none();
    }

    /** Whether nothing can happen to it any more but that it is closed. */
    public boolean isFinal() {
        return transaction.proposal().exists(proposal -> switch (proposal) {
            case Proposal.Executed executed -> true;
            case Proposal.Rejected rejected -> true;
            case Proposal.Cancelled cancelled -> true;
            case Proposal.Draft draft -> false;
            case Proposal.Active active -> false;
            case Proposal.Approved approved -> false;
        });
    }

    /** Without the bytes of a long message. */
    WatchedTransaction withoutLongMessage() {
        return new WatchedTransaction(
                new ManagedTransaction(transaction.index(), transaction.content().map(WatchedTransaction::shortened), transaction.proposal()),
                proposer,
                executableSince);
    }

    private static TransactionContent shortened(TransactionContent content) {
        return switch (content) {
            case TransactionContent.SettingsChange change -> change;
            case TransactionContent.VaultInstructions(int vault, Bytes message) ->
                message.length() <= LONGEST_MESSAGE_BYTES ? content : new TransactionContent.VaultInstructions(vault, Bytes.EMPTY);
            case TransactionContent.Opaque(String why, Bytes stored) -> new TransactionContent.Opaque(why, Bytes.EMPTY);
        };
    }
}
