package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.HistorySearch;
import dev.mandate.domain.submission.Lifetime;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.ports.chain.Chain;
import dev.mandate.ports.chain.ChainFault;
import dev.mandate.ports.chain.LandedSignature;
import dev.mandate.ports.chain.LandedTransaction;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.TransactionFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Searches the chain's history for a message. Validators remember messages, not signatures: a fee payer who signs the same message
 * twice, or a signer whose signatures differ each time, lands it under another transaction id.
 *
 * <p>The history is that of the fee payer, whom every transaction with this message names; with a durable nonce that of the nonce
 * account, which is shorter. It is read once, {@link Chain#MAX_HISTORY} entries at most.
 */
public final class MessageSearch {

    private final Chain chain;
    private final TransactionFormat format;

    public MessageSearch(Chain chain, TransactionFormat format) {
        this.chain = chain;
        this.format = format;
    }

    /** What a search showed. */
    public sealed interface Found {

        /** The message landed. */
        record Landed(LandedSignature as) implements Found {}

        /** The message is not in what was searched. */
        record Nothing(HistorySearch search) implements Found {}
    }

    /** Looks for the message of {@code transaction} among what landed since it could by {@code lifetime}. */
    public Either<ChainFault, Found> find(SignedTransaction transaction, Lifetime lifetime) {
        ParsedTransaction parsed = format.parse(transaction.bytes())
                .getOrElseThrow(refusal -> new IllegalStateException("submitted, and unreadable: " + refusal.detail()));
        return chain.history(named(lifetime, parsed), Option.none(), Chain.MAX_HISTORY)
                .flatMap(page -> search(page.getOrElse(Array::empty), parsed.message(), lifetime));
    }

    private static Address named(Lifetime lifetime, ParsedTransaction parsed) {
        return switch (lifetime) {
            case Lifetime.UntilBlock untilBlock -> parsed.signers().head();
            case Lifetime.WhileNonce nonce -> nonce.account();
        };
    }

    private Either<ChainFault, Found> search(Seq<LandedSignature> newestFirst, Bytes message, Lifetime lifetime) {
        long earliest = lifetime.earliestSlot();
        for (LandedSignature entry : newestFirst.takeWhile(landed -> landed.slot() >= earliest)) {
            Either<ChainFault, Bytes> landed = message(entry.signature());
            if (landed.isLeft()) {
                return Either.left(landed.getLeft());
            }
            if (landed.get().equals(message)) {
                return Either.right(new Found.Landed(entry));
            }
        }
        boolean cut = newestFirst.size() == Chain.MAX_HISTORY && newestFirst.last().slot() >= earliest;
        return Either.right(new Found.Nothing(cut ? HistorySearch.CUT_SHORT : HistorySearch.COMPLETE));
    }

    /** A node that lists a transaction and does not show it has not answered: the search is made again. */
    private Either<ChainFault, Bytes> message(Signature signature) {
        return chain.landed(signature)
                .flatMap(found -> found.map(LandedTransaction::message)
                        .toEither(() -> new ChainFault.BadAnswer("lists " + signature + " and does not show it")));
    }
}
