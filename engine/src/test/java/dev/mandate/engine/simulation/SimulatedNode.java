package dev.mandate.engine.simulation;

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
import dev.mandate.ports.spi.chain.SignatureStatus.Finality;
import dev.mandate.ports.spi.chain.Simulation;
import dev.mandate.ports.spi.chain.StatusAtHeight;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.random.RandomGenerator;

/** One node's view of the chain. What it tells depends on its mood. */
final class SimulatedNode implements Chain {

    private static final ChainFault SILENT = new ChainFault.Unreachable("the node is silent");
    private static final long FAR_AHEAD = 2_000;

    /** How a node answers. */
    enum Mood {
        GOOD,
        /** It is some blocks behind, and shows accounts as it saw them before. */
        LAGGING,
        SILENT,
        /** It takes each request, and no answer arrives. */
        ANSWERS_LOST,
        /** It hands transactions over late. */
        DELAYING,
        /** It is on a fork: transactions are in its blocks, which are dropped later. */
        FORKED,
        LYING
    }

    private final SimulatedChain chain;
    private final RandomGenerator random;
    private Mood mood = Mood.GOOD;
    private long lag;
    private final Map<Seq<AccountQuery>, AccountsSnapshot> seen = new HashMap<>();
    /** Handed over, and not on the chain yet. */
    private final Map<Signature, Bytes> late = new LinkedHashMap<>();
    /** In the blocks of the fork, on which several nodes may be. */
    private final Map<Signature, Bytes> fork;

    /** All that was handed over to any node. */
    private final Map<Signature, Bytes> sent;

    SimulatedNode(SimulatedChain chain, RandomGenerator random, Map<Signature, Bytes> fork, Map<Signature, Bytes> sent) {
        this.sent = sent;
        this.chain = chain;
        this.random = random;
        this.fork = fork;
    }

    /**
     * Changes the mood. If it ends a fork, that is dropped.
     *
     * @param arrives whether what it held, or what was dropped, lands now
     */
    void become(Mood next, long blocksBehind, boolean arrives) {
        if (next == mood) {
            return;
        }
        Map<Signature, Bytes> held = mood == Mood.FORKED ? fork : late;
        if (arrives) {
            held.values().forEach(bytes -> {
                var unused = chain.sendWithoutPreflight(bytes);
            });
        }
        held.clear();
        mood = next;
        lag = next == Mood.LAGGING ? blocksBehind : 0;
    }

    Mood mood() {
        return mood;
    }

    private boolean lies() {
        return mood == Mood.LYING && random.nextBoolean();
    }

    private long height() {
        return chain.blockHeight().get() - lag;
    }

    private <T> Either<ChainFault, T> answer(Either<ChainFault, T> answer) {
        return mood == Mood.SILENT || mood == Mood.ANSWERS_LOST ? Either.left(SILENT) : answer;
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries) {
        return answer(chain.accounts(queries)).map(now -> {
            AccountsSnapshot shown = mood == Mood.LAGGING ? seen.getOrDefault(queries, now) : now;
            seen.put(queries, shown);
            return lies() ? AccountsSnapshot.of(now.slot(), now.chainTime(), queries, io.vavr.collection.HashMap.empty()) : shown;
        });
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries) {
        return answer(chain.finalizedAccounts(queries))
                .map(last -> lies() ? AccountsSnapshot.of(last.slot(), last.chainTime(), queries, io.vavr.collection.HashMap.empty()) : last);
    }

    @Override
    public Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches) {
        return answer(chain.ownedAccounts(owner, matches));
    }

    @Override
    public Either<ChainFault, LatestBlockhash> latestBlockhash() {
        return answer(chain.latestBlockhash()).map(latest -> {
            long ahead = lies() ? FAR_AHEAD : -lag;
            return new LatestBlockhash(
                    latest.blockhash(), latest.blockHeight() + ahead, latest.lastValidBlockHeight() + ahead, latest.slot() + ahead);
        });
    }

    @Override
    public Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash) {
        return answer(chain.blockhashStatus(blockhash)).map(status -> lag > 0 || lies() ? BlockhashStatus.UNKNOWN : status);
    }

    @Override
    public Either<ChainFault, Long> blockHeight() {
        return answer(Either.right(lies() ? height() + FAR_AHEAD : height()));
    }

    @Override
    public Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength) {
        return answer(chain.rentExemptMinimum(dataLength));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages) {
        return answer(chain.fees(messages));
    }

    @Override
    public Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable) {
        return answer(chain.recentUnitPrices(writable));
    }

    @Override
    public Either<ChainFault, Simulation> simulate(Bytes transaction) {
        return lag > 0 || lies()
                ? Either.right(new Simulation(
                        Option.some(new TransactionFailure.Named("BlockhashNotFound")), 0, Option.none(), Array.empty()))
                : answer(chain.simulate(transaction));
    }

    @Override
    public Either<ChainFault, SendOutcome> send(Bytes transaction) {
        Signature signature = WireTransaction.parse(transaction).get().signatures().get(0);
        sent.put(signature, transaction);
        Either<ChainFault, SendOutcome> accepted = Either.right(new SendOutcome.Accepted(signature));
        return switch (mood) {
            case GOOD, LAGGING -> chain.sendWithoutPreflight(transaction);
            case SILENT -> Either.left(SILENT);
            case ANSWERS_LOST -> chain.sendWithoutPreflight(transaction).flatMap(lost -> Either.left(SILENT));
            case DELAYING -> {
                late.put(signature, transaction);
                yield accepted;
            }
            case FORKED -> {
                fork.put(signature, transaction);
                yield accepted;
            }
            case LYING -> random.nextBoolean()
                    ? accepted
                    : Either.right(new SendOutcome.Refused(new TransactionFailure.Named("BlockhashNotFound"), Array.empty()));
        };
    }

    @Override
    public Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures) {
        return answer(chain.statuses(signatures)).map(all -> all.zipWith(signatures, this::shown));
    }

    private Option<SignatureStatus> shown(Option<SignatureStatus> status, Signature signature) {
        if (mood == Mood.FORKED && fork.containsKey(signature)) {
            return Option.some(new SignatureStatus(height(), Finality.PROCESSED, Option.none()));
        }
        if (!lies()) {
            return status.filter(known -> known.slot() <= height());
        }
        Option<TransactionFailure> failure =
                Option.when(random.nextInt(3) == 0, new TransactionFailure.Named("InvalidAccountForFee"));
        return Option.when(status.isEmpty(), new SignatureStatus(height(), Finality.FINALIZED, failure));
    }

    @Override
    public Either<ChainFault, StatusAtHeight> statusAtHeight(Signature signature) {
        return blockHeight().flatMap(height -> statuses(Array.of(signature)).map(found -> new StatusAtHeight(height, found.head())));
    }

    @Override
    public Either<ChainFault, Option<Seq<LandedSignature>>> history(Address address, Option<Signature> before, int limit) {
        return answer(chain.history(address, before, limit))
                .map(page -> page.map(all -> lies() ? Array.empty() : all.filter(one -> one.slot() <= height())));
    }

    @Override
    public Either<ChainFault, Option<LandedTransaction>> landed(Signature signature) {
        return answer(chain.landed(signature)).map(found -> lies() ? Option.none() : found.filter(one -> one.slot() <= height()));
    }
}
