package dev.mandate.engine;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Signature;
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
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/** A chain that answers so many questions, and none from then on. */
final class SilentChain implements Chain {

    static final ChainFault FAULT = new ChainFault.Unreachable("the line is dead");

    private final Chain chain;
    private int answersLeft;

    SilentChain(Chain chain, int answers) {
        this.chain = chain;
        this.answersLeft = answers;
    }

    /** How many questions more it would answer. */
    int answersLeft() {
        return answersLeft;
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return answer(() -> chain.accounts(queries));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return answer(() -> chain.finalizedAccounts(queries));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        return answer(() -> chain.ownedAccounts(owner, matches));
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return answer(chain::latestBlockhash);
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        return answer(() -> chain.blockhashStatus(blockhash));
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return answer(chain::blockHeight);
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return answer(() -> chain.rentExemptMinimum(dataLength));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return answer(() -> chain.fees(messages));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return answer(() -> chain.recentUnitPrices(writable));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        return answer(() -> chain.simulate(transaction));
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        return answer(() -> chain.send(transaction));
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return answer(() -> chain.statuses(signatures));
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        return answer(() -> chain.history(address, before, limit));
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return answer(() -> chain.landed(signature));
    }

    private <T> Either<ChainFault, T> answer(Supplier<Either<ChainFault, T>> question) {
        if (answersLeft == 0) {
            return Either.left(FAULT);
        }
        answersLeft--;
        return question.get();
    }
}
