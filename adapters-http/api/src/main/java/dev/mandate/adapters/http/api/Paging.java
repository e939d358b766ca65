package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.RequestLimits;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.api.refusal.ErrorCode;
import io.vavr.control.Option;

/** Reads the page parameters of a list. */
final class Paging {

    static final String UNKNOWN_CURSOR = "A cursor is what next_cursor of the page before said.";

    private Paging() {}

    /** Returns the greatest number of rows. */
    static int limit(Query query) {
        return query.number("limit", 1, RequestLimits.PAGE, RequestLimits.DEFAULT_PAGE);
    }

    /** For a list sorted by address: the last address of the page before; none for the first page. */
    static Option<Address> after(Query query) {
        return query.text("cursor").flatMap(text -> {
            Option<Address> cursor = Address.parse(text).toOption();
            return cursor.isDefined() ? cursor : unknownCursor(query);
        });
    }

    /** Adds the problem that the cursor is unknown. */
    static <T> Option<T> unknownCursor(Query query) {
        query.reject("cursor", ErrorCode.BAD_CURSOR, UNKNOWN_CURSOR);
        return Option.none();
    }
}
