package dev.mandate.engine.simulation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.ChainClock;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
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
import java.util.function.Function;
import java.util.function.IntSupplier;

/** The nodes as an instance uses them: one after another until one answers; two have to agree. */
final class SimulatedNetwork implements Chain {

    private static final int AGREEMENT = 2;
    private static final long CLOCKS_APART_SECONDS = 60;

    private final Array<Chain> nodes;
    private final IntSupplier first;
    private final boolean agrees;

    /** @param first the node that is asked first */
    SimulatedNetwork(Array<Chain> nodes, IntSupplier first) {
        this(nodes, first, false);
    }

    private SimulatedNetwork(Array<Chain> nodes, IntSupplier first, boolean agrees) {
        this.nodes = nodes;
        this.first = first;
        this.agrees = agrees;
    }

    private Array<Chain> inTurn() {
        return nodes.rotateLeft(first.getAsInt() % nodes.length());
    }

    private <T> Either<ChainFault, T> any(Function<Chain, Either<ChainFault, T>> question) {
        Array<Chain> turns = inTurn();
        Either<ChainFault, T> answer = question.apply(turns.head());
        for (int i = 1; i < turns.length() && answer.isLeft(); i++) {
            answer = question.apply(turns.get(i));
        }
        return answer;
    }

    @Override
    public Seq<Chain> sources() {
        return nodes;
    }

    @Override
    public int agreement() {
        return AGREEMENT;
    }

    @Override
    public Chain agreeing() {
        return new SimulatedNetwork(nodes, first, true);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return agrees ? agreed(queries) : any(node -> node.accounts(queries));
    }

    private Either<ChainFault, AccountsSnapshot> agreed(Seq<AccountQuery> queries) {
        Array<AccountsSnapshot> answers = inTurn().flatMap(node -> node.accounts(queries).toOption());
        Option<AccountsSnapshot> alike = answers.combinations(AGREEMENT)
                .find(pair -> compared(pair.get(0)).equals(compared(pair.get(1)))
                        && Math.abs(pair.get(0).chainTime().secondsSince(pair.get(1).chainTime())) <= CLOCKS_APART_SECONDS)
                .map(pair -> new AccountsSnapshot(
                        pair.map(AccountsSnapshot::slot).min().get(),
                        new ChainClock(
                                pair.map(one -> one.clock().earliest()).min().get(), pair.map(one -> one.clock().latest()).max().get()),
                        pair.head().accounts()));
        return alike.toEither(() -> answers.length() < AGREEMENT
                ? new ChainFault.NodesMissing(AGREEMENT, answers.length())
                : new ChainFault.NodesDisagree());
    }

    /** Lamports change with each payment. */
    private static Object compared(AccountsSnapshot snapshot) {
        return snapshot.accounts().mapValues(found -> switch (found) {
            case FoundAccount.Owned(var account) -> Array.of(account.owner(), account.data(), account.executable());
            case FoundAccount.Absent absent -> absent;
            case FoundAccount.Foreign foreign -> foreign;
        });
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return any(node -> node.finalizedAccounts(queries));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        return any(node -> node.ownedAccounts(owner, matches));
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return any(Chain::latestBlockhash);
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        return any(node -> node.blockhashStatus(blockhash));
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return any(Chain::blockHeight);
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return any(node -> node.rentExemptMinimum(dataLength));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return any(node -> node.fees(messages));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return any(node -> node.recentUnitPrices(writable));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        return any(node -> node.simulate(transaction));
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        return any(node -> node.send(transaction));
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return any(node -> node.statuses(signatures));
    }

    @Override
    public Either<ChainFault, StatusAtHeight> statusAtHeight(Signature signature) {
        return any(node -> node.statusAtHeight(signature));
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(Address address, Option<Signature> before, int limit) {
        return any(node -> node.history(address, before, limit));
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return any(node -> node.landed(signature));
    }
}
