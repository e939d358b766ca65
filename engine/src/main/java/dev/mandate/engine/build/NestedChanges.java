package dev.mandate.engine.build;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.limit.EngineLimitRepository;
import dev.mandate.engine.plan.RuleSimulation;
import dev.mandate.engine.query.ChainReader;
import dev.mandate.engine.parts.EngineParts;
import dev.mandate.engine.query.LoadedAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.LifeCycleInstruction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Checks instructions that a vault signs for changes of the same account's settings. They are refused for the same reasons as a change
 * by vote.
 */
final class NestedChanges {

    private final SmartAccountProgram program;
    private final ChainReader reader;
    private final TokenMoves tokenMoves;
    private final EngineLimitRepository engineLimits;

    NestedChanges(EngineParts parts, ChainReader reader) {
        this.program = parts.program();
        this.reader = reader;
        this.tokenMoves = new TokenMoves(parts, reader);
        this.engineLimits = new EngineLimitRepository(parts.journal());
    }

    /** The instructions; refused if a change of the account's own settings among them is not allowed. */
    Either<BuildRefusal, Array<Instruction>> requireLawful(LoadedAccount loaded, Array<Instruction> instructions) {
        SettingsAddress own = loaded.ref().settings();
        Array<Command> commands = instructions.flatMap(instruction -> command(own, instruction));
        Array<SettingsAction> actions = commands.flatMap(NestedChanges::actions);
        return BuildRefusal.unless(tokenMoves.toChange(loaded, new TransactionContent.SettingsChange(actions)))
                .flatMap(fine -> withLimits(loaded, actions))
                .flatMap(account -> allowed(account, commands))
                .flatMap(allowed -> leaversHoldNoLimits(loaded, actions))
                .map(checked -> instructions);
    }

    private Option<Command> command(SettingsAddress own, Instruction instruction) {
        return program.adminInstruction(instruction)
                .filter(change -> change.settings().equals(own))
                .map(change -> change.command())
                .orElse(() -> program.lifeCycle(instruction)
                        .filter(step -> step.settings().equals(own))
                        .flatMap(LifeCycleInstruction::recording)
                        .map(create -> new Command.CreateTransaction(create.by(), create.content())));
    }

    private static Array<SettingsAction> actions(Command command) {
        return switch (command) {
            case Command.ChangeAsAdmin change -> Array.of(change.action());
            case Command.CreateTransaction create -> create.content().settingsActions();
            case Command.CreateAccount create -> Array.empty();
            case Command.CreateProposal create -> Array.empty();
            case Command.ActivateProposal activate -> Array.empty();
            case Command.CastVote vote -> Array.empty();
            case Command.Execute execute -> Array.empty();
            case Command.Close close -> Array.empty();
            case Command.HandOver handOver -> Array.empty();
            case Command.Spend spend -> Array.empty();
        };
    }

    private Either<BuildRefusal, LoadedAccount> withLimits(LoadedAccount loaded, Array<SettingsAction> actions) {
        Array<Address> limits = actions.flatMap(SettingsAction::changedLimit);
        return limits.isEmpty()
                ? Either.right(loaded)
                : reader.load(loaded.ref().address(), Array.empty(), limits);
    }

    private static Either<BuildRefusal, SmartAccount> allowed(LoadedAccount loaded, Array<Command> commands) {
        Either<BuildRefusal, SmartAccount> allowed = Either.right(loaded.account());
        for (Command command : commands) {
            allowed = allowed.flatMap(before -> RuleSimulation.careful(loaded.rules(), before, command, loaded.now()));
        }
        return allowed;
    }

    /** Refuses a removal of signers whom spending limits name: they could still spend. */
    private Either<BuildRefusal, LoadedAccount> leaversHoldNoLimits(
            LoadedAccount loaded, Array<SettingsAction> actions) {
        Array<Address> leavers = actions.flatMap(SettingsAction::removedSigner)
                .removeAll(actions.flatMap(SettingsAction::addedSigner).map(Signer::address));
        return leavers.isEmpty()
                ? Either.right(loaded)
                : reader.limitsOf(loaded.ref())
                        .map(limits -> SettingsBuilder.namedBy(leavers, staying(limits, actions), engineLimits))
                        .flatMap(named -> named.isEmpty()
                                ? Either.right(loaded)
                                : Either.left(new BuildRefusal.LeaversHoldLimits(named)));
    }

    private static Map<Address, SpendingLimit> staying(
            Map<Address, SpendingLimit> limits, Array<SettingsAction> actions) {
        return limits.filterKeys(limit -> !actions.contains(new SettingsAction.RemoveSpendingLimit(limit)));
    }
}
