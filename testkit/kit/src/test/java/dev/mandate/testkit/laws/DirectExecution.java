package dev.mandate.testkit.laws;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Leads a transaction from its creation to its execution in as few steps as possible, by entitled signers. */
final class DirectExecution {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    private DirectExecution() {}

    static Command.CreateTransaction recording(SmartAccount account, TransactionContent content) {
        return new Command.CreateTransaction(holder(account, Permission.CAN_INITIATE), content);
    }

    /** Returns the account with {@code content} as the newest transaction, approved. */
    static SmartAccount approved(SmartAccount account, TransactionContent content, UnixTime now) {
        SmartAccount recorded = play(account, recording(account, content), now);
        long index = recorded.settings().transactionIndex();
        return approve(play(recorded, proposing(recorded, index), now), index, now);
    }

    static Command.CreateProposal proposing(SmartAccount account, long index) {
        return new Command.CreateProposal(holder(account, Permission.CAN_INITIATE), index, false);
    }

    static SmartAccount approve(SmartAccount proposed, long index, UnixTime now) {
        return proposed.settings()
                .roster()
                .signers()
                .filter(signer -> signer.may(Permission.CAN_VOTE))
                .take(proposed.settings().roster().threshold().value())
                .foldLeft(proposed, (before, voter) ->
                        play(before, new Command.CastVote(voter.address(), index, Vote.APPROVE), now));
    }

    /** Returns the answer to an execution at the end of the time lock, for an approval at {@code approvedAt}. */
    static Either<Refusal, Seq<Event>> execute(SmartAccount account, long index, UnixTime approvedAt) {
        return RULES.decide(
                account,
                new Command.Execute(holder(account, Permission.CAN_EXECUTE), index),
                account.settings().timeLock().releases(approvedAt));
    }

    static SmartAccount play(SmartAccount account, Command command, UnixTime now) {
        return fold(account, RULES.decide(account, command, now).get());
    }

    static SmartAccount fold(SmartAccount account, Seq<Event> events) {
        return RULES.fold(Option.some(account), events).get();
    }

    static Address holder(SmartAccount account, Permission permission) {
        return account.settings().roster().holders(permission).head();
    }
}
