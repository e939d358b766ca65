package dev.mandate.engine.plan;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.UncheckedSettings;
import dev.mandate.domain.account.SettingsRefusal;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.domain.transaction.Vote;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.NewStorage;
import dev.mandate.ports.spi.program.Operation;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Checks the order of a change's actions. The program pays the rent of a removed limit out by itself. After that, in the same
 * instruction, it cannot call the system program ({@code UnbalancedInstruction}). So it can neither create another limit's account nor
 * enlarge the settings after all actions. No rule of the account says so; the proposal would stay approved until it is cancelled.
 */
final class ChangeOrder {

    private final SmartAccountProgram program;

    ChangeOrder(SmartAccountProgram program) {
        this.program = program;
    }

    /** The draft; refused if it proposes, approves or executes a change whose order the program cannot execute. */
    Either<BuildRefusal, Draft> requireDoable(Draft draft) {
        return draft.simulation()
                        .acts()
                        .exists(act -> content(draft, act)
                                .exists(content -> isStuck(draft.account(), draft.lengths(), act.before(), content)))
                ? Either.left(new BuildRefusal.MustBeTwoChanges())
                : Either.right(draft);
    }

    private static Option<TransactionContent> content(Draft draft, RuleSimulation.Act act) {
        return switch (act.operation()) {
            case Operation.CreateTransaction create -> Option.some(create.content());
            case Operation.ExecuteChange execute -> Option.some(execute.change());
            case Operation.CastVote vote when vote.vote() == Vote.APPROVE ->
                draft.simulation().after().transactions().get(vote.index()).flatMap(ManagedTransaction::content);
            case Operation.CastVote vote -> Option.none();
            case Operation.CreateAccount create -> Option.none();
            case Operation.CreateProposal create -> Option.none();
            case Operation.ActivateProposal activate -> Option.none();
            case Operation.ExecuteInstructions execute -> Option.none();
            case Operation.Close close -> Option.none();
            case Operation.ChangeAsAdmin change -> Option.none();
            case Operation.HandOver handOver -> Option.none();
            case Operation.Spend spend -> Option.none();
        };
    }

    private boolean isStuck(
            AccountRef account, Map<Address, Integer> lengths, Settings before, TransactionContent content) {
        return switch (content) {
            case TransactionContent.VaultInstructions instructions -> false;
            case TransactionContent.Opaque opaque -> false;
            case TransactionContent.SettingsChange change -> {
                Array<SettingsAction> fromRemoval =
                        change.actions().dropUntil(SettingsAction.RemoveSpendingLimit.class::isInstance);
                yield !fromRemoval.isEmpty()
                        && (fromRemoval.exists(SettingsAction.AddSpendingLimit.class::isInstance)
                                || outcome(before, change.actions())
                                        .exists(after -> grows(account, lengths, before, after, change)));
            }
        };
    }

    /** Whether a change enlarges the settings. This does not depend on who executes it or pays. */
    private boolean grows(
            AccountRef account,
            Map<Address, Integer> lengths,
            Settings before,
            Settings after,
            TransactionContent.SettingsChange change) {
        Operation execution = new Operation.ExecuteChange(account.address(), account.address(), 0, change);
        return program.roomFor(account, execution, before, after, lengths)
                .exists(room -> room.kind() == NewStorage.Kind.SETTINGS);
    }

    private static Option<Settings> outcome(Settings settings, Array<SettingsAction> actions) {
        Either<SettingsRefusal, UncheckedSettings> draft = Either.right(UncheckedSettings.of(settings));
        for (SettingsAction action : actions) {
            draft = draft.flatMap(before -> switch (action) {
                case SettingsAction.GovernanceAction governance -> before.voted(governance);
                case SettingsAction.LimitAction limit -> Either.right(before);
            });
        }
        return draft.flatMap(UncheckedSettings::settle).toOption();
    }
}
