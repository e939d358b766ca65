package dev.mandate.domain.smartaccount;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * Warns of commands that the rules allow but that will fail later. The program checks most of a change at execution. If it
 * fails then, the votes are spent, and the proposal stays approved until it is cancelled. The forecast finds the same failure
 * earlier.
 */
public final class ExecutionForecast {

    private ExecutionForecast() {}

    /** Returns the warning against {@code command}, whether the rules allow it or not; none if it will have its effect. */
    public static Option<Warning> check(SmartAccount account, Command command, UnixTime now) {
        return switch (command) {
            case Command.CreateTransaction(Address by, TransactionContent content) ->
                switch (content) {
                    case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                        checkChange(account, actions, now);
                    case TransactionContent.VaultInstructions instructions -> Option.none();
                    case TransactionContent.Opaque opaque -> Option.none();
                };
            case Command.CreateProposal(Address by, long index, boolean draft)
            when isClosed(account, index) -> Option.some(new Warning.WouldOrphan(index));
            case Command.CreateAccount create -> Option.none();
            case Command.CreateProposal create -> Option.none();
            case Command.ActivateProposal activate -> Option.none();
            case Command.CastVote(Address by, long index, Vote vote) ->
                switch (vote) {
                    case APPROVE -> checkApproval(account, index, now);
                    case REJECT, CANCEL -> Option.none();
                };
            case Command.Execute(Address by, long index) -> checkContent(account, index);
            case Command.Close(long index, Address collector) -> checkContent(account, index);
            case Command.ChangeAsAdmin change -> Option.none();
            case Command.HandOver handOver -> Option.none();
            case Command.Spend spend ->
                Option.when(spend.amount().isZero(), () -> new Warning.SpendsNothing(spend.limit()));
        };
    }

    private static boolean isClosed(SmartAccount account, long index) {
        return index <= account.settings().transactionIndex()
                && account.transactions()
                        .get(index)
                        .flatMap(ManagedTransaction::content)
                        .isEmpty();
    }

    /** Another client may have proposed the change without a forecast, and the account may have changed since. */
    private static Option<Warning> checkApproval(SmartAccount account, long index, UnixTime now) {
        return account.transactions().get(index).flatMap(transaction -> transaction
                .content()
                .map(content -> switch (content) {
                    case TransactionContent.SettingsChange(Array<SettingsAction> actions) ->
                        checkExecution(account, actions, now);
                    case TransactionContent.VaultInstructions instructions -> Option.<Warning>none();
                    case TransactionContent.Opaque opaque -> checkContent(account, index);
                })
                .getOrElse(() -> Option.some(new Warning.WouldOrphan(index))));
    }

    /** The engine neither executes nor closes content that it cannot show. */
    private static Option<Warning> checkContent(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .flatMap(content -> switch (content) {
                    case TransactionContent.Opaque opaque ->
                        Option.some(new Warning.ContentOpaque(index, opaque.why()));
                    case TransactionContent.SettingsChange change -> Option.none();
                    case TransactionContent.VaultInstructions instructions -> Option.none();
                });
    }

    private static Option<Warning> checkChange(SmartAccount account, Array<SettingsAction> actions, UnixTime now) {
        return ambiguousRemoval(account, actions).orElse(() -> checkExecution(account, actions, now));
    }

    private static Option<Warning> checkExecution(SmartAccount account, Array<SettingsAction> actions, UnixTime now) {
        return VotedChange.run(account, actions, now).swap().toOption().map(Warning.WouldNeverExecute::new);
    }

    private static Option<Warning> ambiguousRemoval(SmartAccount account, Array<SettingsAction> actions) {
        Array<Address> present = account.settings().roster().signers().map(Signer::address);
        for (SettingsAction action : actions) {
            present = present.appendAll(action.addedSigner().map(Signer::address));
            for (Address removed : action.removedSigner()) {
                if (present.count(removed::equals) > 1) {
                    return Option.some(new Warning.AmbiguousRemoval(removed));
                }
                present = present.remove(removed);
            }
        }
        return Option.none();
    }
}
