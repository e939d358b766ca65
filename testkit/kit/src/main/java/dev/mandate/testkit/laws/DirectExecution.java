package dev.mandate.testkit.laws;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Leads a transaction from its creation to its execution in as few steps as possible, by entitled signers. */
record DirectExecution(RulesUnderTest rules) {

    static Command.CreateTransaction recording(SmartAccount account, TransactionContent content) {
        return new Command.CreateTransaction(holder(account, Permission.CAN_INITIATE), content);
    }

    /** Returns the account with {@code content} as the newest transaction, approved. */
    SmartAccount approved(SmartAccount account, TransactionContent content, UnixTime now) {
        SmartAccount recorded = play(account, recording(account, content), now);
        long index = recorded.settings().transactionIndex();
        return approve(play(recorded, proposing(recorded, index), now), index, now);
    }

    static Command.CreateProposal proposing(SmartAccount account, long index) {
        return new Command.CreateProposal(holder(account, Permission.CAN_INITIATE), index, false);
    }

    SmartAccount approve(SmartAccount proposed, long index, UnixTime now) {
        return proposed.settings()
                .roster()
                .holders(Permission.CAN_VOTE)
                .take(proposed.settings().roster().threshold().value())
                .foldLeft(proposed, (before, voter) ->
                        play(before, new Command.CastVote(voter, index, Vote.APPROVE), now));
    }

    /** Returns the answer to an execution at the end of the time lock, for an approval at {@code approvedAt}. */
    Either<?, SmartAccount> execute(SmartAccount account, long index, UnixTime approvedAt) {
        return rules.apply(
                Option.some(account),
                executing(account, index),
                account.settings().timeLock().releases(approvedAt));
    }

    static Command.Execute executing(SmartAccount account, long index) {
        return new Command.Execute(holder(account, Permission.CAN_EXECUTE), index);
    }

    SmartAccount play(SmartAccount account, Command command, UnixTime now) {
        return rules.apply(Option.some(account), command, now)
                .getOrElseThrow(why -> new AssertionError(command + " is refused: " + why));
    }

    static Address holder(SmartAccount account, Permission permission) {
        return account.settings().roster().holders(permission).head();
    }
}
