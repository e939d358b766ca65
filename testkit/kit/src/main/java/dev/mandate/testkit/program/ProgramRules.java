package dev.mandate.testkit.program;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.RulesUnderTest;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.function.Function;
import net.jqwik.api.Assume;
import org.jspecify.annotations.Nullable;

/**
 * The rules of a program on a chain: each command is a signed transaction through the {@code SmartAccountProgram} port, and the account is
 * read back from the chain. An account that was left for another one is played again on a new chain.
 *
 * <p>jqwik discards an example that meets a limit beyond the rules: a transaction that is too large, a vault without enough money.
 *
 * @param <C> the chain
 */
public final class ProgramRules<C extends Chain & ChainControl> implements RulesUnderTest {

    private final ProgramAccount account;
    private final Function<UnixTime, C> chains;
    private final IdentityHashMap<SmartAccount, Played> paths = new IdentityHashMap<>();
    private @Nullable Stage stage;

    /** How an account was reached. */
    private record Played(Option<SmartAccount> before, Command command, UnixTime at) {}

    /** A chain, and the account that it holds. */
    private final class Stage {
        private final C chain;
        private final CommandInstructions spelling;
        private Option<SmartAccount> held = Option.none();
        private UnixTime now;

        private Stage(UnixTime start) {
            chain = chains.apply(start);
            account.prepare(chain);
            spelling = new CommandInstructions(account, account.terms(chain));
            now = start;
        }

        private Either<TransactionFailure, SmartAccount> send(Command command, UnixTime at) {
            chain.advance(at.secondsSince(now));
            now = at;
            Option<Bytes> transaction =
                    account.transaction(chain, spelling.of(command, held.getOrNull()), TestTransactions::signed);
            Assume.that(transaction.isDefined());
            return switch (chain.send(transaction.get()).get()) {
                case SendOutcome.Accepted accepted -> {
                    long newest = held.map(before -> before.settings().transactionIndex() + 1).getOrElse(0L);
                    SmartAccount after = account.read(
                            chain.accounts(AccountQuery.ofAnyOwner(account.addresses(newest))).get());
                    held = Option.some(after);
                    yield Either.right(after);
                }
                case SendOutcome.Refused(TransactionFailure failure, Seq<String> logs) -> {
                    Assume.that(!isBeyondTheRules(held, command, failure));
                    yield Either.left(failure);
                }
            };
        }
    }

    /**
     * Makes the rules of a program.
     *
     * @param chains makes a chain that runs the program, with its clock at the given time; {@code SimulatedChain::new}
     */
    public ProgramRules(SmartAccountProgram program, Function<UnixTime, C> chains) {
        this.account = new ProgramAccount(program);
        this.chains = chains;
    }

    @Override
    public HistoryParticipants participants() {
        return account.participants();
    }

    @Override
    public Either<?, SmartAccount> apply(Option<SmartAccount> before, Command command, UnixTime now) {
        Either<TransactionFailure, SmartAccount> answer = stageOf(before, now).send(payable(command), now);
        answer.forEach(after -> paths.put(after, new Played(before, command, now)));
        return answer;
    }

    @SuppressWarnings("ReferenceEquality") // equal accounts may have been reached at different times
    private Stage stageOf(Option<SmartAccount> before, UnixTime now) {
        Stage present = stage;
        if (present != null && present.held.getOrNull() == before.getOrNull() && !now.isBefore(present.now) && before.isDefined()) {
            return present;
        }
        Stage next = played(before, now);
        stage = next;
        return next;
    }

    private Stage played(Option<SmartAccount> target, UnixTime now) {
        Array<Played> path = Array.empty();
        Option<SmartAccount> reached = target;
        while (reached.isDefined()) {
            Played last = Objects.requireNonNull(paths.get(reached.get()), "other rules returned this account");
            path = path.prepend(last);
            reached = last.before();
        }
        Stage next = new Stage(path.headOption().map(Played::at).getOrElse(now));
        for (Played step : path) {
            var unused = next.send(payable(step.command()), step.at()).get();
        }
        next.held = target;
        return next;
    }

    /** Generated instructions have no meaning. Here they are replaced by a payment. */
    private Command payable(Command command) {
        return command instanceof Command.CreateTransaction(Address by, TransactionContent.VaultInstructions(int vault, Bytes any))
                ? new Command.CreateTransaction(by, account.payment(vault))
                : command;
    }

    /**
     * Whether the chain stopped {@code command} for a reason that is none of the rules: an amount beyond the balance, or a change that
     * frees an account and then makes room.
     */
    public static boolean isBeyondTheRules(Option<SmartAccount> held, Command command, TransactionFailure failure) {
        return failure instanceof TransactionFailure.InstructionFailed(int at, InstructionFailure cause)
                && ((command instanceof Command.Spend && cause.equals(new InstructionFailure.Custom(1)))
                        || (command instanceof Command.Execute(Address by, long index)
                                && cause.equals(new InstructionFailure.Named("UnbalancedInstruction"))
                                && removesBeforeItMakesRoom(held.get(), index)));
    }

    /** The runtime stops a change that frees an account and then makes room, before the program judges the outcome. */
    private static boolean removesBeforeItMakesRoom(SmartAccount account, long index) {
        return account.transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .exists(content -> content instanceof TransactionContent.SettingsChange(Array<SettingsAction> actions)
                        && actions.exists(SettingsAction.RemoveSpendingLimit.class::isInstance)
                        && (actions.exists(SettingsAction.AddSigner.class::isInstance)
                                || actions.dropWhile(action -> !(action instanceof SettingsAction.RemoveSpendingLimit))
                                        .exists(SettingsAction.AddSpendingLimit.class::isInstance)));
    }
}
