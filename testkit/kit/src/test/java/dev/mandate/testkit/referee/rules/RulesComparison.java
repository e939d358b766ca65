package dev.mandate.testkit.referee.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.account.SettingsAction;
import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.chain.AccountQuery;
import dev.mandate.ports.chain.AccountsSnapshot;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.FoundAccount;
import dev.mandate.ports.chain.SendOutcome;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.LedgerProbe.Step;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.squadsv4.terms.RefusalCodes;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Move;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Plays one history with the rules, the simulated chain and the real chain. After every step the chains must have given the
 * same answer and hold the same bytes and lamports. The rules must have given that answer too. The accounts, read in domain
 * terms, must equal the result of the rules' events.
 *
 * @param <R> the real chain
 */
final class RulesComparison<R extends Chain & ChainControl & LedgerProbe> {

    private static final SmartAccountRules RULES = new SmartAccountRules();

    private final SimulatedChain simulated;
    private final R real;
    private final CommandInstructions spelling;
    private Option<SmartAccount> account = Option.none();
    private UnixTime now;
    private int played;
    private int accepted;

    RulesComparison(UnixTime start, R real) {
        this.simulated = SimulatedChain.trustingSignatures(start);
        this.real = real;
        this.now = start;
        RulesFixture.prepare(simulated);
        RulesFixture.prepare(real);
        Address terms = RulesFixture.PROGRAM.creationTermsAddress();
        this.spelling = new CommandInstructions(RulesFixture.PROGRAM.readCreationTerms(
                        simulated.accounts(AccountQuery.ofAnyOwner(Array.of(terms))).get().owned().get(terms).get())
                .get());
    }

    void open(Command.CreateAccount create) {
        step(create);
    }

    void play(Move move) {
        SmartAccount present = account.getOrElseThrow(() -> new IllegalStateException("no account to play with"));
        UnixTime next = move.clock().from(present, now);
        simulated.advance(next.secondsSince(now));
        real.advance(next.secondsSince(now));
        now = next;
        step(payable(move.against(present, RulesFixture.CAST)));
    }

    int played() {
        return played;
    }

    int accepted() {
        return accepted;
    }

    /** Generated instructions have no meaning. Here they are replaced by a payment. */
    private static Command payable(Command command) {
        return command instanceof Command.CreateTransaction(Address by, TransactionContent.VaultInstructions(int vault, Bytes any))
                ? new Command.CreateTransaction(by, RulesFixture.payment(vault))
                : command;
    }

    private void step(Command command) {
        Instruction instruction = spelling.of(command, account.getOrElse(RulesComparison::nothing));
        Option<Bytes> here = transaction(simulated, instruction);
        Option<Bytes> there = transaction(real, instruction);
        if (here.isEmpty()) {
            // A long list of actions: no client could send it.
            return;
        }
        played++;
        Array<Address> watched = watched(instruction);
        Step mine = simulated.sendAndRead(here.get(), watched).get();
        Step theirs = real.sendAndRead(there.get(), watched).get();
        assertEquals(failure(theirs), failure(mine), () -> "simulated otherwise than real: " + command);
        assertEquals(theirs.after().accounts(), mine.after().accounts(), () -> "accounts differ after " + command);
        Either<Refusal, Seq<Event>> decided = RULES.decide(account, command, now);
        if (failure(theirs).exists(failure -> isBeyondTheRules(command, failure))) {
            return;
        }
        if (decided.isLeft()) {
            assertEquals(Option.some(RefusalCodes.of(decided.getLeft())), code(theirs), () -> decided + " to " + command);
        } else {
            assertEquals(Option.none(), failure(theirs), () -> "the rules allow what the program refuses: " + command);
            accepted++;
            account = RULES.fold(account, decided.get());
            assertEquals(account, Option.some(read(theirs.after())), () -> "read otherwise after " + command);
        }
    }

    /** Returns an account for encoding commands while none exists yet. */
    private static SmartAccount nothing() {
        return SmartAccount.of(RULES.fold(
                        RULES.initial(),
                        RULES.decide(
                                        RULES.initial(),
                                        Command.CreateAccount.ofEquals(1, RulesFixture.PAYER.address()),
                                        new UnixTime(0))
                                .get())
                .get()
                .settings());
    }

    /**
     * Returns whether the failure is outside the rules: an amount beyond the balance, or a change whose actions fail in their
     * order. The runtime then stops the change before the program checks whether the outcome is governable.
     */
    private boolean isBeyondTheRules(Command command, TransactionFailure failure) {
        return switch (command) {
            case Command.Spend spend -> isCause(failure, new InstructionFailure.Custom(1));
            case Command.Execute(Address by, long index) ->
                isCause(failure, new InstructionFailure.Named("UnbalancedInstruction"))
                        && removesBeforeItMakesRoom(index);
            case Command.CreateAccount create -> false;
            case Command.CreateTransaction create -> false;
            case Command.CreateProposal create -> false;
            case Command.ActivateProposal activate -> false;
            case Command.CastVote vote -> false;
            case Command.Close close -> false;
            case Command.ChangeAsAdmin change -> false;
            case Command.HandOver handOver -> false;
        };
    }

