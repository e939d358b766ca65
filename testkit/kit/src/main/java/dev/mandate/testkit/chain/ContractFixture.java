package dev.mandate.testkit.chain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.simulator.keys.TestTransactions;
import io.vavr.collection.List;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.atomic.AtomicLong;

/** Steps that the contract's tests share. */
abstract class ContractFixture {

    static final long SOL = 1_000_000_000;
    static final long SIGNATURE_FEE = 5_000;
    /** The least balance of an account without data. An account may also hold nothing. */
    static final long RENT_MINIMUM = 890_880;

    private static final AtomicLong KEYS = new AtomicLong();

    private final ChainUnderTest tested;

    ContractFixture(ChainUnderTest tested) {
        this.tested = tested;
    }

    Chain chain() {
        return tested.chain();
    }

    ChainControl control() {
        return tested.control();
    }

    /** Returns a key that the chain does not know. */
    static TestKey stranger() {
        return TestKey.of("chain contract " + KEYS.incrementAndGet());
    }

    /** Returns a key with this balance. */
    TestKey holding(long lamports) {
        TestKey key = stranger();
        control().fund(key.address(), BaseUnits.of(lamports));
        return key;
    }

    /** Returns a key with a large balance. */
    TestKey rich() {
        return holding(100 * SOL);
    }

    LatestBlockhash latest() {
        return answer(chain().latestBlockhash());
    }

    Message message(TestKey payer, Instruction... instructions) {
        return message(latest().blockhash(), payer, instructions);
    }

    static Message message(Blockhash lifetime, TestKey payer, Instruction... instructions) {
        return new Message(
                MessageVersion.LEGACY, payer.address(), lifetime, List.of(instructions), List.empty());
    }

    static Bytes signed(Message message, TestKey... signers) {
        return TestTransactions.signed(message, List.of(signers));
    }

    SendOutcome send(Bytes transaction) {
        return answer(chain().send(transaction));
    }

    /** Sends a transaction that must land. */
    void lands(Bytes transaction) {
        Signature signature = landed(transaction);
        if (signature.equals(Signature.EMPTY)) {
            throw new AssertionError("landed without a signature");
        }
    }

    /** Sends a transaction that must land; returns its signature. */
    Signature landed(Bytes transaction) {
        return switch (send(transaction)) {
            case SendOutcome.Accepted(Signature signature) -> signature;
            case SendOutcome.Refused refused -> throw new AssertionError("expected to land: " + refused);
        };
    }

    /** Returns the failure of a transaction that must be refused. If the chain forwards every transaction, the failure is that of the simulation. */
    TransactionFailure refusal(Bytes transaction) {
        return switch (tested.preflight()) {
            case REFUSES -> switch (send(transaction)) {
                case SendOutcome.Accepted accepted -> throw new AssertionError("expected a refusal: " + accepted);
                case SendOutcome.Refused refused -> refused.failure();
            };
            case FORWARDS -> answer(chain().simulate(transaction))
                    .failure()
                    .getOrElseThrow(() -> new AssertionError("expected to fail in simulation"));
        };
    }

    /** Sends a transaction with missing or wrong signatures. It must be refused, or forwarded without ever landing. */
    void neverLandsUnsigned(Bytes transaction) {
        switch (tested.preflight()) {
            case REFUSES -> assertEquals(named("SignatureFailure"), refusal(transaction));
            case FORWARDS -> assertEquals(
                    Option.none(), answer(chain().statuses(List.of(landed(transaction)))).head());
        }
    }

    static TransactionFailure named(String name) {
        return new TransactionFailure.Named(name);
    }

    /** Reads accounts of any owner. */
    AccountsSnapshot read(Address... addresses) {
        return answer(chain().accounts(AccountQuery.ofAnyOwner(List.of(addresses))));
    }

    /** Returns the account, which must exist. */
    AccountData account(Address address) {
        return read(address).owned().get(address)
                .getOrElseThrow(() -> new AssertionError("no account at " + address));
    }

    /** Returns the balance; zero if there is no account. */
    long lamports(TestKey key) {
        return read(key.address()).owned().get(key.address()).map(account -> account.lamports().bits()).getOrElse(0L);
    }

    static <T> T answer(Either<ChainFault, T> answer) {
        return answer.getOrElseThrow(fault -> new AssertionError("no answer: " + fault));
    }
}
