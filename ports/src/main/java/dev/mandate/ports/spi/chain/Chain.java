package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Network;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Supplier;

/**
 * One network of a Solana-like chain.
 *
 * <p>Every call may block, and is safe from any thread. A {@link ChainFault} means that the call got no answer; it says
 * nothing about the chain's state. After a fault of {@link #send} the transaction may or may not land: use {@link #statuses} and the
 * block height to find out.
 *
 * <p>A chain with nodes takes each call to a node from the {@link NodeCallBudget}. If nothing is left, no call is made, and {@link #send} sends nothing.
 */
public interface Chain {

    /** The maximum of signatures in one answer of {@link #history}. */
    int MAX_HISTORY = 1_000;

    /** The answers to {@code queries} and the chain's own clock, all read at one slot. */
    Either<ChainFault, AccountsSnapshot> accounts(Seq<AccountQuery> queries);

    /**
     * The same at one slot that no fork takes back any more, which is older. In JSON-RPC this is commitment {@code finalized}. A chain without forks answers
     * as {@link #accounts} does.
     */
    Either<ChainFault, AccountsSnapshot> finalizedAccounts(Seq<AccountQuery> queries);

    /**
     * The accounts that exist at {@code addresses}, whoever owns them, as one source shows them: to find those that have changed. They need not be
     * of one slot. Over a network this takes one call for 100 addresses.
     */
    default Either<ChainFault, Map<Address, AccountData>> glance(Seq<Address> addresses) {
        return accounts(AccountQuery.ofAnyOwner(addresses)).map(AccountsSnapshot::owned);
    }

    /**
     * Every account that {@code owner} owns and whose data holds {@code matches} (all of them), with the chain's own clock,
     * read at one slot. This is how limits and transactions that other clients made are found.
     */
    Either<ChainFault, AccountsSnapshot> ownedAccounts(Address owner, Seq<DataMatch> matches);

    /** A fresh blockhash and how long it lives. */
    Either<ChainFault, LatestBlockhash> latestBlockhash();

    /**
     * Whether a transaction can live by {@code blockhash} now. A node that is behind does not know a fresh one yet: ask again before
     * calling it dead. In JSON-RPC this is {@code isBlockhashValid} at {@code confirmed}.
     */
    Either<ChainFault, BlockhashStatus> blockhashStatus(Blockhash blockhash);

    /**
     * The slot of a node that can be relied on now: it answers, belongs to this network, and is not behind it. For a look at the chain's health.
     */
    default Either<ChainFault, Long> healthySlot() {
        return accounts(Array.empty()).map(AccountsSnapshot::slot);
    }

    /** Blocks so far; a blockhash is dead once this exceeds its {@link LatestBlockhash#lastValidBlockHeight}. */
    Either<ChainFault, Long> blockHeight();

    /**
     * The sources of this chain, each on its own and no source that is known to be down. What one of them says can be compared with what the
     * others say. In JSON-RPC these are the nodes.
     */
    default Seq<Chain> sources() {
        return Array.of(this);
    }

    /** How each source is now, also those that are down, with the methods that it lacks. Empty where there are no sources to tell apart. */
    default Seq<SourceHealth> sourceHealth() {
        Seq<Chain> sources = sources();
        return sources.size() == 1
                ? Array.empty()
                : sources.zipWithIndex((source, index) -> new SourceHealth("source " + (index + 1), source.healthySlot(), Array.empty()));
    }

    /**
     * The number of sources that have to tell the same before a signature or a final word rests on it. 1 where there is one source: it is trusted.
     */
    default int agreement() {
        return 1;
    }

    /**
     * The same chain, whose answers to {@link #accounts} as many sources as {@link #agreement} tell alike: owners, data, whether an account is a
     * program, and clocks within 60 seconds of each other. They are asked at once. Sources that differ are asked again, for two seconds at most; then
     * the answer is {@link ChainFault.NodesDisagree}. If too few answer, it is {@link ChainFault.NodesMissing}. Other calls are answered as
     * by this chain.
     */
    default Chain agreeing() {
        return this;
    }

    /** The network that this is, if the adapter was told or has seen it; none: it stands for any. An engine of another one is refused. */
    default Option<Network> network() {
        return Option.none();
    }

    /** What a chain's clock follows. */
    enum Timekeeping {
        /** The time of day, so that it is compared with the server's clock. */
        REAL,
        /** Whoever tries something out sets it. */
        SIMULATED
    }

    /** What this chain's clock follows. */
    default Timekeeping timekeeping() {
        return Timekeeping.REAL;
    }

