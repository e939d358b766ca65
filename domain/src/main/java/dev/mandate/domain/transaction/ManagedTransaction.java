package dev.mandate.domain.transaction;

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

    public boolean isOrphaned() {
        return content.isEmpty();
    }

    public ManagedTransaction withProposal(Proposal next) {
        return new ManagedTransaction(index, content, Option.some(next));
    }
}