    private boolean removesBeforeItMakesRoom(long index) {
        return account.get()
                .transactions()
                .get(index)
                .flatMap(ManagedTransaction::content)
                .exists(content -> content instanceof TransactionContent.SettingsChange(Array<SettingsAction> actions)
                        && actions.exists(SettingsAction.RemoveSpendingLimit.class::isInstance)
                        && (actions.exists(SettingsAction.AddSigner.class::isInstance)
                                || actions.dropWhile(action -> !(action instanceof SettingsAction.RemoveSpendingLimit))
                                        .exists(SettingsAction.AddSpendingLimit.class::isInstance)));
    }

    private static boolean isCause(TransactionFailure failure, InstructionFailure expected) {
        return failure instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure cause)
                && cause.equals(expected);
    }

    private static Option<TransactionFailure> failure(Step step) {
        return switch (step.outcome()) {
            case SendOutcome.Accepted accepted -> Option.none();
            case SendOutcome.Refused(TransactionFailure failure, Seq<String> logs) -> Option.some(failure);
        };
    }

    private static Option<Long> code(Step step) {
        return failure(step).flatMap(failure -> failure
                        instanceof TransactionFailure.InstructionFailed(int index, InstructionFailure.Custom(long code))
                ? Option.some(code)
                : Option.none());
    }

    private static Option<Bytes> transaction(Chain chain, Instruction instruction) {
        Message message = new Message(
                MessageVersion.LEGACY,
                RulesFixture.PAYER.address(),
                chain.latestBlockhash().get().blockhash(),
                Array.of(instruction),
                Array.empty());
        return MessageCompiler.compile(message)
                .toOption()
                .map(CompiledMessage::requiredSigners)
                .map(signers -> TestTransactions.standingIn(
                        message, signers.map(signer -> RulesFixture.KEYS.get(signer).get())));
    }

    /** Returns all addresses that the account may own, and all that the instruction names. */
    private Array<Address> watched(Instruction instruction) {
        long newest = account.map(there -> there.settings().transactionIndex()).getOrElse(0L) + 1;
        return Array.of(RulesFixture.ACCOUNT.settings())
                .appendAll(Array.rangeClosed(1L, newest)
                        .flatMap(index -> Array.of(
                                RulesFixture.PROGRAM.transactionAddress(RulesFixture.ACCOUNT, index),
                                RulesFixture.PROGRAM.proposalAddress(RulesFixture.ACCOUNT, index))))
                .appendAll(RulesFixture.CAST.slots().map(HistoryParticipants.Slot::limit))
                .appendAll(RulesFixture.CAST.people())
                .append(RulesFixture.PAYER.address())
                .appendAll(instruction.accounts().map(AccountMeta::address).remove(Address.ZERO))
                .distinct()
                .filter(address -> !address.equals(RulesFixture.PROGRAM.programId())
                        && !address.equals(Address.ZERO)
                        && !address.equals(RulesFixture.MINT.tokenProgram()));
    }

    /** Returns the account on the chain, in domain terms. */
    private SmartAccount read(AccountsSnapshot found) {
        Address settingsAddress = RulesFixture.ACCOUNT.settings();
        SmartAccount base = SmartAccount.of(RulesFixture.PROGRAM
                .readSettings(settingsAddress, found.owned().get(settingsAddress).get())
                .get()
                .settings());
        SmartAccount all = base;
        for (long index = 1; index <= base.settings().transactionIndex(); index++) {
            Option<ManagedTransaction> there = RulesFixture.PROGRAM
                    .readTransaction(
                            RulesFixture.ACCOUNT,
                            index,
                            at(found, RulesFixture.PROGRAM.transactionAddress(RulesFixture.ACCOUNT, index)),
                            at(found, RulesFixture.PROGRAM.proposalAddress(RulesFixture.ACCOUNT, index)))
                    .get();
            all = there.map(all::with).getOrElse(all);
        }
        Map<Address, SpendingLimit> limits = HashMap.empty();
        for (HistoryParticipants.Slot slot : RulesFixture.CAST.slots()) {
            var data = found.owned().get(slot.limit());
            if (data.isDefined()) {
                limits = limits.put(slot.limit(), RulesFixture.PROGRAM
                        .readLimit(RulesFixture.ACCOUNT, slot.limit(), data.get())
                        .get());
            }
        }
        return new SmartAccount(all.settings(), all.transactions(), limits);
    }

    private static FoundAccount at(AccountsSnapshot found, Address address) {
        return RulesFixture.PROGRAM.query(address).answer(found.owned().get(address));
    }
}
