package dev.mandate.ports.api.transfer;

import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * A query for transfers.
 *
 * @param after only those after this cursor; none: from the newest on
 * @param limit the maximum of transfers, 1 to {@link #MAX_LIMIT}
 * @param transaction only those of this transaction
 * @param from only those at this time or later
 * @param until only those at this time or earlier. With {@code from} or {@code until}, transfers whose time the node does not know are left out
 */
public record TransferQuery(
        Option<TransferCursor> after,
        int limit,
        Option<Signature> transaction,
        Option<UnixTime> from,
        Option<UnixTime> until) {

    public static final int MAX_LIMIT = 100;

    public TransferQuery {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("a page holds 1 to " + MAX_LIMIT + " transfers, not " + limit);
        }
    }

    /** The newest transfers. */
    public static TransferQuery newest(int limit) {
        return new TransferQuery(Option.none(), limit, Option.none(), Option.none(), Option.none());
    }

    /** The same query, continued after {@code cursor}. */
    public TransferQuery after(TransferCursor cursor) {
        return new TransferQuery(Option.some(cursor), limit, transaction, from, until);
    }

    /** The same query, for one transaction only. */
    public TransferQuery of(Signature signature) {
        return new TransferQuery(after, limit, Option.some(signature), from, until);
    }

    /** The same query, between two times, both included. */
    public TransferQuery between(Instant first, Instant last) {
        return between(UnixTime.of(first), UnixTime.of(last));
    }

    /** The same query, between two times in Unix seconds, both included. */
    public TransferQuery between(UnixTime first, UnixTime last) {
        return new TransferQuery(after, limit, transaction, Option.some(first), Option.some(last));
    }

    /** Whether a block's time is within the query. */
    public boolean covers(Option<UnixTime> time) {
        return from.forAll(bound -> time.exists(it -> !it.isBefore(bound)))
                && until.forAll(bound -> time.exists(it -> !bound.isBefore(it)));
    }

    /** Whether a block of that time, and so every older one, is before the query. */
    public boolean isOver(Option<UnixTime> time) {
        return from.exists(bound -> time.exists(it -> it.isBefore(bound)));
    }
}
