package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.ports.chain.AccountsSnapshot;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.desk.SubmissionRefusal;
import dev.mandate.ports.program.SmartAccountProgram;
import io.vavr.collection.Vector;
import io.vavr.control.Either;

/**
 * No vote leaves before what it is for is there. A vote names a proposal by its number alone: underway too early it would wait for
 * whatever is proposed under that number first, and count for that.
 */
final class ProposedFirst {

    private final Chain chain;
    private final SmartAccountProgram program;

    ProposedFirst(Chain chain, SmartAccountProgram program) {
        this.chain = chain;
        this.program = program;
    }

    /** What is proposed in the same transaction as the vote is there if the vote is. */
    Either<SubmissionRefusal, Message> require(Message message) {
        Vector<Address> proposed = message.instructions().toVector().flatMap(program::proposed);
        Vector<Address> elsewhere = message.instructions()
                .toVector()
                .flatMap(program::votedOn)
                .distinct()
                .removeAll(proposed);
        return elsewhere.isEmpty()
                ? Either.right(message)
                : chain.accounts(elsewhere)
                        .<SubmissionRefusal>mapLeft(
                                fault -> new SubmissionRefusal.NotAsked(new BuildRefusal.ChainSilent(fault)))
                        .flatMap(found -> elsewhere
                                .find(proposal -> !isThere(found, proposal))
                                .<Either<SubmissionRefusal, Message>>map(
                                        missing -> Either.left(new SubmissionRefusal.NotProposedYet(missing)))
                                .getOrElse(() -> Either.right(message)));
    }

    /** Anybody can send lamports to an address: that proposes nothing. */
    private boolean isThere(AccountsSnapshot found, Address proposal) {
        return found.accounts().get(proposal).exists(account -> account.owner().equals(program.programId()));
    }
}
