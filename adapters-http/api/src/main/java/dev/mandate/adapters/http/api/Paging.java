package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.Caps;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.domain.chain.Address;
import dev.mandate.ports.refusal.ErrorCode;
import io.vavr.control.Option;

/** What a query says of the page of a list that is asked for. */
final class Paging {

    static final String UNKNOWN_CURSOR = "A cursor is what next_cursor of the page before said.";

    private Paging() {}

    /** How many rows at most. */
    static int limit(Query query) {
        return query.number("limit", 1, Caps.PAGE, Caps.DEFAULT_PAGE);
    }

    /** Of a list in the order of addresses: the last of the page before; none for the first page. */
    static Option<Address> after(Query query) {
        return query.text("cursor").flatMap(text -> {
            Option<Address> cursor = Address.parse(text).toOption();
            return cursor.isDefined() ? cursor : unknownCursor(query);
        });
    }

    /** Notes that there is no such cursor. */
    static <T> Option<T> unknownCursor(Query query) {
        query.reject("cursor", ErrorCode.BAD_CURSOR, UNKNOWN_CURSOR);
        return Option.none();
    }
}
