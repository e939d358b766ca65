package dev.mandate.testkit.referee.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.InstructionFailure;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Event;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.smartaccount.SmartAccountRules;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.LedgerProbe.Step;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.squadsv4.terms.RefusalCodes;
import dev.mandate.testkit.generators.Move;
import dev.mandate.testkit.program.ProgramAccount;
import dev.mandate.testkit.program.ProgramRules;
import io.vavr.collection.Array;
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

    static final ProgramAccount ACCOUNT = PlayedCommands.ACCOUNT;

    private static final SmartAccountRules RULES = new SmartAccountRules();

    private final SimulatedChain simulated;
    private final R real;
    private final PlayedCommands commands;
    private Option<SmartAccount> account = Option.none();
    private UnixTime now;
    private int played;
    private int accepted;

    RulesComparison(UnixTime start, R real) {
        this.simulated = SimulatedChain.trustingSignatures(start);
        this.real = real;
        this.now = start;
        ACCOUNT.prepare(simulated);
        ACCOUNT.prepare(real);
        this.commands = new PlayedCommands(simulated);
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
        step(PlayedCommands.command(move, present));
    }

    int played() {
        return played;
    }

    int accepted() {
        return accepted;
    }

    private void step(Command command) {
        Instruction instruction = commands.instruction(command, account);
        Option<Bytes> here = ACCOUNT.transaction(simulated, instruction, TestTransactions::standingIn);
        Option<Bytes> there = ACCOUNT.transaction(real, instruction, TestTransactions::standingIn);
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
        if (failure(theirs).exists(failure -> ProgramRules.isBeyondTheRules(account, command, failure))) {
            return;
        }
        if (decided.isLeft()) {
            assertEquals(Option.some(RefusalCodes.of(decided.getLeft())), code(theirs), () -> decided + " to " + command);
        } else {
            assertEquals(Option.none(), failure(theirs), () -> "the rules allow what the program refuses: " + command);
            accepted++;
            account = RULES.fold(account, decided.get());
            assertEquals(account, Option.some(ACCOUNT.read(theirs.after())), () -> "read otherwise after " + command);
        }
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

    /** Returns all addresses that the account may own, and all that the instruction names. */
    private Array<Address> watched(Instruction instruction) {
        long newest = account.map(there -> there.settings().transactionIndex()).getOrElse(0L) + 1;
        return ACCOUNT.addresses(newest)
                .appendAll(ACCOUNT.participants().people())
                .append(ProgramAccount.PAYER.address())
                .appendAll(instruction.accounts().map(AccountMeta::address).remove(Address.ZERO))
                .distinct()
                .filter(address -> !address.equals(ACCOUNT.program().programId())
                        && !address.equals(Address.ZERO)
                        && !address.equals(ProgramAccount.MINT.tokenProgram()));
    }
}
