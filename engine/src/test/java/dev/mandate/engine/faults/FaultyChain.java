package dev.mandate.engine.faults;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A chain behind a bad line, and whose user may die around every question. */
public final class FaultyChain implements Chain {

    public static final ChainFault FAULT = new ChainFault.Unreachable("the line is bad");

    /** What happens to a question. */
    public enum Line {
        GOOD,
        /** It does not arrive. */
        LOST,
        /** It arrives, and the answer does not. */
        ANSWER_LOST,
        /** The node is behind: it does not know the blockhash, nor what has just landed. */
        BEHIND
    }

    private final Chain chain;
    private final ProcessFault fate;
    private final Supplier<Line> line;
    private final Consumer<Bytes> sending;
    private final List<Bytes> sent = new ArrayList<>();

    /**
     * The line to {@code chain}.
     *
     * @param sending sees what is about to be sent
     */
    public FaultyChain(Chain chain, ProcessFault fate, Supplier<Line> line, Consumer<Bytes> sending) {
        this.chain = chain;
        this.fate = fate;
        this.line = line;
        this.sending = sending;
    }

    /** All that was handed over, whether it arrived or not. */
    public Array<Bytes> sent() {
        return Array.ofAll(sent);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return ask(() -> chain.accounts(queries));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return ask(() -> chain.finalizedAccounts(queries));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        return ask(() -> chain.ownedAccounts(owner, matches));
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return ask(chain::latestBlockhash);
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        fate.step();
        return switch (line.get()) {
            case GOOD -> chain.blockhashStatus(blockhash);
            case BEHIND -> Either.right(BlockhashStatus.UNKNOWN);
            case LOST, ANSWER_LOST -> Either.left(FAULT);
        };
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return ask(chain::blockHeight);
    }

    @Override
    public Seq<Chain> sources() {
        return chain.sources().map(source -> new FaultyChain(source, fate, line, sending));
    }

    @Override
    public int agreement() {
        return chain.agreement();
    }

    @Override
    public Chain agreeing() {
        return new FaultyChain(chain.agreeing(), fate, line, sending);
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return ask(() -> chain.rentExemptMinimum(dataLength));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return ask(() -> chain.fees(messages));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return ask(() -> chain.recentUnitPrices(writable));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        fate.step();
        return switch (line.get()) {
            case GOOD -> chain.simulate(transaction);
            case BEHIND -> Either.right(new Simulation(
                    Option.some(new TransactionFailure.Named("BlockhashNotFound")), 0, Option.none(), Array.empty()));
            case LOST, ANSWER_LOST -> Either.left(FAULT);
        };
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        fate.step();
        sending.accept(transaction);
        sent.add(transaction);
        Either<ChainFault, SendOutcome> answer = switch (line.get()) {
            case GOOD -> chain.send(transaction);
            case LOST -> Either.left(FAULT);
            case ANSWER_LOST -> chain.send(transaction).flatMap(outcome -> Either.left(FAULT));
            case BEHIND ->
                Either.right(new SendOutcome.Refused(
                        new TransactionFailure.Named("BlockhashNotFound"), Array.empty()));
        };
        fate.step();
        return answer;
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return ask(() -> chain.statuses(signatures));
    }

    @Override
    public Either<ChainFault, StatusAtHeight> statusAtHeight(Signature signature) {
        return ask(() -> chain.statusAtHeight(signature));
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        return ask(() -> chain.history(address, before, limit));
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return ask(() -> chain.landed(signature));
    }

    private <T> Either<ChainFault, T> ask(Supplier<Either<ChainFault, T>> question) {
        fate.step();
        return switch (line.get()) {
            case GOOD, BEHIND -> question.get();
            case LOST, ANSWER_LOST -> Either.left(FAULT);
        };
    }
}
