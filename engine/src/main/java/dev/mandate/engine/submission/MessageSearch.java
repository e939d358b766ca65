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
 * Searches the chain's history for a message. Validators remember messages, not signatures. If the same message is signed
 * again with another signature, it may land under another transaction id.
 *
 * <p>The search reads the history of the fee payer, whom every transaction with this message names. With a durable nonce it reads the
 * history of the nonce account, which is shorter. It reads once, at most {@link Chain#MAX_HISTORY} entries.
 */
public final class MessageSearch {

    private final Chain chain;
    private final TransactionFormat format;

    public MessageSearch(Chain chain, TransactionFormat format) {
        this.chain = chain;
        this.format = format;
    }

    /** The result of a search. */
    public sealed interface Found {

        /** The message landed. */
        record Landed(LandedSignature as) implements Found {}

        /** The message is not in the searched history. */
        record Nothing(HistorySearch search) implements Found {}
    }

    /** Searches for the message of {@code transaction} among transactions that landed within {@code lifetime}. */
    public Either<ChainFault, Found> find(SignedTransaction transaction, Lifetime lifetime) {
        ParsedTransaction parsed = parse(transaction);
        return chain.history(named(lifetime, parsed), Option.none(), Chain.MAX_HISTORY)
                .flatMap(page -> search(page.getOrElse(Array::empty), parsed.message(), lifetime));
    }

    /** Searches as {@link #find}, unless the blockhash is still valid: whatever else a node says, the message can land then. */
    Either<ChainFault, Option<Found>> findOnceExpired(SignedTransaction transaction, Lifetime lifetime) {
        return chain.blockhashStatus(parse(transaction).lifetime()).flatMap(status -> switch (status) {
            case VALID -> Either.right(Option.none());
            case UNKNOWN -> find(transaction, lifetime).map(Option::some);
        });
    }

    private ParsedTransaction parse(SignedTransaction transaction) {
        return format.parse(transaction.bytes())
                .getOrElseThrow(refusal -> new IllegalStateException("submitted, and unreadable: " + refusal.detail()));
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

    /** The message of a landed transaction. If a node lists the transaction but does not return it, that is a fault and the search is repeated. */
    private Either<ChainFault, Bytes> message(Signature signature) {
        return chain.landed(signature)
                .flatMap(found -> found.map(LandedTransaction::message)
                        .filter(message -> message.length() > 0)
                        .toEither(() -> new ChainFault.BadAnswer("lists " + signature + " and does not show it")));
    }
}
