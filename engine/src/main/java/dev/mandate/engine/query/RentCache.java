package dev.mandate.engine.query;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.BlockhashStatus;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.ChangeNotices;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.LandingHint;
import dev.mandate.ports.spi.chain.LatestBlockhash;
import dev.mandate.ports.spi.chain.SendOutcome;
import dev.mandate.ports.spi.chain.SignatureStatus;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.chain.SourceHealth;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.ports.spi.time.ServerClock;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

/** A chain that caches rent prices for five minutes. Rent is a parameter of the network, which falls step by step. */
public final class RentCache implements Chain {

    public static final long SECONDS = 300;

    private final Chain chain;
    private final ServerClock clock;
    private final ConcurrentMap<Integer, Price> priceByLength;

    public RentCache(Chain chain, ServerClock clock) {
        this(chain, clock, new ConcurrentHashMap<>());
    }

    private RentCache(Chain chain, ServerClock clock, ConcurrentMap<Integer, Price> priceByLength) {
        this.chain = chain;
        this.clock = clock;
        this.priceByLength = priceByLength;
    }

    private record Price(BaseUnits lamports, UnixTime askedAt) {}

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        UnixTime now = clock.now();
        Price known = priceByLength.get(dataLength);
        return known != null && !now.isBefore(known.askedAt) && now.isBefore(known.askedAt.plusSeconds(SECONDS))
                ? Either.right(known.lamports)
                : chain.rentExemptMinimum(dataLength)
                        .peek(lamports -> priceByLength.put(dataLength, new Price(lamports, now)));
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return chain.finalizedAccounts(queries);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return chain.accounts(queries);
    }

    @Override
    public Either<ChainFault, Map<Address, AccountData>> glance(Seq<Address> addresses) {
        return chain.glance(addresses);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        return chain.ownedAccounts(owner, matches);
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return chain.latestBlockhash();
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        return chain.blockhashStatus(blockhash);
    }

    @Override
    public Either<ChainFault, Long> healthySlot() {
        return chain.healthySlot();
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return chain.blockHeight();
    }

    @Override
    public Seq<Chain> sources() {
        return chain.sources();
    }

    @Override
    public Seq<SourceHealth> sourceHealth() {
        return chain.sourceHealth();
    }

    @Override
    public int agreement() {
        return chain.agreement();
    }

    @Override
    public Chain agreeing() {
        return new RentCache(chain.agreeing(), clock, priceByLength);
    }

    @Override
    public Option<Network> network() {
        return chain.network();
    }

    @Override
    public Timekeeping timekeeping() {
        return chain.timekeeping();
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return chain.fees(messages);
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return chain.recentUnitPrices(writable);
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        return chain.simulate(transaction);
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        return chain.send(transaction);
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return chain.statuses(signatures);
    }

    @Override
    public Either<ChainFault, StatusAtHeight> statusAtHeight(Signature signature) {
        return chain.statusAtHeight(signature);
    }

    @Override
    public LandingHint landingHint(Signature signature) {
        return chain.landingHint(signature);
    }

    @Override
    public ChangeNotices changeNotices() {
        return chain.changeNotices();
    }

    @Override
    public <T> Supplier<T> begin(Supplier<T> read) {
        return chain.begin(read);
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(
            Address address, Option<Signature> before, int limit) {
        return chain.history(address, before, limit);
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return chain.landed(signature);
    }

    @Override
    public Either<ChainFault, Array<Option<LandedTransaction>>> landed(Seq<Signature> signatures) {
        return chain.landed(signatures);
    }
}