    /** Lamports that keep an account of {@code dataLength} bytes alive. */
    Either<ChainFault, BaseUnits> rentExemptMinimum(int dataLength);

    /** The network's fee for each of {@code messages} (serialized, without signatures), in lamports and in the order asked. */
    Either<ChainFault, Array<BaseUnits>> fees(Seq<Bytes> messages);

    /**
     * The unit price that was enough in each of the last blocks for a transaction that writes to {@code writable}: millionths of a lamport for
     * a compute unit, often 0. In JSON-RPC this is {@code getRecentPrioritizationFees}.
     */
    Either<ChainFault, Array<BaseUnits>> recentUnitPrices(Seq<Address> writable);

    /** Runs {@code transaction} (signatures and message) without effect; signatures are not checked. */
    Either<ChainFault, Simulation> simulate(Bytes transaction);

    /**
     * Hands a signed transaction to the network, once. Sending the same bytes again never runs them twice. A chain may run a preflight
     * before; over JSON-RPC there is none, since what one node refuses another may have passed on.
     *
     * @return accepted under its first signature, or refused by the preflight without effect
     */
    Either<ChainFault, SendOutcome> send(Bytes transaction);

    /**
     * The status of each signature, in the order asked; none if the chain has never seen it. The answer is at least as recent as the last
     * {@link #blockHeight} answer: a transaction that could not land any more at that height and has no status here never landed.
     */
    Either<ChainFault, Seq<Option<SignatureStatus>>> statuses(Seq<Signature> signatures);

    /** A signature's status, and a block height that the source of the status had reached before. */
    default Either<ChainFault, StatusAtHeight> statusAtHeight(Signature signature) {
        return blockHeight().flatMap(height -> statuses(Array.of(signature))
                .map(found -> new StatusAtHeight(height, found.headOption().flatMap(status -> status))));
    }

    /**
     * Listens for news of a transaction, so that a wait for it can end early. In JSON-RPC this is {@code signatureSubscribe}. A chain that
     * sends no news lets every wait last its full time.
     */
    default LandingHint landingHint(Signature signature) {
        return LandingHint.NONE;
    }

    /**
     * Listens for news of accounts, so that a change is seen at once. In JSON-RPC these are {@code accountSubscribe} and {@code logsSubscribe}. A chain
     * that sends no news is looked at in turns.
     */
    default ChangeNotices changeNotices() {
        return ChangeNotices.NONE;
    }

    /**
     * Begins a read whose answer is wanted soon. Over a network it runs beside what the caller does meanwhile, so that reads that do not depend
     * on each other take the time of one. A chain without a network reads when the answer is asked for.
     *
     * @param read made once
     * @return waits for the answer; to be asked at most once
     */
    default <T> Supplier<T> begin(Supplier<T> read) {
        return read;
    }

    /**
     * The transactions that landed and name {@code address} among their accounts, whether they succeeded or not, newest first. Only
     * transactions that are at least confirmed. As with {@link #statuses}, the answer is at least as recent as the last {@link
     * #blockHeight} answer. The history ends where the node's own memory ends.
     *
     * <p>In JSON-RPC this is {@code getSignaturesForAddress}. Nodes differ where they do not know {@code before} (error -32020, or an empty
     * answer): an adapter asks whether they do.
     *
     * @param before only those older than this one, which may be any transaction that landed, also one that does not name the address;
     *     none: from the newest on
     * @param limit so many, 1 to {@link #MAX_HISTORY}; fewer only where there are no more
     * @return none if the chain does not know {@code before}
     * @throws IllegalArgumentException if {@code limit} is none of these
     */
    Either<ChainFault, Option<Seq<LandedSignature>>> history(Address address, Option<Signature> before, int limit);

    /**
     * The effects of a transaction that is at least confirmed.
     *
     * <p>In JSON-RPC this is {@code getTransaction}, with {@code maxSupportedTransactionVersion} 1: the message's instructions and
     * {@code meta.innerInstructions}, over the message's keys and {@code meta.loadedAddresses}; token accounts are those of {@code
     * meta.preTokenBalances}, and those of {@code meta.postTokenBalances} that are not there.
     *
     * @param signature its first
     * @return none if the chain has not seen it, or no longer knows it
     */
    Either<ChainFault, Option<LandedTransaction>> landed(Signature signature);

    /** The effects of several transactions, in the order asked. Over a network this is one call. */
    default Either<ChainFault, Array<Option<LandedTransaction>>> landed(Seq<Signature> signatures) {
        return Either.sequenceRight(signatures.map(this::landed)).map(Seq::toArray);
    }
}
