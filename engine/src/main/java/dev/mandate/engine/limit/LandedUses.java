package dev.mandate.engine.limit;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.intent.IntentNonce;
import dev.mandate.domain.intent.IntentRules;
import dev.mandate.domain.intent.SignedIntent;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.ports.cache.BoundedCache;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.program.LimitPayment;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Asks the chain whether the use that an intent allows landed: the intent's nonce is its memo. A journal that was restored from a backup does not know
 * which intents are spent. A use with a memo of its own is not found.
 *
 * <p>The history of the limit is read, newest first and in batches, down to the first entry from before the intent. What landed never changes, so each
 * entry is read once.
 */
final class LandedUses {

    /** So many transactions are read with one call. */
    private static final int BATCH = 25;

    /** How far the clocks of chain and server may differ. */
    private static final long CLOCK_SECONDS = 300;

    private static final int READ_BITS = 12;

    private final Chain chain;
    private final SmartAccountProgram program;
    /** What landed under a signature is what was signed, whichever source shows it. */
    private final BoundedCache<Signature, Array<LimitPayment>> read = new BoundedCache<>(READ_BITS);

    LandedUses(Chain chain, SmartAccountProgram program) {
        this.chain = chain;
        this.program = program;
    }

    /** The result of a search. */
    sealed interface Found {

        /**
         * The use landed and succeeded.
         *
         * @param signature the transaction's id on the chain
         */
        record Landed(Signature signature) implements Found {}

        /** It is not among what was read. */
        record Nothing(HistorySearch search) implements Found {}
    }

    /** Searches for the use of {@code intent} within the limit. That nothing landed is true only if no source shows it: one may be behind. */
    Either<ChainFault, Found> find(Address limit, SignedIntent intent) {
        SourceAnswers<Found> answers =
                SourceAnswers.of(chain, source -> find(source, limit, intent).map(Option::some), Found.Landed.class::isInstance);
        return answers.alike(Found.Landed.class::isInstance)
                .<Either<ChainFault, Found>>map(landed -> Either.right(landed.value()))
                .getOrElse(() -> answers.all().map(Agreed::value).flatMap(LandedUses::unlessLanded));
    }

    private static Either<ChainFault, Found> unlessLanded(Array<Found> found) {
        return found.exists(Found.Landed.class::isInstance)
                ? Either.left(new ChainFault.NodesDisagree())
                : Either.right(found.find(new Found.Nothing(HistorySearch.CUT_SHORT)::equals).getOrElse(() -> new Found.Nothing(HistorySearch.COMPLETE)));
    }

    private Either<ChainFault, Found> find(Chain source, Address limit, SignedIntent intent) {
        UnixTime earliest = intent.expiresAt().plusSeconds(-IntentRules.MAX_SECONDS - CLOCK_SECONDS);
        return source.history(limit, Option.none(), Chain.MAX_HISTORY).flatMap(page -> {
            Array<LandedSignature> all = page.getOrElse(Array::empty).toArray();
            Array<LandedSignature> since = all.takeWhile(entry -> entry.time().forAll(time -> !time.isBefore(earliest)));
            HistorySearch search =
                    since.size() < Chain.MAX_HISTORY ? HistorySearch.COMPLETE : HistorySearch.CUT_SHORT;
            return search(source, limit, intent.nonce(), since.filter(entry -> entry.failure().isEmpty()).map(LandedSignature::signature))
                    .map(landed -> landed.<Found>map(Found.Landed::new).getOrElse(() -> new Found.Nothing(search)));
        });
    }

    private Either<ChainFault, Option<Signature>> search(Chain source, Address limit, IntentNonce nonce, Array<Signature> entries) {
        for (Seq<Signature> batch : entries.grouped(BATCH)) {
            Either<ChainFault, Array<Array<LimitPayment>>> payments = payments(source, batch.toArray());
            if (payments.isLeft()) {
                return Either.left(payments.getLeft());
            }
            Option<Signature> found = batch.toArray()
                    .zip(payments.get())
                    .find(entry -> entry._2.exists(payment -> payment.limit().equals(limit) && payment.memo().contains(nonce.toString())))
                    .map(entry -> entry._1);
            if (found.isDefined()) {
                return Either.right(found);
            }
        }
        return Either.right(Option.none());
    }

    private Either<ChainFault, Array<Array<LimitPayment>>> payments(Chain source, Array<Signature> entries) {
        Array<Signature> unread = entries.filter(entry -> read.find(entry).isEmpty());
        return (unread.isEmpty() ? Either.<ChainFault, Array<Option<LandedTransaction>>>right(Array.empty()) : source.landed(unread))
                .flatMap(landed -> Either.sequenceRight(landed.zip(unread)
                        .map(each -> each._1
                                .<ChainFault>toEither(() -> new ChainFault.BadAnswer("lists " + each._2 + " and does not show it"))
                                .map(this::payments))))
                .map(found -> {
                    var fresh = unread.zip(found).toMap(each -> each.map2(payments -> read.keep(each._1, payments)));
                    return entries.map(entry -> fresh.get(entry).orElse(() -> read.find(entry)).getOrElse(Array::empty));
                });
    }

    private Array<LimitPayment> payments(LandedTransaction landed) {
        return landed.instructions().toArray().flatMap(ran -> program.limitPayment(ran.instruction()));
    }
}
