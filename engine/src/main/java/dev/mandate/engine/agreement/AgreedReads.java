package dev.mandate.engine.agreement;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.ports.spi.chain.Chain;
import io.vavr.control.Either;
import java.util.function.Function;

/** Reads on which a signature may rest. Building and showing read by one source; they have no way to a signature. */
public final class AgreedReads {

    private final Reads reads;

    /** @param reads over a chain that is {@link Chain#agreeing agreeing} */
    public AgreedReads(Reads reads) {
        this.reads = reads;
    }

    /** Who reads, all over the same chain. */
    public record Reads(Chain chain, AccountViews views, PolicyCheck policies, Reviewer reviewer) {}

    /** What {@code reading} concludes from {@code reads} alone. */
    public <L, T> Either<L, Agreed<T>> read(Function<Reads, Either<L, T>> reading) {
        return reading.apply(reads).map(told -> new Agreed<>(told, reads.chain().agreement()));
    }

    /** Whether no policy can veto anything. */
    public boolean hasNoPolicies() {
        return reads.policies().isEmpty();
    }
}
