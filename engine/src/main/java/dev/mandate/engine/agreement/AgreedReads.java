package dev.mandate.engine.agreement;

import dev.mandate.domain.chain.Agreed;
import dev.mandate.engine.policy.PolicyCheck;
import dev.mandate.engine.query.AccountViews;
import dev.mandate.engine.review.Reviewer;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import io.vavr.collection.Seq;
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
        return reading.apply(reads).map(conclusion -> new Agreed<>(conclusion, reads.chain().agreement()));
    }

    /** Accounts and clock, as enough sources of {@code chain} tell them alike. */
    public static Either<ChainFault, Agreed<AccountsSnapshot>> accounts(Chain chain, Seq<AccountQuery> queries) {
        return chain.agreeing().accounts(queries).map(snapshot -> new Agreed<>(snapshot, chain.agreement()));
    }

    /** Whether no policy can veto anything. */
    public boolean hasNoPolicies() {
        return reads.policies().isEmpty();
    }
}
