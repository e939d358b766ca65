package dev.mandate.testkit.referee;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.LedgerProbe.Step;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.keys.TestTransactions;
import dev.mandate.solana.wire.CompiledMessage;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** Runs the same transactions on the simulated chain and on the real runtime. Compares every answer and account. */
final class ChainComparison<R extends Chain & ChainControl & LedgerProbe> {

    private final SimulatedChain simulated;
    private final R real;
    private Set<Address> touched = LinkedHashSet.ofAll(ComparisonAccounts.PEOPLE_ADDRESSES).add(ComparisonAccounts.PAYER.address());

    ChainComparison(UnixTime start, R real) {
        this.simulated = SimulatedChain.trustingSignatures(start);
        this.real = real;
        ComparisonAccounts.set(simulated);
        ComparisonAccounts.set(real);
    }

    /** Returns the simulated chain, for choosing the next transaction. */
    SimulatedChain simulated() {
        return simulated;
    }

    void advance(long seconds) {
        simulated.advance(seconds);
        real.advance(seconds);
    }

    /** The result of one round. */
    sealed interface Round {
        /** Not played: too long, a signer without a key, or a write to a program. */
        record Unsendable() implements Round {}

        /** Both chains gave this answer and agree on every account. */
        record Agreed(Option<TransactionFailure> failure) implements Round {}

        /** The chains disagree. */
        record Diverged(String report) implements Round {}
    }

    Round play(Address payer, Seq<Instruction> instructions) {
        Option<CompiledMessage> message = ProgramTransactions.sendable(payer, instructions);
        if (message.isEmpty()) {
            return new Round.Unsendable();
        }
        for (Instruction instruction : instructions) {
            touched = touched.addAll(instruction.accounts().map(AccountMeta::address));
        }
        Array<Address> read = Array.ofAll(touched).remove(Address.ZERO);
        Step mine = simulated.sendAndRead(transaction(simulated, message.get()), read).get();
        Step theirs = real.sendAndRead(transaction(real, message.get()), read).get();
        Option<TransactionFailure> failure = failure(mine.outcome());
        if (!failure.equals(failure(theirs.outcome()))) {
            return new Round.Diverged("simulated: " + failure + "\nreal:      " + theirs.outcome());
        }
        return differences(mine.after().owned(), theirs.after().owned(), read)
                .<Round>map(Round.Diverged::new)
                .getOrElse(() -> new Round.Agreed(failure));
    }

    private static Option<TransactionFailure> failure(SendOutcome outcome) {
        return switch (outcome) {
            case SendOutcome.Accepted accepted -> Option.none();
            case SendOutcome.Refused(TransactionFailure failure, Seq<String> logs) -> Option.some(failure);
        };
    }

    private static Option<String> differences(
            Map<Address, AccountData> mine, Map<Address, AccountData> theirs, Seq<Address> read) {
        for (Address address : read) {
            Option<AccountData> here = mine.get(address);
            Option<AccountData> there = theirs.get(address);
            boolean program = here.exists(AccountData::executable) || there.exists(AccountData::executable);
            if (!program && !here.equals(there)) {
                return Option.some("account " + address + "\nsimulated: " + show(here) + "\nreal:      " + show(there));
            }
        }
        return Option.none();
    }

    private static String show(Option<AccountData> account) {
        return account.map(
                        it -> it.lamports() + " " + it.owner() + " " + it.data().toHex())
                .getOrElse("none");
    }

    private static Bytes transaction(Chain chain, CompiledMessage message) {
        return TestTransactions.standingIn(message.withLifetime(chain.latestBlockhash().get().blockhash()));
    }
}
