package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Agreed;
import dev.mandate.domain.chain.Signature;
import dev.mandate.engine.agreement.SourceAnswers;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.ports.spi.chain.LandedTransaction;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationInstruction;
import dev.mandate.ports.spi.program.ParsedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * Finds the transaction that made an account, in the history of its settings. It is among the oldest transactions there. A node's memory may end after
 * it, and a history may be too long to read: then a source does not tell.
 */
final class CreationHistory {

    private static final int MOST_PAGES = 10;

    /** So many of the oldest transactions are looked at. Whoever knows an address can name it before its account is made. */
    private static final int OLDEST = 25;

    private final Chain chain;
    private final ChainFormats formats;

    CreationHistory(Chain chain, ChainFormats formats) {
        this.chain = chain;
        this.formats = formats;
    }

    /** A landed transaction that made an account. */
    record Creating(CreationInstruction instruction, ParsedTransaction transaction, Array<Signature> signatures, long slot) {}

    /**
     * What the sources remember.
     *
     * @param agreed the transaction, if as many sources tell it alike as have to
     * @param remembered what any source tells; empty if none remembers so far back
     */
    record Found(Option<Agreed<Creating>> agreed, Array<Creating> remembered) {}

    /** The transaction that made {@code account} of {@code createKey}, which is on the chain. */
    Either<ChainFault, Found> find(AccountRef account, Address createKey) {
        SourceAnswers<Option<Creating>> answers = SourceAnswers.of(
                chain, source -> ask(source, account, createKey).map(Option::some), Option::isDefined);
        Option<Agreed<Creating>> agreed = answers.alike(Option::isDefined).map(alike -> alike.map(Option::get));
        return agreed.isDefined()
                ? Either.right(new Found(agreed, agreed.toArray().map(Agreed::value)))
                : answers.all().map(all -> new Found(Option.none(), all.value().flatMap(one -> one)));
    }

    private Either<ChainFault, Option<Creating>> ask(Chain source, AccountRef account, Address createKey) {
        return oldest(source, account).flatMap(signatures -> signatures.isEmpty()
                ? Either.right(Option.none())
                : source.landed(signatures).map(landed -> landed.flatMap(one -> one).flatMap(one -> creating(one, createKey)).headOption()));
    }

    /** The oldest successful transactions, oldest first. */
    private static Either<ChainFault, Array<Signature>> oldest(Chain source, AccountRef account) {
        Array<LandedSignature> last = Array.empty();
        for (int pages = 0; pages < MOST_PAGES; pages++) {
            Either<ChainFault, Option<Seq<LandedSignature>>> page = source.history(
                    account.settings().address(), last.lastOption().map(LandedSignature::signature), Chain.MAX_HISTORY);
            if (page.isLeft()) {
                return Either.left(page.getLeft());
            }
            Seq<LandedSignature> older = page.get().getOrElse(Array::empty);
            last = last.takeRight(OLDEST).appendAll(older);
            if (older.size() < Chain.MAX_HISTORY) {
                return Either.right(last.filter(one -> one.failure().isEmpty())
                        .takeRight(OLDEST)
                        .map(LandedSignature::signature)
                        .reverse());
            }
        }
        return Either.right(Array.empty());
    }

    private Option<Creating> creating(LandedTransaction landed, Address createKey) {
        return landed.instructions()
                .flatMap(ran -> formats.program().creationOf(ran.instruction()))
                .find(creation -> creation.createKey().equals(createKey))
                .flatMap(creation -> formats.format()
                        .parseMessage(landed.message())
                        .toOption()
                        .filter(parsed -> parsed.signers().length() == landed.signatures().length())
                        .map(parsed -> new Creating(creation, parsed, landed.signatures(), landed.slot())));
    }
}
