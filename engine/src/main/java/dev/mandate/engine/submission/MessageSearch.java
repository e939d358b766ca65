package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Sha256;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.chain.NodeCallBudget;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Comparator;
import java.util.function.Supplier;

/**
 * Searches the chain's history for a message. Validators remember messages, not signatures. If the same message is signed
 * again with another signature, it may land under another transaction id.
 *
 * <p>Every transaction with the message is in the history of each address that the message names. The shortest of these histories is read, newest
 * first and in batches, down to the slot before which the message cannot have landed. At most {@link Chain#MAX_HISTORY} entries are read,
 * and fewer if the request has no calls to nodes left.
 */
final class MessageSearch {

    /** So many transactions are read with one call. */
    private static final int BATCH = 25;

    /** So many where a request has few calls left. */
    private static final int SMALL_BATCH = 5;

    private final Chain chain;
    private final BoundedCache<Tuple2<Chain, Signature>, Bytes32> read;

    /** @param read hashes of the messages that sources have shown. A repeated search goes on where it ended */
    MessageSearch(Chain chain, BoundedCache<Tuple2<Chain, Signature>, Bytes32> read) {
        this.chain = chain;
        this.read = read;
    }

    /** The result of a search. */
    sealed interface Found {

        /** The message landed. */
        record Landed(LandedTransaction as) implements Found {}

        /**
         * The message is not among what was read.
         *
         * @param reached the message did not land in this slot or a later one
         */
        record Nothing(long reached) implements Found {

            /** How far this is a search of everything since {@code earliest}. */
            HistorySearch since(long earliest) {
                return reached <= earliest ? HistorySearch.COMPLETE : HistorySearch.CUT_SHORT;
            }
        }

        /**
         * The request has no calls to nodes left. The message is not among what was read.
         *
         * @param far as far as it was read
         */
        record Unfinished(ChainFault.BudgetExceeded fault, Nothing far) implements Found {}
    }

    /**
     * Searches for a message.
     *
     * @param named addresses that the message names, at least one
     * @param earliest the first slot in which it can have landed
     */
    Either<ChainFault, Found> find(Bytes message, Seq<Address> named, long earliest) {
        Array<Supplier<Either<ChainFault, History>>> asked =
                named.toArray().distinct().map(address -> chain.begin(() -> history(address, earliest)));
        return Either.sequenceRight(asked.map(Supplier::get)).flatMap(histories -> search(
                histories.minBy(Comparator.comparingLong(History::reached).thenComparingInt(history -> history.entries().size())).get(),
                message));
    }

    /**
     * The newest entries of an address's history.
     *
     * @param reached the slot down to which they are complete
     */
    private record History(Array<LandedSignature> entries, long reached) {}

    private Either<ChainFault, History> history(Address address, long earliest) {
        return chain.history(address, Option.none(), Chain.MAX_HISTORY).map(page -> {
            Array<LandedSignature> newestFirst = page.getOrElse(Array::empty).toArray();
            // The slot of the last entry may have further ones.
            long reached = newestFirst.size() < Chain.MAX_HISTORY ? earliest : Math.max(earliest, newestFirst.last().slot() + 1);
            return new History(newestFirst.takeWhile(entry -> entry.slot() >= earliest), reached);
        });
    }

    private Either<ChainFault, Found> search(History history, Bytes message) {
        Array<LandedSignature> left = history.entries().reject(entry -> isOther(entry, message));
        while (left.nonEmpty()) {
            Array<LandedSignature> batch = left.take(NodeCallBudget.hasLeft(BATCH) ? BATCH : SMALL_BATCH);
            left = left.drop(batch.size());
            Either<ChainFault, Array<LandedTransaction>> landed = landed(batch.map(LandedSignature::signature));
            if (landed.isLeft()) {
                return landed.getLeft() instanceof ChainFault.BudgetExceeded spent
                        // Its slot may have entries that were not read.
                        ? Either.right(new Found.Unfinished(spent, new Found.Nothing(batch.head().slot() + 1)))
                        : Either.left(landed.getLeft());
            }
            batch.zip(landed.get()).forEach(each -> {
                var unused = read.keep(key(each._1), Sha256.of(each._2.message()));
            });
            Option<LandedTransaction> found = landed.get().find(one -> one.message().equals(message));
            if (found.isDefined()) {
                return Either.right(new Found.Landed(found.get()));
            }
        }
        return Either.right(new Found.Nothing(history.reached()));
    }

    private boolean isOther(LandedSignature entry, Bytes message) {
        return read.find(key(entry)).exists(hash -> !hash.equals(Sha256.of(message)));
    }

    private Tuple2<Chain, Signature> key(LandedSignature entry) {
        return Tuple.of(chain, entry.signature());
    }

    /** If a node lists a transaction but does not return it, that is a fault and the search is repeated. */
    private Either<ChainFault, Array<LandedTransaction>> landed(Seq<Signature> signatures) {
        return chain.landed(signatures).flatMap(found -> Either.sequenceRight(found.zip(signatures)
                        .map(each -> each._1
                                .filter(landed -> landed.message().length() > 0)
                                .<ChainFault>toEither(() -> new ChainFault.BadAnswer("lists " + each._2 + " and does not show it"))))
                .map(Seq::toArray));
    }
}
