package dev.mandate.engine.agreement;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import io.vavr.Function1;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the sources of a chain answer to one question, each on its own and all at once. Where one source has to agree with itself alone, the chain is
 * asked as a whole.
 */
public final class SourceAnswers<T> {

    private final Array<T> answers;
    private final Option<ChainFault> silent;
    private final int needed;

    private SourceAnswers(Array<T> answers, Option<ChainFault> silent, int needed) {
        this.answers = answers;
        this.silent = silent;
        this.needed = needed;
    }

    /**
     * Asks the sources.
     *
     * @param question none of a source that does not count
     * @param conclusive an answer of this kind settles the question once enough sources give it. The rest is not waited for
     */
    public static <T> SourceAnswers<T> of(
            Chain chain, Function<Chain, Either<ChainFault, Option<T>>> question, Predicate<T> conclusive) {
        int needed = chain.agreement();
        Seq<Chain> sources = needed == 1 ? Array.of(chain) : chain.sources();
        Array<Supplier<Either<ChainFault, Option<T>>>> asked =
                sources.toArray().map(source -> chain.begin(() -> question.apply(source)));
        SourceAnswers<T> heard = new SourceAnswers<>(Array.empty(), Option.none(), needed);
        for (Supplier<Either<ChainFault, Option<T>>> each : asked) {
            Either<ChainFault, Option<T>> answer = each.get();
            heard = new SourceAnswers<>(
                    heard.answers.appendAll(answer.getOrElse(Option.none())), heard.silent.orElse(answer.swap().toOption()), needed);
            if (heard.alike(conclusive).isDefined()) {
                break;
            }
        }
        return heard;
    }

    /** What the chain answered as a whole; none if more than one source has to tell it. */
    public static <T> Option<Agreed<T>> alone(Chain chain, T answer) {
        return Option.when(chain.agreement() == 1, () -> new Agreed<>(answer, 1));
    }

    /** An answer of this kind that enough sources give alike. */
    public Option<Agreed<T>> alike(Predicate<T> kind) {
        return answers.filter(kind)
                .groupBy(Function1.identity())
                .values()
                .find(same -> same.size() >= needed)
                .map(same -> new Agreed<>(same.head(), same.size()));
    }

    /** The answers of all sources that count. A fault if one gave none, or too few count. */
    public Either<ChainFault, Agreed<Array<T>>> all() {
        return answers.size() < needed
                ? Either.left(needed == 1 ? silent.get() : new ChainFault.NodesMissing(needed, answers.size()))
                : silent.<Agreed<Array<T>>>toEither(() -> new Agreed<>(answers, answers.size())).swap();
    }
}
