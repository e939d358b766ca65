package dev.mandate.engine.explain;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.explain.AccountPower;
import dev.mandate.domain.explain.DescribedInstruction;
import dev.mandate.domain.explain.ExplainedContent;
import dev.mandate.domain.explain.ExplainedContent.Body;
import dev.mandate.domain.explain.ExplainedInstruction;
import dev.mandate.domain.explain.FactSource;
import dev.mandate.domain.explain.PowerChange;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.engine.explain.AccountSource.Found;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SettingsAccount;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Finds who has power before and after a transaction: over smart accounts by the rules of their program, over other accounts by their rights. */
final class PowerReader {

    private final SmartAccountProgram program;
    private final AccountSource source;

    PowerReader(ChainFormats formats, AccountSource source) {
        this.program = formats.program();
        this.source = source;
    }

    Either<ChainFault, Array<PowerChange>> of(Array<ExplainedInstruction> instructions) {
        return changes(instructions.flatMap(this::commands), instructions);
    }

    Either<ChainFault, Array<PowerChange>> of(ExplainedContent content) {
        return changes(commands(content), content.instructions());
    }

    private Either<ChainFault, Array<PowerChange>> changes(
            Array<Tuple2<SettingsAddress, Command>> commands, Array<ExplainedInstruction> instructions) {
        Array<PowerChange> rights = instructions.flatMap(ExplainedInstruction::withAll).flatMap(one ->
                one.decoded() instanceof DescribedInstruction.Decoded known ? known.rights() : Array.<PowerChange>empty());
        return accounts(commands).map(accounts -> accounts.appendAll(rights));
    }

    private Array<Tuple2<SettingsAddress, Command>> commands(ExplainedInstruction one) {
        return command(one.instruction()).toArray().appendAll(one.content().toArray().flatMap(this::commands));
    }

    private Array<Tuple2<SettingsAddress, Command>> commands(ExplainedContent content) {
        return switch (content.body()) {
            case Body.Unread unread -> Array.empty();
            // Whoever proposes it: all signers execute it together.
            case Body.OfSettings(Array<SettingsAction> actions) -> Array.of(Tuple.of(
                    content.settings(), new Command.CreateTransaction(content.account(), new TransactionContent.SettingsChange(actions))));
            case Body.OfBatch batch -> batch.parts()
                    .map(Body.OfBatch.Part::content)
                    .reject(part -> part.execution() == ExplainedContent.Execution.DONE)
                    .flatMap(this::commands);
            case Body.OfVault vault -> vault.instructions().flatMap(this::commands);
        };
    }

    private Option<Tuple2<SettingsAddress, Command>> command(Instruction instruction) {
        return program.adminInstruction(instruction)
                .map(change -> Tuple.of(change.settings(), change.command()))
                .orElse(() -> program.creationOf(instruction)
                        .map(creation -> Tuple.of(program.locate(creation.createKey()).settings(), creation.terms())));
    }

    private Either<ChainFault, Array<PowerChange>> accounts(Array<Tuple2<SettingsAddress, Command>> commands) {
        Map<SettingsAddress, Array<Command>> byAccount = commands.foldLeft(
                LinkedHashMap.<SettingsAddress, Array<Command>>empty(),
                (all, one) -> all.put(one._1, all.get(one._1).getOrElse(Array::empty).append(one._2)));
        return byAccount.isEmpty()
                ? Either.right(Array.empty())
                : source.accounts(byAccount.toArray().flatMap(of -> queries(of._1, of._2)))
                        .map(found -> byAccount.toArray().map(of -> change(program.accountOf(of._1), of._2, found)));
    }

    private Array<AccountQuery> queries(SettingsAddress settings, Array<Command> commands) {
        return removed(commands).prepend(settings.address()).distinct().map(program::query);
    }

    private static Array<Address> removed(Array<Command> commands) {
        return commands.flatMap(PowerReader::actions)
                .flatMap(action -> action instanceof SettingsAction.RemoveSpendingLimit(Address limit) ? Option.some(limit) : Option.<Address>none());
    }

    private static Array<SettingsAction> actions(Command command) {
        return command instanceof Command.CreateTransaction(var by, TransactionContent content)
                ? Array.ofAll(content.settingsActions())
                : command instanceof Command.ChangeAsAdmin(var by, SettingsAction action) ? Array.of(action) : Array.empty();
    }

    private PowerChange change(AccountRef account, Array<Command> commands, Found found) {
        Option<SmartAccount> read = found.accounts()
                .get(account.settings().address())
                .flatMap(data -> program.readSettings(account.settings(), data).toOption())
                .map(SettingsAccount::settings)
                .map(settings -> withLimits(account, SmartAccount.of(settings), commands, found));
        Option<SmartAccount> start = read.orElse(() -> created(commands));
        AccountPower before = read.<AccountPower>map(there -> AccountPower.of(program.rules(), account.address(), there))
                .getOrElse(() -> start.isDefined() ? new AccountPower.NoAccount() : new AccountPower.NotRead());
        AccountPower after = start.<AccountPower>map(there -> AccountPower.after(program.rules(), account.address(), there, commands))
                .getOrElse(AccountPower.NotRead::new);
        return new PowerChange.OverSmartAccount(account.address(), account.settings(), before, after, found.source());
    }

    private SmartAccount withLimits(AccountRef account, SmartAccount read, Array<Command> commands, Found found) {
        return removed(commands).foldLeft(read, (so, limit) -> found.accounts()
                .get(limit)
                .flatMap(data -> program.readLimit(account, limit, data).toOption())
                .map(there -> so.withLimit(limit, there))
                .getOrElse(so));
    }

    /** The account that the first of these commands makes. */
    private Option<SmartAccount> created(Array<Command> commands) {
        return commands.headOption()
                .filter(Command.CreateAccount.class::isInstance)
                .flatMap(create -> program.rules().decide(Option.none(), create, new UnixTime(0)).toOption())
                .flatMap(events -> program.rules().fold(Option.none(), events));
    }
}
