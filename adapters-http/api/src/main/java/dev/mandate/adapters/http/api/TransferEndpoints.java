package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.Times;
import dev.mandate.adapters.http.codec.TransferCursors;
import dev.mandate.adapters.http.codec.TransferObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.api.refusal.BuildFailures;
import dev.mandate.ports.api.refusal.ErrorCode;
import dev.mandate.ports.api.refusal.Failure;
import dev.mandate.ports.api.refusal.FailureCode;
import dev.mandate.ports.api.transfer.TransferCursor;
import dev.mandate.ports.api.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** Transfers into and out of an account. */
final class TransferEndpoints {

    private TransferEndpoints() {}

    static Array<Endpoint> all(TenantEndpoints service) {
        return Array.of(service.get("/api/v1/smart-accounts/{address}/transfers", TransferEndpoints::list));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.of(at);
        Option<Address> account = reading.account();
        TransferQuery query = asked(reading.query());
        return reading.decide(() -> at.custody()
                .transfers(account.get(), query)
                .bimap(BuildFailures::of, page -> Answer.rows(
                        page.items().map(TransferObjects::entry), page.next().map(TransferCursors::write))));
    }

    /** Reads the query; its problems stay in it. */
    private static TransferQuery asked(Query query) {
        int limit = Paging.limit(query);
        Option<TransferCursor> after = read(
                query,
                "cursor",
                TransferCursors::read,
                ErrorCode.BAD_CURSOR,
                Paging.UNKNOWN_CURSOR);
        Option<Signature> transaction = read(
                query,
                "tx_hash",
                text -> Signature.parse(text).toOption(),
                ServerCode.BAD_SIGNATURE_TEXT,
                "tx_hash must be a transaction's signature, base58 of 64 bytes.");
        Option<UnixTime> from = time(query, "start_date", Times::first);
        Option<UnixTime> until = time(query, "end_date", Times::last);
        if (from.exists(first -> until.exists(last -> last.isBefore(first)))) {
            query.reject("end_date", "end_date must not lie before start_date.");
        }
        return new TransferQuery(after, limit, transaction, from, until);
    }

    private static Option<UnixTime> time(Query query, String name, Function<String, Option<UnixTime>> reader) {
        return read(
                query,
                name,
                reader,
                ServerCode.BAD_QUERY,
                name + " must be a date, such as 2026-11-20, or a date-time with its offset, such as 2026-11-20T12:00:00Z.");
    }

    private static <T> Option<T> read(
            Query query, String name, Function<String, Option<T>> reader, FailureCode code, String message) {
        Option<String> text = query.text(name);
        Option<T> value = text.flatMap(reader);
        if (text.isDefined() && value.isEmpty()) {
            query.reject(name, code, message);
        }
        return value;
    }
}
