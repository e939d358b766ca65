package dev.mandate.testkit.referee.corpus;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.LedgerProbe;
import dev.mandate.simulator.keys.TestTransactions;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * Plays recorded sequences on a chain that accepts any signature.
 *
 * @param <C> the chain
 */
final class ChainReplay<C extends Chain & ChainControl & LedgerProbe> {

    private final C chain;
    private final CorpusSetup setup;

    /**
     * Sets the accounts of {@code setup}.
     *
     * @param chain a fresh one, whose clock is at the start
     */
    ChainReplay(CorpusSetup setup, C chain) {
        this.chain = chain;
        this.setup = setup;
        setup.accounts().forEach(chain::put);
    }

    /** Returns the first difference from what the program did; none if there is none. */
    Option<String> difference(RecordedSequence sequence) {
        Map<Address, AccountData> expected = setup.accounts();
        for (int at = 0; at < sequence.steps().size(); at++) {
            RecordedStep step = sequence.steps().get(at);
            expected = SequenceCodec.after(expected, step);
            Option<String> difference = difference(step, expected);
            if (difference.isDefined()) {
                return Option.some("sequence " + sequence.number() + ", step " + at + ": " + difference.get());
            }
        }
        return Option.none();
    }

    private Option<String> difference(RecordedStep step, Map<Address, AccountData> expected) {
        chain.advance(step.seconds());
        Array<Address> touched = touched(step);
        LedgerProbe.Step played = send(chain, step, touched);
        Option<TransactionFailure> failure = failure(played);
        if (!failure.equals(step.failure())) {
            return Option.some("recorded " + step.failure() + ", but " + failure);
        }
        return touched.flatMap(address -> difference(address, expected.get(address), played.after().owned().get(address)))
                .headOption();
    }

    private static Option<String> difference(Address address, Option<AccountData> expected, Option<AccountData> found) {
        return expected.equals(found) || found.exists(AccountData::executable)
                ? Option.none()
                : Option.some("account " + address + "\nrecorded " + show(expected) + "\nbut      " + show(found));
    }

    private static String show(Option<AccountData> account) {
        return account.map(it -> it.lamports() + " " + it.owner() + " " + it.data().toHex()).getOrElse("none");
    }

    /** Returns all accounts that a step may change. */
    static Array<Address> touched(RecordedStep step) {
        return step.instructions()
                .flatMap(instruction -> instruction.accounts().map(AccountMeta::address))
                .append(step.payer())
                .distinct()
                .remove(Address.ZERO);
    }

    static <C extends Chain & LedgerProbe> LedgerProbe.Step send(C chain, RecordedStep step, Array<Address> touched) {
        Bytes transaction = TestTransactions.standingIn(
                step.message().withLifetime(chain.latestBlockhash().get().blockhash()));
        return chain.sendAndRead(transaction, touched).get();
    }

    static Option<TransactionFailure> failure(LedgerProbe.Step played) {
        return switch (played.outcome()) {
            case SendOutcome.Accepted accepted -> Option.none();
            case SendOutcome.Refused(TransactionFailure failure, Seq<String> logs) -> Option.some(failure);
        };
    }
}
