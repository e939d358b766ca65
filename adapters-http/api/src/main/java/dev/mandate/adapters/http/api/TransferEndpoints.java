package dev.mandate.adapters.http.api;

import dev.mandate.adapters.http.codec.Times;
import dev.mandate.adapters.http.codec.TransferCursors;
import dev.mandate.adapters.http.codec.TransferObjects;
import dev.mandate.adapters.http.error.ServerCode;
import dev.mandate.adapters.http.exchange.Answer;
import dev.mandate.adapters.http.exchange.Dialect;
import dev.mandate.adapters.http.exchange.Endpoint;
import dev.mandate.adapters.http.exchange.Method;
import dev.mandate.adapters.http.exchange.Query;
import dev.mandate.adapters.http.service.ServiceSettings;
import dev.mandate.domain.access.Scope;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.custody.BuildRefusal;
import dev.mandate.ports.refusal.BuildFailures;
import dev.mandate.ports.refusal.ErrorCode;
import dev.mandate.ports.refusal.Failure;
import dev.mandate.ports.refusal.FailureCode;
import dev.mandate.ports.transfer.Transfer;
import dev.mandate.ports.transfer.TransferCursor;
import dev.mandate.ports.transfer.TransferPage;
import dev.mandate.ports.transfer.TransferQuery;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Transfers into and out of an account. */
final class TransferEndpoints {

    /** Rails of the public SDK that end at a bank. This service sends nothing there, so a list of such transfers is empty. */
    private static final Array<String> BANK_RAILS =
            Array.of("ach_push", "ach_pull", "sepa", "faster_payments", "wire");

    private static final Array<String> CHAIN_RAILS = Array.of("solana", "smart_account");

    /** States of the public SDK's bank transfers. */
    private static final Array<String> BANK_STATES = Array.of(
            "awaiting_funds", "in_review", "funds_received", "payment_submitted", "payment_processed", "canceled", "error",
            "undeliverable", "returned", "refunded");

    private static final Array<String> BANK_CURRENCIES = Array.of("usd", "eur");

    private final TenantEndpoints service;
    private final String environment;

    TransferEndpoints(TenantEndpoints service, ServiceSettings settings) {
        this.service = service;
        this.environment = settings.environment().name().toLowerCase(Locale.ROOT);
    }

    Array<Endpoint> neutral() {
        return Array.of(service.get("/api/v1/smart-accounts/{address}/transfers", TransferEndpoints::list));
    }

    Array<Endpoint> grid() {
        return Array.of(service.of(
                Method.GET, "/api/grid/v1/accounts/{address}/transfers", Scope.READ, Dialect.GRID, this::gridList));
    }

    private static Either<Failure, Answer> list(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        TransferQuery query = asked(reading.query());
        return reading.decide(() -> found(at, account.get(), query).map(page -> answer(page, TransferObjects::neutral)));
    }

    private Either<Failure, Answer> gridList(TenantCall at) {
        RequestReader reading = RequestReader.withoutBody(at);
        Option<Address> account = reading.account();
        boolean ofBanks = ofBanks(reading.query());
        TransferQuery query = asked(reading.query());
        return reading.decide(() -> (ofBanks ? none(at, account.get()) : found(at, account.get(), query))
                .map(page -> answer(page, transfer -> TransferObjects.grid(account.get(), transfer, environment))));
    }

    private static Answer answer(TransferPage page, Function<Transfer, ObjectNode> spelling) {
        return Answer.rows(page.items().map(spelling), page.next().map(TransferCursors::write));
    }

    private static Either<Failure, TransferPage> found(TenantCall at, Address account, TransferQuery query) {
        return at.custody().transfers(account, query).mapLeft(BuildFailures::of);
    }

    /** Returns an empty page if the account is known. */
    private static Either<Failure, TransferPage> none(TenantCall at, Address account) {
        return at.custody()
                .account(account)
                .fold(
                        refusal -> refusal instanceof BuildRefusal.UnknownAccount
                                ? Either.left(BuildFailures.of(refusal))
                                : Either.right(TransferPage.EMPTY),
                        view -> Either.right(TransferPage.EMPTY));
    }

    /** Returns whether the query selects only bank transfers, of which there are none. The SDK sends its {@code payment_rail} as {@code type}. */
    private static boolean ofBanks(Query query) {
        Array<String> rails = Array.of("type", "payment_rail")
                .flatMap(name -> word(query, name, BANK_RAILS.appendAll(CHAIN_RAILS)));
        Option<String> state = word(query, "status", BANK_STATES);
        Option<String> currency = word(query, "currency", BANK_CURRENCIES);
        return rails.exists(BANK_RAILS::contains) || state.isDefined() || currency.isDefined();
    }

    private static Option<String> word(Query query, String name, Array<String> known) {
        Option<String> text = query.text(name);
        if (text.exists(word -> !known.contains(word))) {
            query.reject(name, name + " must be one of " + known.mkString(", ") + ".");
        }
        return text;
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
